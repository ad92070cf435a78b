r"""Closed forms as source text: Python and sympy that run, and LaTeX to \input into a document.

Writes formulas down; finds none.
"""

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

from analyzer.analysis.closed_form.counts import CountForm, CountForms
from analyzer.analysis.closed_form.decks import ClosedForm, ClosedForms
from analyzer.analysis.closed_form.falling import FallingSum
from analyzer.analysis.closed_form.rational import VARIABLE, Coefficients, Factors, factors_text
from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted, ratio_text
from analyzer.game.dealt import NOTHING
from analyzer.render.formats.latex import escaped
from analyzer.render.words import Words

LANGUAGES = ("latex", "python", "sympy")
"""What a form can be exported to."""

_WIDTH = 96
_LINE = 50
"""Letters of source on a line of LaTeX's displays, commands aside, that an upright page holds."""


def check_export(language: str | None) -> None:
    """Refuse what a form cannot be exported to; None asks for no export.

    Raises:
        RenderError: it is none of LANGUAGES.
    """
    if language is not None and language not in LANGUAGES:
        raise RenderError(f"unknown export {quoted(language)}{did_you_mean(language[:40], LANGUAGES)}")


def form_source(found: ClosedForms | CountForms, language: str, words: Words) -> str:
    """The EV of each bet as source text in one of LANGUAGES; functions and names end on the bet's if several.

    Python defines functions that give Fractions, sympy expressions in symbols, LaTeX a display for each bet.
    Each says what it holds for: what the lines pay, the rules, and what is known of shoe and coup.
    """
    forms: Sequence[ClosedForm | CountForm] = found.forms
    known = list(_known(found))
    alone = len(forms) == 1
    suffixes = ["" if alone else "_" + re.sub("[^0-9a-z]+", "_", key) for key in found]
    if language == "latex":
        lines = [r"% requires \usepackage{amsmath}"]
        for form in forms:
            lines += _latex(form, known, words)
        return "\n".join(lines) + "\n"
    head = ["from fractions import Fraction"] if language == "python" else ["from sympy import S, symbols"]
    lines = [*head]
    for form, suffix in zip(forms, suffixes, strict=True):
        lines += (_python if language == "python" else _sympy)(form, suffix, known)
    return "\n".join(lines) + "\n"


def _known(found: ClosedForms | CountForms) -> Iterator[str]:
    """What all forms hold for, each a sentence."""
    asked = found if isinstance(found, ClosedForms) else found.report
    yield _plain(f"Rules: {asked.question.rules.id}.")
    if isinstance(found, ClosedForms) and found.question.seen:
        yield f"Gone from the {VARIABLE} decks: {' '.join(map(str, found.question.seen))}."
    if asked.question.dealt != NOTHING:
        yield f"Known of this coup, and not among the cards left: {asked.question.dealt}."
    if asked.question.given is not None:
        yield _plain(f"Conditional on: {asked.question.given.text}.")


def _plain(text: str) -> str:
    """A text on one line, without what would end a comment or a string of source."""
    return " ".join(text.replace("\\", "/").replace('"', "'").split())


def _names(form: ClosedForm | CountForm) -> list[str]:
    return [VARIABLE] if isinstance(form, ClosedForm) else list(form.variables)


def _texts(form: ClosedForm | CountForm) -> tuple[str, str]:
    """Numerator and denominator; by the cards left, with N for all of them."""
    if isinstance(form, ClosedForm):
        above, below = form.function.factors
        return factors_text(above), factors_text(below)
    names = list(form.variables)
    return form.numerator.text(names, "N"), form.denominator.text(names, "N")


def _about(form: ClosedForm | CountForm) -> str:
    where = f", {VARIABLE} >= {form.valid_from}" if isinstance(form, ClosedForm) else ""
    return f"EV per unit staked of bet {form.bet.reference}{where}"


def _nets(form: ClosedForm | CountForm) -> str:
    """What the lines pay, a sentence."""
    nets = (f"{line} {ratio_text(net)}" for line, net in form.bet.nets.items())
    return f"Net gain by line: {', '.join(nets)}."


def _python(form: ClosedForm | CountForm, suffix: str, known: Sequence[str]) -> Iterator[str]:
    names = _names(form)
    yield from ("", "")
    yield from _broken(f"def ev{suffix}({', '.join(names)}):", "        ")
    yield f'    """{_about(form)}, exactly.'
    yield ""
    for told in (_nets(form), *known):
        yield from wrap(told, _WIDTH, initial_indent="    ", subsequent_indent="    ")
    yield '    """'
    if isinstance(form, CountForm):
        yield from _broken(f"    N = {' + '.join(names)}", "        ", bracketed=True)
    for part, text in zip(("numerator", "denominator"), _texts(form), strict=True):
        yield from _broken(f"    {part} = {text}", "        ", bracketed=True)
    yield "    return Fraction(numerator, denominator)"


def _sympy(form: ClosedForm | CountForm, suffix: str, known: Sequence[str]) -> Iterator[str]:
    names = _names(form)
    yield from ("", f"# {_about(form)}")
    for told in (_nets(form), *known):
        yield from wrap(told, _WIDTH, initial_indent="# ", subsequent_indent="# ")
    letters = " ".join(names)
    yield f"{', '.join(names)} = symbols({letters!r})"
    if isinstance(form, CountForm):
        yield from _broken(f"N = {' + '.join(names)}", "    ", bracketed=True)
    for part, text in zip(("numerator", "denominator"), _texts(form), strict=True):
        yield from _broken(f"{part} = {text}", "    ", bracketed=True)
    yield f"ev{suffix} = S(numerator) / S(denominator)"


def _broken(line: str, indent: str, *, bracketed: bool = False) -> Iterator[str]:
    """A line of source, broken at blanks where it is long; what stands behind its `=` then in brackets."""
    if len(line) <= _WIDTH:
        yield line
        return
    if bracketed:
        start, _, rest = line.partition(" = ")
        yield f"{start} = ("
        yield from wrap(rest, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False)
        yield start[: len(start) - len(start.lstrip())] + ")"
    else:
        yield from wrap(line, _WIDTH, subsequent_indent=indent, break_long_words=False)


def _latex(form: ClosedForm | CountForm, known: Sequence[str], words: Words) -> Iterator[str]:
    if isinstance(form, ClosedForm):
        above, below = (_factors(factors) for factors in form.function.factors)
        of = VARIABLE
    else:
        above, below = _falling(form, form.numerator), _falling(form, form.denominator)
        of = ", ".join(f"${_symbol(name)}$" for name in form.variables)
    where = rf", ${VARIABLE}\ge {form.valid_from}$" if isinstance(form, ClosedForm) else ""
    named = f"{escaped(words.translate(form.bet.title))} ({escaped(form.bet.reference)})"
    yield rf"\par\noindent {named}: EV per unit staked{where}."
    yield from (escaped(told) for told in (_nets(form), *known))
    yield r"\begingroup\allowdisplaybreaks"
    yield r"\begin{align*}"
    yield r"\mathrm{EV} &= \frac{P}{Q}\\"
    yield from _display("P", above)
    yield r"\\"
    yield from _display("Q", below)
    yield r"\end{align*}"
    yield r"\endgroup"
    if isinstance(form, CountForm):
        yield rf"\par\noindent Here $N$ is the sum of {of},"
        yield r"and $n^{\underline{m}}=n(n-1)\cdots(n-m+1)$."


def _display(name: str, parts: Sequence[str]) -> Iterator[str]:
    """The parts of a formula on lines that a page holds."""
    line = f"{name} &= "
    used = 0
    for part in parts:
        size = len(re.sub(r"\\[a-zA-Z]+|[{}^_,\\ ]", "", part))
        if used and used + size > _LINE:
            yield line + r"\\"
            line, used = r"&\quad ", 0
        line += part
        used += size
    yield line


def _factors(factors: Factors) -> list[str]:
    """A product in parts between which a line can be broken."""
    content, parts = factors
    found = [str(content)] if abs(content) != 1 or not parts else ["-"] if content < 0 else []
    for coefficients, power in parts:
        raised = "" if power == 1 else f"^{{{power}}}"
        terms = _terms(coefficients)
        if len(terms) == 1:
            found.append(terms[0] + raised)
        else:
            found += [r"\bigl(" + terms[0], *terms[1:-1], terms[-1] + r"\bigr)" + raised]
    return found


def _terms(coefficients: Coefficients) -> list[str]:
    """The terms of a polynomial with their signs, highest power first."""
    found: list[str] = []
    for power, coefficient in reversed(list(enumerate(coefficients))):
        if coefficient:
            number = "" if abs(coefficient) == 1 and power else str(abs(coefficient))
            raised = f"{VARIABLE}^{{{power}}}" if power > 1 else VARIABLE * power
            sign = "-" if coefficient < 0 else "{}+" if found else ""
            found.append(f"{sign}{number}{raised}")
    return found


def _falling(form: CountForm, polynomial: FallingSum) -> list[str]:
    """The terms of a polynomial in the cards left, with their signs, fewest cards first."""
    symbols = list(map(_symbol, form.variables))
    found: list[str] = []
    for held, number in sorted(polynomial.terms.items(), key=lambda term: (len(term[0]), term[0])):
        rest = [f"(N-{gone})" if gone else "N" for gone in range(len(held), polynomial.top)]
        factors = [
            symbols[kind] + (rf"^{{\underline{{{held.count(kind)}}}}}" if held.count(kind) > 1 else "")
            for kind in sorted(set(held))
        ]
        size = "" if abs(number) == 1 and (rest or factors) else str(abs(number))
        sign = "{}-" if number < 0 else "{}+" if found else ""
        found.append(sign + r"\,".join(filter(None, (size, *factors, *rest))))
    return found or ["0"]


def _symbol(name: str) -> str:
    return rf"n_{{\mathrm{{{escaped(name[1:])}}}}}"
