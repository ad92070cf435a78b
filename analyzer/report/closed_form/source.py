r"""Closed forms as source text: runnable Python and sympy, and LaTeX to \input into a document."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from analyzer.analysis.closed_form.counts import CountForm, CountForms
from analyzer.analysis.closed_form.decks import ClosedForm, ClosedForms
from analyzer.analysis.closed_form.falling import FallingSum
from analyzer.analysis.closed_form.rational import VARIABLE, Factors, factors_text, polynomial_text
from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted, ratio_text
from analyzer.game.dealt import NOTHING
from analyzer.render.formats.latex import escaped
from analyzer.render.words import Words

Form = ClosedForm | CountForm

_FIRST_LINES = {
    "latex": r"% requires \usepackage{amsmath}",
    "python": "from fractions import Fraction",
    "sympy": "from sympy import S, symbols",
}
LANGUAGES = tuple(_FIRST_LINES)  # The export languages.
_WIDTH = 96
_LINE = 50  # The most characters, not counting commands, on a line of a LaTeX display on a portrait page.


def check_export(language: str | None) -> None:
    """Raise RenderError if an export language is not one of LANGUAGES; None exports nothing."""
    if language is not None and language not in LANGUAGES:
        hint = did_you_mean(language[:40], LANGUAGES)
        raise RenderError("unknown export {language}{hint}", language=quoted(language), hint=hint)


def form_source(results: ClosedForms | CountForms, language: str, words: Words) -> str:
    """The EV of each bet as source text in one of LANGUAGES.

    The Python text defines functions that return Fractions, the sympy text expressions in symbols, the LaTeX
    text one display per bet. If there are several bets, names end in the bet's key. Each form states what it
    assumes: what the lines pay, the rules, and what is known of shoe and coup.
    """
    suffixes = ["" if len(results) == 1 else "_" + re.sub("[^0-9a-z]+", "_", key) for key in results]
    lines = [_FIRST_LINES[language]]
    forms: Sequence[Form] = results.forms
    for form, suffix in zip(forms, suffixes, strict=True):
        nets = ", ".join(f"{line} {ratio_text(net)}" for line, net in form.bet.nets.items())
        notes = (f"Net gain by line: {nets}.", *_known(results))
        if language == "latex":
            lines += _latex(form, notes, words)
        else:
            lines += (_python if language == "python" else _sympy)(form, suffix, notes)
    return "\n".join(lines) + "\n"


def _known(results: ClosedForms | CountForms) -> Iterator[str]:
    """What all forms assume, one sentence each."""
    question = results.question if isinstance(results, ClosedForms) else results.report.question
    yield _plain(f"Rules: {question.rules.id}.")
    if isinstance(results, ClosedForms) and question.seen:
        yield f"Removed from the {VARIABLE} decks: {' '.join(map(str, question.seen))}."
    if question.dealt != NOTHING:
        yield f"Known cards of this coup, not among the cards left: {question.dealt}."
    if question.given is not None:
        yield _plain(f"Conditional on: {question.given.text}.")


def _plain(text: str) -> str:
    """A text on one line, without characters that could end a comment or string of source text."""
    return " ".join(text.replace("\\", "/").replace('"', "'").split())


def _names(form: Form) -> list[str]:
    return [VARIABLE] if isinstance(form, ClosedForm) else list(form.variables)


def _texts(form: Form) -> tuple[str, str]:
    """Numerator and denominator as source text; in a form in the cards left, N is the number of all cards."""
    if isinstance(form, ClosedForm):
        above, below = form.function.factors
        return factors_text(above), factors_text(below)
    return form.numerator.text(_names(form), "N"), form.denominator.text(_names(form), "N")


def _about(form: Form) -> str:
    validity = f", {VARIABLE} >= {form.valid_from}" if isinstance(form, ClosedForm) else ""
    return f"EV per unit staked of bet {form.bet.reference}{validity}"


def _python(form: Form, suffix: str, notes: Sequence[str]) -> Iterator[str]:
    yield from ("", "")
    definition = f"def ev{suffix}({', '.join(_names(form))}):"
    yield from wrap(definition, _WIDTH, subsequent_indent="        ", break_long_words=False)
    yield f'    """{_about(form)}, exactly.'
    yield ""
    yield from _indented(notes, "    ")
    yield '    """'
    yield from _assignments(form, "    ")
    yield "    return Fraction(numerator, denominator)"


def _sympy(form: Form, suffix: str, notes: Sequence[str]) -> Iterator[str]:
    names = _names(form)
    yield from ("", f"# {_about(form)}")
    yield from _indented(notes, "# ")
    yield f"{', '.join(names)} = symbols({' '.join(names)!r})"
    yield from _assignments(form, "")
    yield f"ev{suffix} = S(numerator) / S(denominator)"


def _indented(notes: Sequence[str], margin: str) -> Iterator[str]:
    for note in notes:
        yield from wrap(note, _WIDTH, initial_indent=margin, subsequent_indent=margin)


def _assignments(form: Form, margin: str) -> Iterator[str]:
    """Assignments of numerator and denominator, preceded by N if they use it; long values are in brackets."""
    values = dict(zip(("numerator", "denominator"), _texts(form), strict=True))
    if isinstance(form, CountForm):
        values = {"N": " + ".join(form.variables)} | values
    for name, value in values.items():
        line, indent = f"{margin}{name} = {value}", margin + "    "
        if len(line) <= _WIDTH:
            yield line
        else:
            yield f"{margin}{name} = ("
            yield from wrap(
                value, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False
            )
            yield margin + ")"


def _latex(form: Form, notes: Sequence[str], words: Words) -> Iterator[str]:
    if isinstance(form, ClosedForm):
        above, below = map(_factors, form.function.factors)
        validity = rf", ${VARIABLE}\ge {form.valid_from}$"
    else:
        above, below = _falling(form, form.numerator), _falling(form, form.denominator)
        validity = ""
    bet = f"{escaped(words.translate(form.bet.title))} ({escaped(form.bet.reference)})"
    yield rf"\par\noindent {bet}: EV per unit staked{validity}."
    yield from map(escaped, notes)
    yield r"\begingroup\allowdisplaybreaks"
    yield r"\begin{align*}"
    yield r"\mathrm{EV} &= \frac{P}{Q}\\"
    yield from _display("P", above)
    yield r"\\"
    yield from _display("Q", below)
    yield r"\end{align*}"
    yield r"\endgroup"
    if isinstance(form, CountForm):
        yield rf"\par\noindent Here $N$ is the sum of {', '.join(f'${_symbol(n)}$' for n in form.variables)},"
        yield r"and $n^{\underline{m}}=n(n-1)\cdots(n-m+1)$."


def _display(name: str, parts: Sequence[str]) -> Iterator[str]:
    """The parts of a formula, broken into lines that fit on a page."""
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
    """A product in parts, between which lines can be broken."""
    content, powers = factors
    parts = [str(content)] if abs(content) != 1 or not powers else ["-"] if content < 0 else []
    for coefficients, power in powers:
        raised = "" if power == 1 else f"^{{{power}}}"
        text = re.sub(r"\*\*(\d+)", r"^{\1}", polynomial_text(coefficients)).replace("*", "")
        first, *rest = text.replace(" - ", " -").replace(" + ", " {}+").split()
        if rest:
            *middle, last = rest
            parts += [r"\bigl(" + first, *middle, last + r"\bigr)" + raised]
        else:
            parts.append(first + raised)
    return parts


def _falling(form: CountForm, polynomial: FallingSum) -> list[str]:
    """The terms of a polynomial in the cards left, with their signs, fewest cards first."""
    symbols = list(map(_symbol, form.variables))
    terms: list[str] = []
    for kinds, number in sorted(polynomial.terms.items(), key=lambda term: (len(term[0]), term[0])):
        rest = [f"(N-{drawn})" if drawn else "N" for drawn in range(len(kinds), polynomial.top)]
        factors = [
            symbols[kind] + (rf"^{{\underline{{{times}}}}}" if times > 1 else "")
            for kind, times in sorted(Counter(kinds).items())
        ]
        size = "" if abs(number) == 1 and (rest or factors) else str(abs(number))
        sign = "{}-" if number < 0 else "{}+" if terms else ""
        terms.append(sign + r"\,".join(filter(None, (size, *factors, *rest))))
    return terms or ["0"]


def _symbol(name: str) -> str:
    return rf"n_{{\mathrm{{{escaped(name[1:])}}}}}"
