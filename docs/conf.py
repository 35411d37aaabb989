"""How the pages are built: `make docs`, without a network, warnings being errors."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "drupe"
author = "The drupe developers"
copyright = author
release = version = installed_version(project)

extensions = [
    "api_pages",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_gallery.gen_gallery",
    "matplotlib.sphinxext.plot_directive",
    "bibliography",
    "markdown_page",
    "mathml",
    "plain_docstrings",
]
exclude_patterns = ["build", "examples", "extensions", "pictures"]
default_role = "code"
highlight_language = "python"
# A work may be cited only where no page shows it, in a comment say; that is no fault. A missing work still is.
suppress_warnings = ["ref.citation"]

autosummary_generate = False
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_custom_sections = [("Attributes", "params_style")]
napoleon_use_rtype = False

sphinx_gallery_conf = {
    "examples_dirs": "examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "within_subsection_order": "FileNameSortKey",
    "abort_on_example_error": True,
    "download_all_examples": False,
    "write_computation_times": False,
    "min_reported_time": 3600,
    "capture_repr": (),  # what is printed is shown, and pictures; not what a line happens to return
}

# The pictures of the guide: scripts in pictures/, drawn when the pages are built, readable on light and dark pages.
plot_formats = ["svg"]
plot_html_show_formats = False
plot_html_show_source_link = False
plot_rcparams = {
    "figure.figsize": (7.0, 3.0),
    "figure.constrained_layout.use": True,
    "savefig.transparent": True,
    "legend.framealpha": 0.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **dict.fromkeys(
        ("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color"), "#7a7a7a"
    ),
}

html_math_renderer = "mathml"
html_theme = "furo"
html_title = f"drupe {release}"
html_static_path = ["static"]
html_css_files = ["drupe.css"]
html_copy_source = False
html_show_sphinx = False
