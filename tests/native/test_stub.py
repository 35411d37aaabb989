"""The typed stub says of the native module exactly what is there."""

import ast
import re
from enum import Enum
from pathlib import Path
from types import ModuleType

import drupe.native
from drupe.native import _engine

STUB = Path(drupe.native.__file__).with_name("_engine.pyi")
Parameters = list[tuple[str, bool]]
"""Names in order, and whether there is a default."""


def stubbed_classes() -> dict[str, ast.ClassDef]:
    return {node.name: node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ClassDef)}


def parameters(function: ast.FunctionDef) -> Parameters:
    names = [argument.arg for argument in function.args.args]
    required = len(names) - len(function.args.defaults)
    return [(name, i >= required) for i, name in enumerate(names)]


def stubbed_methods(node: ast.ClassDef) -> dict[str, Parameters]:
    """Those of the class and of its bases inside the stub."""
    classes = stubbed_classes()
    names = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    inherited = [stubbed_methods(classes[n.id]) for n in names if isinstance(n, ast.Name) and n.id in classes]
    own = {item.name: parameters(item) for item in node.body if isinstance(item, ast.FunctionDef)}
    return {name: signature for methods in (*inherited, own) for name, signature in methods.items()}


def native_parameters(function: object) -> Parameters:
    """As nanobind tells them: a number stands for every default value, and types of arrays are no Python.

    Overloads, one for each precision, have the same parameters.
    """
    found = []
    for signature, *_ in function.__nb_signature__:  # type: ignore[attr-defined]
        plain = re.sub(r"^def \(", "def _(", re.sub(r"ndarray\[[^]]*\]", "object", re.sub(r"\\\d+", "...", signature)))
        (definition,) = ast.parse(f"{plain}: ...").body
        assert isinstance(definition, ast.FunctionDef)
        found.append(parameters(definition))
    assert all(one == found[0] for one in found)
    return found[0]


def native_methods(kind: type) -> dict[str, Parameters]:
    """Those of the class; what reads as an attribute is a method of no more than self."""
    members = {name: getattr(member, "fget", member) for name, member in vars(kind).items()}
    return {name: native_parameters(member) for name, member in members.items() if hasattr(member, "__nb_signature__")}


def public(module: ModuleType) -> set[str]:
    return {name for name in vars(module) if not name.startswith("_")}


def test_the_same_names() -> None:
    body = ast.parse(STUB.read_text()).body
    stubbed = {node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assert {name for name in stubbed if not name.startswith("_")} == public(_engine)
    assert set(drupe.native.__all__) == public(_engine)


def test_the_same_methods_with_the_same_parameters() -> None:
    for name, node in stubbed_classes().items():
        kind = getattr(_engine, name, None)
        if kind is not None and not issubclass(kind, Enum):
            assert stubbed_methods(node) == native_methods(kind), name


def test_the_same_functions() -> None:
    stubbed = [node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.FunctionDef)]
    native = {name: value for name, value in vars(_engine).items() if hasattr(value, "__nb_signature__")}
    assert {f.name: parameters(f) for f in stubbed} == {name: native_parameters(f) for name, f in native.items()}


def test_the_same_members_of_enumerations() -> None:
    for name, kind in vars(_engine).items():
        if isinstance(kind, type) and issubclass(kind, Enum):
            stubbed = {
                item.targets[0].id: ast.literal_eval(item.value)
                for item in stubbed_classes()[name].body
                if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name)
            }
            assert stubbed == {member.name: member.value for member in kind}


def test_the_same_words() -> None:
    assert ast.get_docstring(ast.parse(STUB.read_text())) == _engine.__doc__
    body = ast.parse(STUB.read_text()).body
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name[0] != "_" and ast.get_docstring(node):
            assert ast.get_docstring(node) == getattr(_engine, node.name).__doc__
