"""The accessibility rules of axe-core, checked on a page as the browser shows it."""

import json
from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def check_axe(page: "Page", context: str | None = None) -> None:
    """Check that a page, or an element of it, meets all rules in light and dark, and fits its window."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, context, options={"runOnly": RULES})
        faults = [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in found.response["violations"]]
        assert not faults, f"{scheme}: {json.dumps(faults, indent=1)}"
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} pixels wider than the window"
