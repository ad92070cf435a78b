"""The audit workbook: every pattern class of a report, and formulas that add its totals up from the shoe.

A spreadsheet calculates in doubles and shows 15 digits, so numbers of ways are in two parts, the hundred
millions and the last eight digits. With at most M = 600 cards no intermediate value exceeds 10¹⁴. Up to this
value doubles represent every integer, and no spreadsheet rounds one or treats a small difference as zero:

- six cards have at most 6! orders, so the orders times four draws are at most 720 · M⁴ < 9.4 · 10¹³;
- their last eight digits times two draws are less than 10⁸ · M² = 3.6 · 10¹³;
- the hundred millions of all deals are less than M⁶ / 10⁸ < 4.7 · 10⁸;
- the last eight digits of at most 100,000 classes add up to less than 10¹³.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.census.dealing_orders import classes
from analyzer.errors import RenderError
from analyzer.exact import ratio_text
from analyzer.game.dealt import NOTHING
from analyzer.phrases.labels import label
from analyzer.render.formats.book import PALE, RULED, Book, Full, cell
from analyzer.render.words import Words
from analyzer.report.class_sheets import MOST_CARDS, PART, Ranges, partitions, write_classes, write_shoe
from analyzer.report.names import shoe_title
from analyzer.report.odds import lines_page
from analyzer.text import Text, message

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

MOST_CLASSES = 100_000
_LARGEST = 10**15 - 1  # The largest integer that a formula may contain: spreadsheets read 15 digits.
_TOP = 5  # The row of heads on the sheet of totals; rows and columns are counted from 0.
_DEALS = _TOP + 1  # The row of all deals.
_NET, _HIGH, _LOW, _WAYS, _STATED, _AGREES, _CHANCE, _SHARE, _EDGE, _EXACT = range(4, 14)
"""The columns of the sheet of totals after those that name a line."""


def audit_workbook(report: Report, words: Words) -> bytes:
    """A workbook that counts a report's ways again whenever it is opened; it has the same bytes each time.

    Raises:
        RenderError: XlsxWriter is not installed, cards of the coup are known, no bet is valued, or there are
            too many cards or classes.
        ConditionError: a bet has too many patterns to be grouped into classes.
    """
    if report.dealt != NOTHING:
        raise RenderError(
            "an audit workbook cannot have known cards of the coup, got {cards}; state what is known as a "
            "given condition instead",
            cards=repr(str(report.dealt)),
        )
    if not report.valuations:
        raise RenderError("an audit workbook needs at least one bet that the shoe can answer")
    if report.shoe.size > MOST_CARDS:
        raise RenderError(
            "expected a shoe of at most {most} cards for an audit workbook, since a spreadsheet cannot count "
            "more exactly, got {cards}",
            most=MOST_CARDS,
            cards=report.shoe.size,
        )
    bets = [valuation.bet for valuation in report.valuations]
    groups = classes(report.rules, bets, report.given)
    for group in groups:
        if len(group.rows) > MOST_CLASSES:
            raise RenderError(
                "expected bets of at most {most} pattern classes in a workbook, got bet {bet}, which has "
                "{classes}; leave it out",
                most=MOST_CLASSES,
                bet=repr(bets[group.bets[0]].reference),
                classes=len(group.rows),
            )
    page = lines_page(report, full=True)
    book = Book(words.translate(page.heading), words)
    totals = book.sheet(words.translate(message("Totals")))
    intact = write_shoe(book, report.shoe, groups[0].unknown, groups)
    tables = partitions(groups)
    numbered = enumerate(groups, start=1)
    ranges = [write_classes(book, n, g, 1 + tables.index(g.kinds), bets, report.shoe) for n, g in numbered]
    _write_totals(book, totals, report, page.heading, ranges, intact)
    book.about(page.provenance, *_ABOUT, *page.tables[0].notes)
    return book.bytes()


_ABOUT: tuple[Text, ...] = (
    message(
        "A class is a set of cards that decide some bets, with the number of orders in which they can be "
        "dealt and the line that then settles each bet. Its ways are the orders times the cards left for "
        "each card drawn."
    ),
    message(
        "Ways are in two parts, the hundred millions and the last eight digits, since a spreadsheet shows 15 "
        "digits. With at most {n} cards in the shoe, every number of ways is exact.",
        n=MOST_CARDS,
    ),
    message(
        "Totals add up the ways of the classes of each line and are compared, as text, with the exact ways "
        "published for this shoe. Probabilities and figures computed from them are rounded by the "
        "spreadsheet."
    ),
)


def _write_totals(
    book: Book, sheet: "Worksheet", report: Report, title: Text, ranges: Sequence[Ranges], intact: str
) -> None:
    """Write the first sheet: for each line its ways, added up and as published, and its share of the EV."""
    book.title(sheet, title)
    top = message("The ways of each line, added up from the sheets of classes, and the published exact ways.")
    book.paragraph(sheet, 1, _EXACT, 170, top)
    heads: tuple[tuple[Text, int], ...] = (
        (message("Bet"), 22),
        (message("Reference"), 22),
        (message("Id"), 14),
        (message("Line"), 20),
        (message("Net"), 9),
        (message("Ways, hundred millions"), 14),
        (message("Ways, last 8 digits"), 11),
        (message("Ways"), 20),
        (message("Ways as published for {shoe}", shoe=shoe_title(report.shoe)), 24),
        (message("Agrees"), 9),
        (message("Probability"), 13),
        (message("EV share"), 13),
        (message("House edge"), 13),
        (message("{column} (exact)", column=message("House edge")), 40),
    )
    for place, (head, width) in enumerate(heads):
        book.head(sheet, _TOP, place, head, align="left" if place < _NET or place == _LOW else "right")
        sheet.set_column(place, place, width)
    sheet.set_row(_TOP, book.height(2))
    totals = _TotalFormulas(book, sheet)
    totals.deals(report, ranges[0])
    for index, valuation in enumerate(report.valuations):
        totals.bet(index, valuation, next(cells for cells in ranges if index in cells.lines))
    agreeing = f"{cell(_DEALS, _AGREES)}:{cell(totals.row - 1, _AGREES)}"
    _write_check(book, sheet, intact, agreeing, totals.agree)
    differs = {"type": "cell", "criteria": "==", "value": "FALSE", "format": book.answer(yes=False)}
    sheet.conditional_format(agreeing, differs)
    sheet.freeze_panes(_TOP + 1, 1)
    sheet.repeat_rows(_TOP)


def _write_check(book: Book, sheet: "Worksheet", intact: str, agreeing: str, agree: bool) -> None:
    texts = (
        message("More than {n} cards: not exact.", n=MOST_CARDS),
        message("The shoe differs from the published one."),
        message("Every total agrees."),
        message("A total differs."),
    )
    sentences = list(map(book.words.translate, texts))
    large, other, good, bad = (sentence.replace('"', '""') for sentence in sentences)
    formula = f'=IF(cards>{MOST_CARDS},"{large}",IF({intact},IF(AND({agreeing}),"{good}","{bad}"),"{other}"))'
    sheet.write_string(3, 0, book.text(message("Check")), book.style(bold=True))
    sheet.write_formula(3, 1, formula, book.style(bold=True), sentences[2 if agree else 3])
    for criteria, yes in ((f"=AND({agreeing})", True), (f"=NOT(AND({agreeing}))", False)):
        look = {"type": "formula", "criteria": criteria, "format": book.answer(yes=yes)}
        sheet.conditional_format(3, 1, 3, 1, look)


class _TotalFormulas:
    """A writer of the rows of totals; `row` is the next row, `agree` whether all totals agreed so far."""

    def __init__(self, book: Book, sheet: "Worksheet") -> None:
        self.book, self.sheet = book, sheet
        self.row = _DEALS
        self.agree = True

    def deals(self, report: Report, ranges: Ranges) -> None:
        """Write the row of all deals, or of those in which a given condition holds, from a bet's classes."""
        if report.given is None:
            whole, rest = f"INT(deals_early/{PART})*deals_late", f"MOD(deals_early,{PART})*deals_late"
            what = message("All deals")
        else:
            whole, rest = f"SUM({ranges.high})", f"SUM({ranges.low})"
            what = message("All deals in which the condition holds")
        self._names(what, bold=True)
        self._ways(whole, rest, _ways_of(ranges, min(ranges.lines)), report.total_ways, bold=True)
        self.row += 1

    def bet(self, index: int, valuation: Valuation, ranges: Ranges) -> None:
        """Write the rows of a bet: its lines, then their sum."""
        bet, first = valuation.bet, self.row
        for line, net in bet.nets.items():
            self._names(bet.title, bet.reference, line, label(bet, line))
            self._net(net)
            here = f"--({ranges.lines[index]}={cell(self.row, 2)})"
            whole, rest = f"SUMPRODUCT({here},{ranges.high})", f"SUMPRODUCT({here},{ranges.low})"
            self._ways(whole, rest, ranges.ways.get((index, line), 0), valuation.ways[line])
            self._rate(_CHANCE, f"={_whole(self.row)}/{_whole(_DEALS)}", valuation.probability(line))
            share = f"={cell(self.row, _NET)}*{cell(self.row, _CHANCE)}"
            self._rate(_SHARE, share, valuation.contribution(line))
            self.row += 1
        high, low, chance, share = (
            f"SUM({cell(first, place)}:{cell(self.row - 1, place)})"
            for place in (_HIGH, _LOW, _CHANCE, _SHARE)
        )
        self._names(bet.title, bet.reference, "", message("all: EV"), bold=True)
        self._ways(high, low, _ways_of(ranges, index), valuation.total, bold=True)
        self._rate(_CHANCE, f"={chance}", Fraction(1), bold=True)
        self._rate(_SHARE, f"={share}", valuation.ev, bold=True)
        self._rate(_EDGE, f"=-{cell(self.row, _SHARE)}", valuation.house_edge, bold=True)
        exact = self.book.style(align="right", font_color=PALE, **RULED)
        self.sheet.write_string(self.row, _EXACT, ratio_text(valuation.house_edge), exact)
        self.row += 1

    def _names(self, *names: Text, bold: bool = False) -> None:
        """Write the cells that name the row; the other cells are left empty."""
        for place in range(_EXACT + 1):
            self.sheet.write_blank(self.row, place, None, self._style(bold))
        for place, name in enumerate(names):
            self.sheet.write_string(self.row, place, self.book.text(name), self._style(bold))

    def _net(self, net: Fraction) -> None:
        """Write a net gain; a fraction as a formula, so that it is rounded as little as possible."""
        style = self.book.number(free=True, num_format="General")
        if net.denominator == 1 or max(abs(net.numerator), net.denominator) > _LARGEST:
            self.sheet.write_number(self.row, _NET, Full(net), style)
        else:
            self.sheet.write_formula(self.row, _NET, f"={ratio_text(net)}", style, float(net))

    def _ways(self, whole: str, rest: str, ways: int, published: int, bold: bool = False) -> None:
        """Write ways in two parts, as a text joined from the parts, and as published."""
        write, row = self.sheet.write_formula, self.row
        text = self._style(bold, align="right")
        number = self._style(bold, num_format="0", align="right")
        digits = self._style(bold, num_format="0" * 8, align="left", indent=1)
        write(row, _HIGH, f"={whole}+INT({rest}/{PART})", number, ways // PART)
        write(row, _LOW, f"=MOD({rest},{PART})", digits, ways % PART)
        high, low = cell(row, _HIGH), cell(row, _LOW)
        joined = f'TEXT({high},"0")&TEXT({low},"{"0" * 8}")'
        write(row, _WAYS, f'=IF({high}=0,TEXT({low},"0"),{joined})', text, str(ways))
        self.sheet.write_string(row, _STATED, str(published), text)
        write(row, _AGREES, f"=EXACT({cell(row, _WAYS)},{cell(row, _STATED)})", text, ways == published)
        self.agree = self.agree and ways == published

    def _rate(self, place: int, formula: str, value: Fraction, bold: bool = False) -> None:
        style = self._style(bold, num_format="0.000000%", align="right")
        self.sheet.write_formula(self.row, place, formula, style, float(value))

    def _style(self, bold: bool, **properties: object) -> "Format":
        """The style of a cell; the last row of a bet is bold, with a line below."""
        return self.book.style(**properties, **({"bold": True, **RULED} if bold else {}))


def _whole(row: int) -> str:
    return f"({cell(row, _HIGH)}*{PART}+{cell(row, _LOW)})"


def _ways_of(ranges: Ranges, bet: int) -> int:
    return sum(ways for (index, _), ways in ranges.ways.items() if index == bet)
