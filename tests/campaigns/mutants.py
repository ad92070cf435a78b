"""The mutants of a module: versions of its source with one small mistake, made by cosmic-ray's operators.

Left out are changes that cannot be mistakes: annotations, invalid Python, and sources with the same syntax
tree; and changes that only affect speed or guard against mistakes elsewhere: caches, `SIZES` and `strict=`.
"""

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.plugins import get_operator

SWAPS = {
    "ReplaceBinaryOperator": [
        ("Add", "Sub"),
        ("Sub", "Add"),
        ("Mul", "Add"),
        ("Div", "Mul"),
        ("FloorDiv", "Mul"),
        ("Mod", "FloorDiv"),
        ("Pow", "Mul"),
        ("LShift", "RShift"),
        ("RShift", "LShift"),
        ("BitAnd", "BitOr"),
        ("BitOr", "BitAnd"),
        ("BitXor", "BitOr"),
    ],
    "ReplaceComparisonOperator": [
        ("Eq", "NotEq"),
        ("NotEq", "Eq"),
        ("Lt", "LtE"),
        ("Lt", "GtE"),
        ("LtE", "Lt"),
        ("LtE", "Gt"),
        ("Gt", "GtE"),
        ("Gt", "LtE"),
        ("GtE", "Gt"),
        ("GtE", "Lt"),
        ("Is", "IsNot"),
        ("IsNot", "Is"),
    ],
    "ReplaceUnaryOperator": [("USub", "UAdd"), ("Delete", "Not"), ("Delete", "Invert")],
}
"""Operators that replace a sign by a similar one, or a comparison also by its opposite."""

OPERATORS = [
    *(f"{family}_{one}_{other}" for family, pairs in SWAPS.items() for one, other in pairs),
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ExceptionReplacer",
    "NumberReplacer",
    "RemoveDecorator",
    "ZeroIterationForLoop",
]
"""The names of the cosmic-ray operators that are used."""


SIZES = (
    *(
        "_ALIGNMENT",
        "_AT_ONCE",
        "_DENSE",
        "_FLAGS",
        "_MOST_CLASSES",
        "_MOST_CORRECTIONS",
        "_MOST_LABELS",
        "MOST_OUTCOMES",
        "_MOST_ROWS",
        "_MOST_TRIALS",
        "_ONE_LAYER",
        "MOST_TERMS",
    ),
    *("_ONE_THREAD", "_SIDE_BY_SIDE", "_SLICE"),
)
"""Constants that set how much is processed at once, or when the faster of two equivalent methods is used."""

LAYERS = {
    "ground": ("displayable", "errors", "exact", "files", "given", "heavy", "rates", "text", "__init__"),
    "game": ("game",),
    "bets": ("bets",),
    "census": ("census",),
    "analysis": ("analysis",),
    "play": ("play",),
    "audit": ("audit",),
    "catalog": ("catalog",),
    "records": ("records",),
    "phrases": ("phrases",),
    "render": ("render",),
    "ask": ("ask",),
    "report": ("report",),
    "web": ("web", "widgets"),
    "publish": ("publish",),
    "cli": ("cli", "__main__"),
}
"""The layers of the package from the bottom up, with the folders and modules of each."""

NAMED = (
    ("analysis/money/kelly.py", "if distribution.mean <= 0:", "if distribution.mean < 0:"),
    ("analysis/design/spans.py", "if ways * chance > 0]", "if ways * chance >= 0]"),
    ("play/evidence/statistics.py", "/ (1 + len(least))", "/ len(least)"),
    ("play/replay/replayed.py", "or None in suits)", "or suits[0] is None)"),
    ("play/replay/replayed.py", "or None in suits)", "or suits[1] is None)"),
    ("ask/replay.py", "left.size >= shoe.rules", "left.size > shoe.rules"),
    ("records/values.py", "abs(value) < 10**12", "abs(value) < 10**2"),
    ("catalog/toml_table.py", "elif len(text) > most:", "elif len(text) >= most:"),
)
"""Mistakes that the tests once missed: the module, the correct text, and the mistake."""

_SPEED = re.compile(rf"\s*(?:@(?:lru_)?cache\b|if TYPE_CHECKING:|(?:{'|'.join(SIZES)}) = )")
_STRICT = re.compile(r"\bstrict=(?:True|False)")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one mistake: lines `begin` up to `end`, counted from 0, replaced by `new`.

    `key` describes the change, so that the mutant is recognised if only other lines have changed. A test that
    executes one of the lines from `run[0]` to `run[1]`, counted from 1, executes the mutant; `run` is None if
    the mutant is executed at import.
    """

    module: str
    key: str
    function: str
    operator: str
    begin: int
    end: int
    old: str
    new: str
    run: Sequence[int] | None

    def source(self, original: str) -> str:
        """The source with the mistake."""
        lines = original.splitlines(keepends=True)
        return "".join([*lines[: self.begin], self.new, *lines[self.end :]])


def mutants(root: Path, module: str) -> list[Mutant]:
    """The mutants of a module, given by its path from the root."""
    source = (root / module).read_text(encoding="utf-8")
    parsed = ast.parse(source)
    plain, hidden = ast.dump(parsed), list(_annotations(parsed))
    seen: Counter[str] = Counter()
    found = []
    for operator, position, mutated in _mutated(get_ast(source)):
        if any(first <= position <= last for first, last in hidden) or _dumped(mutated) in (None, plain):
            continue
        begin, end, old, new = _difference(source, mutated)
        if _SPEED.match(old) or _STRICT.sub("", old) == _STRICT.sub("", new):
            continue
        function = _function(parsed, begin + 1)
        words = [function, operator, " ".join(old.split()), " ".join(new.split())]
        seen[name := " | ".join(words)] += 1
        key = f"{module} | {name}" + (f" | {seen[name]}" if seen[name] > 1 else "")
        run = _run(parsed, begin + 1)
        found.append(Mutant(module, key, function, operator, begin, end, old, new, run))
    return found


def named(root: Path) -> list[Mutant]:
    """The mutants of `NAMED`."""
    found = []
    for name, old, new in NAMED:
        source = (root / (module := f"analyzer/{name}")).read_text(encoding="utf-8")
        assert source.count(old) == 1, (module, old)
        begin, end, before, after = _difference(source, source.replace(old, new))
        parsed = ast.parse(source)
        function = _function(parsed, begin + 1)
        key = f"{module} | {function} | named | {' '.join(before.split())} | {' '.join(after.split())}"
        run = _run(parsed, begin + 1)
        found.append(Mutant(module, key, function, "named", begin, end, before, after, run))
    return found


def layer(module: str) -> str:
    """The layer of a module, given by its path from the root."""
    first = module.removeprefix("analyzer/").partition("/")[0].removesuffix(".py")
    return next(name for name, parts in LAYERS.items() if first in parts)


def _mutated(tree: Any) -> Iterator[tuple[str, tuple[int, int], str]]:
    """For each mutation of a tree: the operator, the position and the whole source."""
    nodes = list(ast_nodes(tree))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        for node in nodes:
            for index, (begin, _) in enumerate(list(operator.mutation_positions(node))):
                parent, children = node.parent, list(getattr(node, "children", []))
                beside = list(parent.children) if parent else []
                leaves = [(leaf, leaf.value) for leaf in ast_nodes(node) if hasattr(leaf, "value")]
                after = operator.mutate(node, index)
                if after is not node:
                    parent.children = [after if n is node else n for n in beside if after or n is not node]
                yield name, begin, tree.get_code()
                if children:
                    node.children = children
                if parent:
                    parent.children = beside
                for leaf, value in leaves:
                    leaf.value = value


def _annotations(parsed: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The start and end of every annotation."""
    for node in ast.walk(parsed):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                yield (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)


def _dumped(source: str) -> str | None:
    """The syntax tree of a source as text, None if it is not valid Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "mutant", "exec")
        except (SyntaxError, ValueError):
            return None
        return ast.dump(ast.parse(source))


def _difference(one: str, other: str) -> tuple[int, int, str, str]:
    """The range of lines that differ, in the first source, and these lines in both sources."""
    a, b = one.splitlines(keepends=True), other.splitlines(keepends=True)
    begin = next(i for i in range(len(a)) if i >= len(b) or a[i] != b[i])
    same = 0
    while same < min(len(a), len(b)) - begin and a[-1 - same] == b[-1 - same]:
        same += 1
    end = len(a) - same
    new = "".join(b[begin : len(b) - same])
    while not new and not a[begin].strip():
        begin += 1  # blank lines before removed lines stay
    return begin, end, "".join(a[begin:end]), new


def _function(parsed: ast.Module, line: int) -> str:
    """The name of the function that contains a line, with its class; `module` if there is none."""
    names: list[str] = []
    body: list[ast.stmt] = parsed.body
    while True:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                if first <= line <= (node.end_lineno or 0):
                    names.append(node.name)
                    body = node.body
                    break
        else:
            return ".".join(names) or "module"


def _run(parsed: ast.Module, line: int) -> tuple[int, int] | None:
    """The lines of the statement at a line inside a function; if the line is in its head, of the whole body.

    None for a line outside functions, in a function that is called at import, or in a head without a body.
    """
    found: tuple[int, int] | None = None
    called = _called_at_the_import(parsed)
    for node in ast.walk(parsed):
        if isinstance(node, ast.FunctionDef):
            if node.name in called and node.lineno <= line <= (node.end_lineno or 0):
                return None
            first, last = node.body[0].lineno, node.end_lineno or 0
            if min([node.lineno, *(d.lineno for d in node.decorator_list)]) <= line < first:
                return (first, last) if ast.get_docstring(node) is None or len(node.body) > 1 else None
            if first <= line <= last:
                found = _statement(node, line)
    return found


def _called_at_the_import(parsed: ast.Module) -> set[str]:
    """The names that are called outside functions, and those called by the functions so called."""
    found: set[str] = set()
    todo: list[ast.AST] = [node for node in parsed.body if not isinstance(node, ast.FunctionDef)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in found:
            found.add(node.func.id)
            named = [f for f in parsed.body if isinstance(f, ast.FunctionDef) and f.name == node.func.id]
            todo += [part for function in named for part in function.body]
        todo += ast.iter_child_nodes(node)
    return found


def _statement(function: ast.FunctionDef, line: int) -> tuple[int, int]:
    """First and last line of the innermost statement at a line; of a compound statement, only its head."""
    found = (line, line)
    for node in ast.walk(function):
        if (
            isinstance(node, ast.stmt)
            and node is not function
            and node.lineno <= line <= (node.end_lineno or 0)
        ):
            body = getattr(node, "body", None)
            last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or 0
            if line <= last:
                found = (node.lineno, last)
    return found
