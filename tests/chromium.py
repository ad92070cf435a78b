"""A real browser: Debian's Chromium, or the one that CHROMIUM names, driven by playwright.

Its tests are collected only with the extra `browser`: `pip install -e '.[browser]' && pytest -m browser`.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import analyzer
from analyzer.web.page import page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""The browser uses no network, and can run as root, as in CI."""

WIDTHS = {"phone": (390, 844), "desk": (1440, 900)}


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Chromium, started only once."""
    from playwright.sync_api import sync_playwright

    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, (
        "expected Chromium on PATH or in CHROMIUM, found none: apt-get install chromium-headless-shell"
    )
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=[*QUIET])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The page of a variant as a file, made only once for each question."""
    folder = tmp_path_factory.mktemp("pages")

    def made(variant: str = "standard", **asked: object) -> Path:
        file = folder / f"{abs(hash((variant, repr(asked))))}.html"
        if not file.exists():
            file.write_text(page(analyzer.question(variant, **asked)), encoding="utf-8")
        return file

    return made


Opened = Callable[..., "Page"]


@pytest.fixture(scope="session")
def window(browser: "Browser") -> "BrowserContext":
    """The one window in which all pages are opened, because opening a window takes long."""
    return browser.new_context()


@pytest.fixture
def opened(window: "BrowserContext", page_file: Callable[..., Path]) -> Iterator[Opened]:
    """Opens the page of a variant at a width and with a fragment; it must report and log no error."""
    pages: list[Page] = []
    faults: list[str] = []

    def at(variant: str = "standard", width: str = "desk", fragment: str = "", **asked: object) -> "Page":
        across, down = WIDTHS[width]
        shown = window.new_page()
        pages.append(shown)
        shown.set_viewport_size({"width": across, "height": down})
        shown.on("pageerror", lambda error: faults.append(str(error)))
        shown.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        shown.on(
            "request",
            lambda asked: None if asked.url.startswith(("file:", "data:")) else faults.append(asked.url),
        )
        shown.goto(f"{page_file(variant, **asked).as_uri()}{fragment}")
        shown.wait_for_selector("html[data-ready=true]", state="attached", timeout=10_000)
        return shown

    yield at
    for shown in pages:
        shown.evaluate("localStorage.clear()")  # Nothing that one test stores may remain for the next.
        shown.close()
    assert not faults
