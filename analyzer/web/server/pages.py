"""The page of a variant, made in a process of the server, with the policy for what it may load."""

import re
import sys
from base64 import b64encode
from hashlib import sha256

from analyzer.ask.question import question
from analyzer.web.page import served_page

_SCRIPT = re.compile(r"<script\b[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)


def page(variant: str) -> None:
    """Write the page of a variant of the library, below one line with its content policy. Raises
    AnalyzerError if there is no such variant.
    """
    text = served_page(question(variant))
    sys.stdout.write(f"{policy(text)}\n{text}")


def policy(page: str) -> str:
    """The content policy of a page: nothing runs but the scripts that are in it now, each by its digest, and
    nothing is fetched from another place.
    """
    digests = {b64encode(sha256(script.encode()).digest()).decode() for script in _SCRIPT.findall(page)}
    scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in sorted(digests))])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )
