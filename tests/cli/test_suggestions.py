"""Wrong command lines: one sentence says what was expected, what came, and the way out."""

import contextlib
import io
import shlex
from pathlib import Path

import pytest
from suite import Run

from analyzer.cli.commands import NAMES
from analyzer.cli.main import main

LINES = [
    ("bets",
     "unknown command 'bets'; did you mean 'baccarat list bets'? (see baccarat --help)"),
    ("oods --decks 6",
     "unknown command 'oods'; did you mean 'odds'? (see baccarat --help)"),
    ("schema ods",
     "unknown schema 'ods'; did you mean 'odds'?"),
    ("odds --deks 6",
     "unknown option '--deks'; did you mean '--decks'? (see baccarat odds --help)"),
    ("odds --decks six",
     "expected --decks with a whole number from 1 to 1923, got 'six'"),
    ("odds --bet drgon-7",
     "unknown bet 'drgon-7' in variant 'standard'; did you mean 'dragon-7'?"),
    ("odds --bet tie/88",
     "unknown paytable '88' of bet 'tie' in variant 'standard'; did you mean '8'?"),
    ("odds ez-bacarat",
     "unknown variant 'ez-bacarat'; did you mean 'ez-baccarat'?"),
    ("odds 6",
     "unknown variant '6'; for 6 decks write --decks 6"),
    ("deal '1 deck'",
     "unknown variant '1 deck'; for 1 deck write --decks 1"),
    ("odds dragon-7",
     "unknown variant 'dragon-7'; it is a bet: write --bet dragon-7"),
    ("closed-form tie",
     "unknown variant 'tie'; it is a bet: write --bet tie"),
    ("removal tie/9",
     "unknown variant 'tie/9'; it is a bet: write --bet tie/9"),
    ("odds tie/88",
     "unknown variant 'tie/88'; it is a bet: write --bet tie"),
    ("design tie --edge 5% --rules tie",
     "unknown rules 'tie'"),
    ("solve tie win --edge 5% --bets tie",
     "expected a file of bets, got 'tie'"),
    ("odds --rules tie",
     "unknown rules 'tie'; it is a bet: write --bet tie"),
    ("tableau bets.toml",
     "bets.toml: expected rules, got a file of bets"),
    ("odds --rules bets.toml",
     "bets.toml: expected rules, got a file of bets; write --bets bets.toml"),
    ("odds --forse",
     "unknown option '--forse' (see baccarat odds --help)"),
    ("odds --froce -o x.md",
     "unknown option '--froce' (see baccarat odds --help)"),
    ("odds -o my.txt",
     "'my.txt' exists and is not replaced; name another file"),
    ("odds -o odds.doc",
     "expected a file whose suffix is a format (.txt, .md, .csv, .json, .tex, .html, .htm, .xlsx, .pdf), or "
     "--format with any other suffix, got 'odds.doc'"),
    ("odds -o odds.svg",
     "expected a file whose suffix is a format (.txt, .md, .csv, .json, .tex, .html, .htm, .xlsx, .pdf), or "
     "--format with any other suffix, got 'odds.svg'"),
    ("odds --format csv -o odds.pdf",
     "expected a file ending in .csv for format 'csv', got 'odds.pdf'"),
    ("odds --format text -o odds.csv",
     "expected a file ending in .txt for format 'text', got 'odds.csv'"),
    ("certify -o odds.pdf",
     "expected a file ending in .json for format 'json', got 'odds.pdf'"),
    ("closed-form --bet tie --export python -o tie.md",
     "expected a file ending in .txt for format 'text', got 'tie.md'"),
    ("odds thai-literal",
     "unknown variant 'thai-literal'; it is a set of rules: write --rules thai-literal"),
    ("odds how-dragon-7",
     "unknown variant 'how-dragon-7'; it is a count, which count and sweep take as --count how-dragon-7"),
    ("odds cut-14",
     "unknown variant 'cut-14'; it is a dealing procedure, which deal, replay and sweep take as --procedure "
     "cut-14"),
    ("explain classic",
     "unknown bet 'classic' in variant 'standard'; it is a variant: write baccarat odds classic"),
    ("design classic --edge 5%",
     "unknown bet 'classic' in variant 'standard'; it is a variant: write baccarat odds classic"),
    ("odds --bets tie",
     "expected a file of bets, got 'tie'; it is a bet: write --bet tie"),
    ("design my-bets.toml",
     "unknown bet 'my-bets.toml' in variant 'standard'; for the bets of a file write --bets my-bets.toml"),
    ("tableau classic",
     "unknown rules 'classic'; it is a variant, with the rules 'punto-banco'"),
    ("sweep --count dragon-7",
     "unknown count 'dragon-7'; it is a bet: write --bet dragon-7"),
    ("odds classic 6",
     "got unexpected extra argument(s) (6); for 6 decks write --decks 6 (see baccarat odds --help)"),
    ("odds classic standard",
     "got unexpected extra argument(s) (standard) (see baccarat odds --help)"),
    ("odds --variant classic",
     "--variant is no option of odds: write it alone, as in baccarat odds VARIANT"),
    ("explain --bet tie",
     "--bet is no option of explain: write it alone, as in baccarat explain BET"),
    ("odds --shoe 6",
     "unknown option '--shoe'; did you mean '--decks' or '--remaining'?"),
    ("odds --bet-files my-bets.toml",
     "unknown option '--bet-files'; did you mean '--bets'?"),
    ("odds --rules punto-banko",
     "unknown rules 'punto-banko'; did you mean 'punto-banco'?"),
    ("odds --format jason",
     "unknown format 'jason'; did you mean 'json'?"),
    ("odds --lang english",
     "unknown language 'english'; choose from en, ko, th, vi, zh-Hans, zh-Hant"),
    ("odds --pay tie.wn=9",
     "unknown line 'wn' in bet 'tie'; did you mean 'win'?"),
    ("odds --pay tie",
     "expected --pay BET[.LINE]=RATIO such as tie=9, got 'tie'"),
    ("odds --seen 9x",
     "expected a card such as 9c, Th or K, got '9x'"),
    ("odds --dealt X:9c",
     'expected cards dealt such as "P:9c,5 B:K" or "P:?,5d next:5=9c", got \'X:9c\''),
    ("odds --commission four",
     "expected a commission from 0% to below 100% such as 5%, 0.05 or 1/20, got 'four'"),
    ("odds --plot out.bmp",
     "expected a plot file ending in .svg or .png, got 'out.bmp'"),
    ("odds --plot-of line",
     "unknown view 'line'; did you mean 'lines'?"),
    ("odds --plot-of lines",
     "expected --plot FILE with --plot-of, got none"),
    ("odds --workbook book.txt",
     "expected a workbook file ending in .xlsx, got 'book.txt'"),
    ("odds -o",
     "option '-o' requires an argument (see baccarat odds --help)"),
    ("odds -o nowhere/file.txt",
     "cannot write 'nowhere/file.txt': folder 'nowhere' does not exist"),
    ("report clasic",
     "unknown variant 'clasic'; did you mean 'classic'?"),
    ("compare standard",
     "missing argument 'B' (see baccarat compare --help)"),
    ("compare standrad classic",
     "unknown item 'standrad'; did you mean 'standard'?"),
    ("compare standard tie",
     "expected two variants, two sets of rules, two bets or two shoes, got variant 'standard' "
     "and bet 'tie'; compare two of one sort, and give the bets of both with --bet"),
    ("compare tie player --deck 3",
     "unknown option '--deck'; did you mean '--decks'? (see baccarat compare --help)"),
    ("explain lucky6",
     "unknown bet 'lucky6' in variant 'standard'; did you mean 'lucky-6'?"),
    ("removal --by suits",
     "unknown fineness 'suits'; choose from cards, points, ranks"),
    ("removal --order 3",
     "expected --order 1 or 2, got '3'"),
    ("removal --bet tei",
     "unknown bet 'tei' in variant 'standard'; did you mean 'tie'?"),
    ("count --count how-dragon7",
     "unknown count 'how-dragon7'; did you mean 'how-dragon-7'?"),
    ("count --level 12",
     "expected a level of tags from 1 to 9, got 12"),
    ('count --tags "1 2 3"',
     'expected 10 tags A…9 T such as "0 0 0 -1 -1 -1 -1 2 2 0", 13 tags A…K, or "9=-12 T=1", '
     "got 3 tags in '1 2 3'"),
    ("count --by rank",
     "unknown fineness 'rank'; did you mean 'ranks'?"),
    ("tail --bet tie",
     "expected --unseen with a whole number of 0 or more, got none"),
    ("tail --unseen many",
     "expected --unseen with a whole number of 0 or more, got 'many'"),
    ("tail --unseen 6 --threads 0",
     "expected --threads with a whole number of 1 or more, got '0'"),
    ("sweep --seed -1",
     "expected --seed with a whole number of 0 or more, got '-1'"),
    ("sweep --shoes 0",
     "expected --shoes with a whole number of 1 or more, got '0'"),
    ("sweep --procedure cut14",
     "unknown procedure 'cut14'; did you mean 'cut-14'?"),
    ("sweep --count how-dragon7",
     "unknown count 'how-dragon7'; did you mean 'how-dragon-7'?"),
    ("sweep --cut-card 52..14",
     "expected --cut-card with a number of cards, or a range such as 14..52, got '52..14'"),
    ("sweep --burn-seen frist",
     "expected --burn-seen with none, first-card or all, got 'frist'"),
    ("sweep --cluster localhost",
     "expected a scheduler as tcp://HOST:PORT such as tcp://127.0.0.1:8786, got 'localhost'"),
    ("inside --after 3",
     "expected 4 or 5 open cards, got 3"),
    ("inside --player 12",
     "expected a total from 0 to 9, got 12"),
    ("peek --card 7",
     "expected the place of a card from 1 to 6 under rules 'punto-banco', got 7"),
    ("peek --card x",
     "expected --card with a whole number of 0 or more, got 'x'"),
    ("design",
     "missing argument 'BET' (see baccarat design --help)"),
    ("design lucky6",
     "unknown bet 'lucky6' in variant 'standard'; did you mean 'lucky-6'?"),
    ("design lucky-6 --edge 5 --pays two-card=1..20",
     "expected a house edge with a percent sign if above 100%, got '5', which may mean 5% (0.05) "
     "or 500% (5); write 5% or 500%"),
    ("design lucky-6 --edge 5% --pays two-card=1..20 --rank target --target 5",
     "expected a target edge with a percent sign if above 100%, got '5', which may mean 5% (0.05) "
     "or 500% (5); write 5% or 500%"),
    ("design lucky-6 --edge 5% --pays two-card=1..20 --unseen 6 --max-yield 2",
     "expected a counter's yield of at least 0% with a percent sign if above 100%, got '2', which may "
     "mean 2% (0.02) or 200% (2); write 2% or 200%"),
    ("design lucky-6 --edge 8%..5% --pays two-card=1..20",
     "expected the lower end of a house edge first, got '8%..5%'"),
    ("design lucky-6 --edge 5% --pays two-crad=1..20",
     "unknown line 'two-crad' in bet 'lucky-6/12-20'; did you mean 'two-card'?"),
    ("design lucky-6 --edge 5% --pays two-card",
     "expected --pays LINE=LO..HI[:STEP] such as two-card=1..200, got 'two-card'"),
    ("design lucky-6 --edge 5% --pays two-card=1..20 --rank edgy",
     "unknown rank 'edgy'; did you mean 'edge'?"),
    ("design lucky-6 --edge 5% --pays two-card=1..20 --pareto low,low",
     "expected pareto with an edge and a volatility such as low-edge,low-sd or "
     "high-edge,low-sd, got 'low,low'"),
    ("design lucky-6 --solve two-card --edge 5%",
     "--solve is no option of design: use baccarat solve BET LINE (see baccarat solve --help)"),
    ("design lucky-6",
     "expected the pays of one line or more, such as --pays two-card=1..20; baccarat solve "
     "lucky-6 shows how the edge depends on the pays"),
    ("solve",
     "missing argument 'BET' (see baccarat solve --help)"),
    ("solve lucky-6 --edge 5%",
     "bet 'lucky-6' has several pays; name the one to solve for: two-card, three-card"),
    ("solve lucky-6 two-card",
     "expected --edge or --sd with a line to solve for, got neither"),
    ("solve lucky-6 two-card --edge 5% --sd 3",
     "expected either --edge or --sd, got both"),
    ("solve tie --edge 5",
     "expected a house edge with a percent sign if above 100%, got '5', which may mean 5% (0.05) "
     "or 500% (5); write 5% or 500%"),
    ("solve tie --decks 6 --remaining 0=20",
     "expected either --decks or --remaining, got both"),
    ("solve lucky-6 two-crad --edge 5%",
     "unknown name or line 'two-crad' of bet 'lucky-6'; did you mean 'two-card'?"),
    ("closed-form --by deck",
     "unknown kind of closed form 'deck'; did you mean 'decks'?"),
    ("closed-form --export latx",
     "unknown export 'latx'; did you mean 'latex'?"),
    ("tableau punto-bnco",
     "unknown rules 'punto-bnco'; did you mean 'punto-banco'?"),
    ("tableau --decks infinit",
     "expected --decks with a whole number from 1 to 1923, got 'infinit'"),
    ("chemin-de-fer --model both-sees",
     "unknown model 'both-sees'; did you mean 'both-see'?"),
    ("chemin-de-fer --decks 0",
     "expected a number of decks from 1 to 1923, got 0"),
    ("joint --stake tie",
     "expected --stake BET=AMOUNT such as tie=5, got 'tie'"),
    ("joint --stake tei=1",
     "expected a stake on one of the bets asked for, got 'tei'; did you mean 'tie'?"),
    ("joint --stake tie=x",
     "expected a stake on bet 'tie' such as 12, 0.95 or 19/20, got 'x'"),
    ("bankroll",
     "expected --coups with a whole number of 1 or more, got none"),
    ("bankroll --coups ten",
     "expected --coups with a whole number of 1 or more, got 'ten'"),
    ("bankroll --coups 10 --quantile 200%",
     "expected a quantile above 0% and below 100%, got '200%'"),
    ("bankroll --coups 10 --bankroll -5",
     "expected a bankroll above zero, in units, got '-5'"),
    ("monitor --rounds 0",
     "expected --rounds with a whole number of 1 or more, got '0'"),
    ("monitor --confidence 2",
     "expected a confidence above 0% and below 100%, got '2', which may mean 2% (0.02) or 200% (2); "
     "write 2%"),
    ("monitor --observed x",
     "expected one number of rounds over which the RTP was observed, got none or several"),
    ("deal --seed -1",
     "expected --seed with a whole number of 0 or more, got '-1'"),
    ("deal --shoe 0",
     "expected --shoe with a whole number of 1 or more, got '0'"),
    ("deal --record shoe.doc",
     "expected a record's file to end in one of .txt, .json, .csv, .tsv, .jsonl, .ndjson, got "
     "'shoe.doc'"),
    ("deal --procedure nosuch",
     "unknown procedure 'nosuch'; choose from cut-14, cut-card-coup-last, first-seed, "
     "jacobson, midi, mini, random-cut-card, reserve-cards, second-seed, standard, to-the-end"),
    ("replay",
     "missing argument 'FILE|-' (see baccarat replay --help)"),
    ("replay nosuch.csv",
     "cannot read the record 'nosuch.csv': no such file or directory"),
    ("replay my.txt",
     "my.txt: line 1: expected a coup such as 12. P:9c,5d,3h B:Kh,2c B, or shoe: NAME, a "
     "comment beginning with #, or cards alone, got 'hello' (and 1 more)"),
    ("replay my.txt --test",
     "--test is no option of replay: use baccarat evidence FILE (see baccarat evidence --help)"),
    ("replay my.txt --alpha 5%",
     "--alpha is no option of replay: use baccarat evidence FILE (see baccarat evidence --help)"),
    ("replay --confidence=99% my.txt",
     "--confidence is no option of replay: use baccarat evidence FILE (see baccarat evidence --help)"),
    ("evidence",
     "expected a record, or --coups N for what one could show, got neither"),
    ("evidence nosuch.csv",
     "cannot read the record 'nosuch.csv': no such file or directory"),
    ("evidence my.txt --odds",
     "unknown option '--odds' (see baccarat evidence --help)"),
    ("settle nosuch.txt",
     "cannot read the record 'nosuch.txt': no such file or directory"),
    ("settle my.txt --limits first-sed",
     "my.txt: line 1: expected a coup such as 12. P:9c,5d,3h B:Kh,2c B, or shoe: NAME, a "
     "comment beginning with #, or cards alone, got 'hello' (and 1 more)"),
    ("settle my.txt --rounding up-ish",
     "unknown rounding 'up-ish'; choose from down, none, up"),
    ("settle my.txt --stake tie",
     "expected --stake BET=AMOUNT such as tie=5, got 'tie'"),
    ("roads nosuch.txt",
     "nosuch.txt: cannot be read (no such file or directory)"),
    ("roads my.txt",
     "my.txt: line 1: expected a coup such as 12. P:9c,5d,3h B:Kh,2c B, or shoe: NAME, a "
     "comment beginning with #, or cards alone, got 'hello' (and 1 more)"),
    ("roads my.txt --rows 0",
     "expected --rows with a whole number of 1 or more, got '0'"),
    ("prediction --coups 5",
     "expected from 0 to 2 coups before, got 5"),
    ("prediction --shoes 1",
     "expected --shoes with a whole number of 2 or more, got '1'"),
    ("prediction --seed -1",
     "expected --seed with a whole number of 0 or more, got '-1'"),
    ("list bet",
     "unknown sort 'bet'; did you mean 'bets'?"),
    ("list tie/88",
     "unknown sort 'tie/88'; write baccarat show tie"),
    ("list bets --bets my.toml",
     "unknown option '--bets' (see baccarat list --help)"),
    ("odds --bet_file my.toml",
     "unknown option '--bet_file'; did you mean '--bets'?"),
    ("list bets --where needs=colour",
     "unknown needs 'colour'; choose from cards, points, ranks, suits"),
    ("list bets --where sise=3",
     "unknown key 'sise' of --where 'sise=3'; choose from alias, edge, family, hit, id, name, "
     "needs, note, pays, push, reason, rtp, source"),
    ("list bets --where edge<x",
     "--where 'edge<x': expected a house edge such as 5%, 0.05 or 1/20, got 'x'"),
    ("show tei",
     "unknown item 'tei'; did you mean 'tie'?"),
    ("show nosuch.toml",
     "nosuch.toml: no such file"),
    ("lint",
     "missing argument 'FILE' (see baccarat lint --help)"),
    ("lint nosuch.toml",
     "nosuch.toml: no such file"),
    ("audit nosuch.toml",
     "nosuch.toml: no such file"),
    ("audit empty.toml",
     "empty.toml: missing key 'claim'"),
    ("audit --only wrng",
     "unknown verdict 'wrng'; did you mean 'wrong'?"),
    ("publish --chek",
     "unknown option '--chek'; did you mean '--check'? (see baccarat publish --help)"),
    ("certify clasic",
     "unknown variant 'clasic'; did you mean 'classic'?"),
    ("certify --dealt P:9",
     "expected no --dealt, as a certificate is of whole coups; name cards gone from the shoe "
     "with --seen, or say what is known of the coup with --given"),
    ("verify-certificate nosuch.json",
     "nosuch.json: cannot be read (no such file or directory)"),
    ("verify-certificate my.txt",
     "my.txt: expected a certificate in JSON, got other text (expecting value)"),
    ("odds --bets empty.toml",
     "empty.toml: missing key 'bet'"),
    ("odds classic extra",
     "got unexpected extra argument(s) (extra) (see baccarat odds --help)"),
    ("--versoin",
     "unknown option '--versoin'; did you mean '--version'? (see baccarat --help)"),
    ("odds --digits 99",
     "expected digits from 0 to 60, got 99"),
    ("odds --force=yes",
     "option '--force' does not take a value (see baccarat odds --help)"),
]  # fmt: skip


def said(line: str) -> tuple[int, str, str]:
    """Status, stdout and stderr of a command line."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(shlex.split(line))
    return status, out.getvalue(), err.getvalue()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with files that are not what they are taken for."""
    monkeypatch.chdir(tmp_path)
    Path("my.txt").write_text("hello there\n", encoding="utf-8")
    Path("empty.toml").write_text("", encoding="utf-8")
    Path("bets.toml").write_text('[[bet]]\nid = "own"\n', encoding="utf-8")


@pytest.mark.parametrize(("line", "sentence"), LINES, ids=[line for line, _ in LINES])
def test_a_wrong_line_is_one_sentence_with_the_way_out(line: str, sentence: str) -> None:
    assert said(line) == (2, "", f"baccarat: {sentence}\n")


@pytest.mark.parametrize(("given", "told"), [(365, "x" * 365 + ")"), (366, "x" * 366), (500, "x" * 366)])
def test_what_is_wrong_is_told_in_400_characters_at_most(given: int, told: str) -> None:
    wrong = "got unexpected extra argument(s) ("
    assert len(wrong) == 400 - 366
    sentence = f"baccarat: {wrong}{told} (see baccarat odds --help)\n"
    assert said(f"odds classic {'x' * given}") == (2, "", sentence)


def test_every_command_has_a_wrong_line() -> None:
    tried = {line.partition(" ")[0] for line, _ in LINES}
    assert set(NAMES) <= tried


@pytest.mark.parametrize(
    "line", ["odds odd", "odds --rules odd", "sweep --procedure odd", "count --count odd"]
)
def test_a_file_without_its_ending_is_pointed_out(line: str) -> None:
    Path("odd").write_text("", encoding="utf-8")
    assert said(line)[2].endswith("; the file of that name is './odd'\n")


@pytest.mark.parametrize(
    "line", ["roads record.txt --variant 6", "settle record.txt --stake tie=1 --rules 6"]
)
def test_decks_are_no_hint_where_there_is_no_such_option(
    line: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("record.txt").write_text("P:2h,3d B:9c,9h winner:banker\n", encoding="utf-8")
    status, _, error = run(*line.split())
    assert (status, "--decks" in error) == (2, False)
    assert "write --decks 6" in run("odds", "6")[2]


@pytest.mark.parametrize(("command", "hinted"), [("odds", True), ("count", False), ("removal", False)])
def test_exhaustive_is_proposed_only_where_a_command_has_it(
    command: str, hinted: bool, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "heavy.toml"
    when = "count(suit == hearts) == 6 and p1.rank == b1.rank and p1.suit == b1.suit and distinct(rank) == 4"
    file.write_text(
        f"[[bet]]\nid='h'\nname='H'\nlines=[{{ id='win', when='{when} and p2.suit != b2.suit' }}]\n"
        "paytable={ win='9' }\n"
    )
    status, _, err = run(command, "--bets", str(file))
    assert (status, "at most 100,000,000 patterns" in err) == (2, True)
    assert err.endswith(", or add --exhaustive\n") is hinted
    assert ("--exhaustive" in err) is hinted
