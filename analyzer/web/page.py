"""The page: one HTML file that contains the programs of a variant's bets and computes any shoe offline."""

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from analyzer.analysis.question import Question
from analyzer.catalog import load
from analyzer.catalog.reference import CATALOG
from analyzer.render.words import wording
from analyzer.web.carried import carried
from analyzer.web.data import named, page_data
from analyzer.web.phrases import PHRASES

STATIC = Path(__file__).with_name("static")

SCRIPTS = (
    *("home", "exact", "weigh", "census", "coup", "store", "parts", "api", "own", "live", "shoe"),
    *("pays", "copies", "cloud", "counter", "editor", "worth", "questions", "bench"),
    *("roads", "board", "certificate", "check", "variants", "frame", "start"),
)
"""The parts of the page's script, in order; they share one scope, and each uses only earlier parts."""

STYLES = ("page", "shoe", "bench", "board", "check")
"""The style sheets of the page: the common one, then one per room."""


def page(question: Question, *, served: bool = False) -> str:
    """The page of a question about whole coups as one HTML document that loads nothing else.

    If `served`, it asks the server that it came from for everything that needs Python. Raises AnalyzerError
    if the question has dealt cards or a condition.
    """
    script, style = joined(SCRIPTS, "js"), joined(STYLES, "css")
    library = (STATIC / "vendor" / "preact.js").read_text(encoding="utf-8").rstrip("\n")
    sources = [library, script]
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(map(_hashed, sources))}",
            f"style-src {_hashed(style)}",
            "img-src data:",
            "connect-src 'self'" if served else "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    # A page from a server links to the pages of the other variants.
    variants = [{"id": one, **named(load.variant(one))} for one in load.variant_ids() if served]
    known = page_data(carried(question)) | {"served": served, "variants": variants}
    if served:
        file = CATALOG / "variants" / f"{question.variant.id}.toml"
        known["toml"] = file.read_text(encoding="utf-8")
    data = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    data = data.replace("<", "\\u003c")  # So that no text can end the script element.
    title = escape(f"{question.variant.name} · {wording().translate(PHRASES['title'])}")
    lines = (
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=True)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        '<link rel="icon" href="data:,">',
        f"<title>{title}</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        f"<noscript><p>{escape(wording().translate(PHRASES['noscript']))}</p></noscript>",
        '<div id="page"></div>',
        f'<script type="application/json" id="data">{data}</script>',
        f"<script>{library}</script>",
        f'<script type="module">{script}</script>',
        "</body>",
        "</html>",
    )
    return "\n".join(lines) + "\n"


@cache
def joined(names: tuple[str, ...], suffix: str) -> str:
    """The parts of a script or a style sheet as one text."""
    parts = (f"{STATIC.joinpath(f'{name}.{suffix}').read_text(encoding='utf-8').strip()}\n" for name in names)
    return "\n" + "\n".join(parts)


def _hashed(source: str) -> str:
    """The source expression of a content security policy that allows exactly this script or style."""
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"
