"""Pages on the Python interface, one per topic: each public name with its signature and docstring.

The sources are parsed and not imported, so the pages are the same with every Python version. `topics.md`
introduces each topic.
"""

import ast
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import analyzer

TOPICS = Path(__file__).with_name("topics.md")
NAMES = re.compile(r"^<!-- names: (?P<names>.*?) -->$", re.MULTILINE | re.DOTALL)
PACKAGE = Path(analyzer.__file__).parent

HOMES = {
    alias.name: node.module or ""
    for node in ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8")).body
    if isinstance(node, ast.ImportFrom)
    for alias in node.names
}
"""The module that each public name comes from."""

SHOWN = "Displays itself in notebooks; `to_pandas()`, `to_polars()` and the Arrow interface export it."

SECTIONS = ("Args", "Returns", "Raises", "Source")

Definition = ast.FunctionDef | ast.ClassDef


@cache
def source(module: str) -> tuple[str, dict[str, Definition], dict[str, str]]:
    """A module's text, its definitions by name, and the module from which each imported name comes."""
    path = PACKAGE.joinpath(*module.split("."))
    plain = path.with_suffix(".py")
    path = plain if plain.exists() else path / "__init__.py"
    text = path.read_text(encoding="utf-8")
    top = ast.parse(text).body
    defined = {node.name: node for node in top if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    imported = {
        (name.asname or name.name): (node.module or "").removeprefix("analyzer.")
        for node in top
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("analyzer.")
        for name in node.names
    }
    return text, defined, imported


def found_in(module: str, name: str) -> tuple[str, Definition]:
    """The module that defines a name of this module, and the definition."""
    _, defined, imported = source(module)
    return (module, defined[name]) if name in defined else found_in(imported[name], name)


@cache
def shared() -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """The named types and the groups of parameters, with their types, of the module of parameters."""
    types: dict[str, str] = {}
    groups: dict[str, dict[str, str]] = {}
    for node in ast.parse(source("ask.parameters")[0]).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            types[node.targets[0].id] = ast.unparse(node.value)
        elif isinstance(node, ast.ClassDef):
            own = {ast.unparse(one.target): one for one in node.body if isinstance(one, ast.AnnAssign)}
            group = {name: ast.unparse(one.annotation) for name, one in own.items()}
            for base in map(ast.unparse, reversed(node.bases)):
                group = groups.get(base, {}) | group
            groups[node.name] = group
    return types, groups


def spelled_out(node: ast.FunctionDef, group: str) -> str:
    """The signature of a function that takes a group of parameters, one line per parameter."""
    types, groups = shared()
    both = [*node.args.args, *node.args.kwonlyargs]
    first = len(node.args.args) - len(node.args.defaults)
    defaults = [*(None for _ in range(first)), *node.args.defaults, *node.args.kw_defaults]
    lines = []
    for place, (one, default) in enumerate(zip(both, defaults, strict=True)):
        assert one.annotation is not None
        kind = ast.unparse(one.annotation)
        value = "" if default is None else f" = {ast.unparse(default)}"
        lines += ["*"] if place == len(node.args.args) else []
        lines.append(f"{one.arg}: {types.get(kind, kind)}{value}")
    lines += ["*"] if not node.args.kwonlyargs else []
    lines += [f"{name}: {kind} = ..." for name, kind in groups[group].items()]
    assert node.returns is not None
    listed = "".join(f"    {line},\n" for line in lines)
    return f"{node.name}(\n{listed}) -> {ast.unparse(node.returns)}"


def signature(module: str, node: ast.FunctionDef) -> str:
    """The signature of a function as in its source, with shared groups of parameters spelled out."""
    taken = "" if node.args.kwarg is None else ast.unparse(node.args.kwarg)
    if (group := re.fullmatch(r"shared: Unpack\[(\w+)\]", taken)) is not None:
        return spelled_out(node, group[1])
    lines = source(module)[0].splitlines()[node.lineno - 1 : node.body[0].lineno - 1]
    text = textwrap.dedent("\n".join(lines)).strip()
    return re.sub(r"^def |:$", "", text)


def method(module: str, node: ast.FunctionDef) -> str:
    """The signature of a method on one line, without `self`."""
    text = " ".join(signature(module, node).split()).replace("( ", "(").replace(", )", ")").replace(" )", ")")
    return re.sub(r"\((self|cls)(, )?", "(", text)


def prose(text: str) -> str:
    """The prose of a docstring as Markdown; its examples are shown unchanged, because doctests run them."""
    found = []
    for block in re.split(r"\n{2,}", text.strip()):
        if block.startswith(">>>"):
            found.append(f"```{{code-block}} pycon\n{block}\n```")
        elif block.startswith("    "):
            found.append(f"```{{code-block}} text\n{textwrap.dedent(block)}\n```")
        else:
            found.append(re.sub(r"(?<!\w)\*(?=\w)|<", r"\\\g<0>", block) if "`" not in block else block)
    return "\n\n".join(found)


def entries(text: str) -> Iterator[tuple[str, str]]:
    """The entries of a section, `name: description`, each on one line."""
    for entry in re.split(r"\n(?! )", textwrap.dedent(text).strip("\n")):
        name, _, said = " ".join(entry.split()).partition(": ")
        yield name, said


def docstring(text: str) -> str:
    """A docstring as Markdown, its sections as lists."""
    head = "|".join(SECTIONS)
    first, *rest = re.split(rf"^({head}):[ ]?", text, flags=re.MULTILINE)
    found = [prose(first)]
    for name, body in zip(rest[::2], rest[1::2], strict=True):
        said, *examples = re.split(r"\n\n(?=>>>)", body.rstrip())
        if name in ("Args", "Raises"):
            of = [f"- `{key}`: {what}" for key, what in entries(said)]
            found.append(f"{'Takes' if name == 'Args' else 'Raises'}\n\n" + "\n".join(of))
        else:
            found.append(f"{name}: {' '.join(said.split())}")
        found += [prose(example) for example in examples]
    return "\n\n".join(found)


def summary(node: ast.AST) -> str:
    """The first paragraph of a docstring, on one line."""
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    return " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())


def decorations(node: ast.FunctionDef) -> set[str]:
    """The names of a function's decorators."""
    return {ast.unparse(one).partition("(")[0] for one in node.decorator_list}


def members(module: str, node: ast.ClassDef) -> Iterator[str]:
    """One line per public field, property and method, those of base classes first."""
    for base in node.bases:
        name = ast.unparse(base)
        _, defined, imported = source(module)
        if name != "Displayable" and (name in defined or name in imported):
            home, parent = found_in(module, name)
            assert isinstance(parent, ast.ClassDef)
            yield from members(home, parent)
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            if not part.target.id.startswith("_"):
                default = (
                    f" = {ast.unparse(part.value)}"
                    if part.value and "field(" not in ast.unparse(part.value)
                    else ""
                )
                yield f"- `.{part.target.id}: {ast.unparse(part.annotation)}{default}`"
        elif isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
            how = decorations(part)
            if how & {"property", "cached_property"}:
                assert part.returns is not None
                yield f"- `.{part.name}: {ast.unparse(part.returns)}`: {summary(part)}"
            else:
                of = "" if not how & {"classmethod", "staticmethod"} else node.name
                yield f"- `{of}.{method(module, part)}`: {summary(part)}"


def is_shown(module: str, node: ast.ClassDef) -> bool:
    """Whether values of a class display themselves."""
    return "Displayable" in map(ast.unparse, node.bases)


def entry(name: str) -> str:
    """The entry of a public name: its signature and docstring."""
    module, node = found_in(HOMES[name], name)
    text = ast.get_docstring(node) or ""
    found = [f"## `{name}`"]
    if isinstance(node, ast.FunctionDef):
        found += [f"```{{code-block}} python\n{signature(module, node)}\n```", docstring(text)]
    else:
        found.append(docstring(text))
        if is_shown(module, node):
            found.append(SHOWN)
        if lines := list(dict.fromkeys(members(module, node))):
            found.append("\n".join(lines))
    return "\n\n".join(found)


def pages() -> dict[str, str]:
    """The pages by name: the introduction of a topic, and the entry of each of its names."""
    _, *topics = re.split(r"^# (.+)$", TOPICS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = {}
    for title, text in zip(topics[::2], topics[1::2], strict=True):
        whole = NAMES.sub(lambda mark: "\n\n".join(map(entry, mark["names"].split())), text)
        found[slug(title)] = f"# {title}{whole}"
    return found


def slug(title: str) -> str:
    """A file name made from a title."""
    return re.sub(r"\W+", "-", title.lower()).strip("-")
