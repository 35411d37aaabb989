"""Pages that the project keeps as Markdown, shown among the others: the directive `.. markdown:: format.md`."""

from pathlib import Path
from typing import Any

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PLAIN = {
    "paragraph": nodes.paragraph,
    "bullet_list": nodes.bullet_list,
    "ordered_list": nodes.enumerated_list,
    "list_item": nodes.list_item,
    "strong": nodes.strong,
    "em": nodes.emphasis,
    "tr": nodes.row,
}


class Markdown(SphinxDirective):
    """Headings, paragraphs, lists, tables, code and links; links to other files of the project become their names."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        relative, absolute = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        text = Path(absolute).read_text(encoding="utf-8")
        return self._sections(SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(text)))

    def _sections(self, tree: SyntaxTreeNode) -> list[nodes.Node]:
        """What follows a heading belongs to its section."""
        top = nodes.Element()
        within: list[tuple[int, nodes.Element]] = [(0, top)]
        for child in tree.children:
            if child.type != "heading":
                within[-1][1].extend(self._nodes(child))
                continue
            level = int(child.tag[1])
            within = [(depth, element) for depth, element in within if depth < level]
            title = nodes.title("", "", *self._children(child))
            section = nodes.section("", title, names=[nodes.fully_normalize_name(title.astext())])
            self.state.document.note_implicit_target(section, section)
            within[-1][1].append(section)
            within.append((level, section))
        return list(top.children)

    def _nodes(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        match node.type:
            case "inline":
                return self._children(node)
            case "text":
                return [nodes.Text(node.content)]
            case "softbreak":
                return [nodes.Text("\n")]
            case "code_inline":
                return [nodes.literal(node.content, node.content)]
            case "fence" | "code_block":
                language = (node.info if node.type == "fence" else "") or "text"
                return [nodes.literal_block(node.content, node.content.rstrip("\n"), language=language)]
            case "link":
                return self._link(node)
            case "table":
                return [self._table(node)]
            case kind if kind in PLAIN:
                return [PLAIN[kind]("", *self._children(node))]
        raise self.error(f"no way to show {node.type!r} of Markdown here; write it in another way.")

    def _children(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        return [made for child in node.children for made in self._nodes(child)]

    def _link(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        address = str(node.attrGet("href"))
        if "://" not in address:
            return self._children(node)
        return [nodes.reference("", "", *self._children(node), refuri=address)]

    def _table(self, node: SyntaxTreeNode) -> nodes.table:
        rows = [[self._cell(cell) for cell in row.children] for part in node.children for row in part.children]
        head, *body = [nodes.row("", *row) for row in rows]
        width = len(rows[0])
        columns = [nodes.colspec(colwidth=100 // width) for _ in range(width)]
        group = nodes.tgroup("", *columns, nodes.thead("", head), nodes.tbody("", *body), cols=width)
        return nodes.table("", group)

    def _cell(self, node: SyntaxTreeNode) -> nodes.entry:
        return nodes.entry("", nodes.paragraph("", "", *self._children(node)))


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by sphinx."""
    app.add_directive("markdown", Markdown)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
