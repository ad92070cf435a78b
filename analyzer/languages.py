"""The languages that names and pages can be in.

Knows no words of any.
"""

from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "th", "ko", "vi")
"""Their tags by BCP 47: English and the languages of the sources that the variants are from."""


def language(code: str) -> str:
    """The code itself, if it is one of a language.

    Raises:
        CatalogError: it is not.
    """
    if code not in LANGUAGES:
        raise CatalogError(f"unknown language {quoted(code)}{did_you_mean(str(code)[:40], LANGUAGES)}")
    return code
