"""Tests the server's whole API with Schemathesis: requests that its description allows, and others.

    python tests/campaigns/serve_fuzz.py [SECONDS]

starts a server, runs Schemathesis on it for SECONDS (by default 600), and ends with its exit status. Every
response must have a status, a media type and a form that `GET /api/openapi.json` states, and none may be a
server error. Requests that the description forbids must be refused. Requests that it allows can also be
refused, in a sentence, because no schema lists the valid bets, cards and conditions.
"""

import os
import sys
import tempfile
from pathlib import Path

from schemathesis.cli import schemathesis

sys.path.insert(0, str(Path(__file__).parents[1]))

from served import serving

CHECKS = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
    *("response_headers_conformance", "response_schema_conformance", "negative_data_rejection"),
    *("unsupported_method", "allow_header_conformance", "missing_required_header", "use_after_free"),
)


def main() -> int:
    """Run Schemathesis and return its status."""
    seconds = sys.argv[1] if len(sys.argv) > 1 else "600"
    with serving("--seconds", "5") as server, tempfile.TemporaryDirectory() as folder:
        # Schemathesis writes its findings into the current folder.
        os.chdir(folder)
        options = ["--max-time", seconds, "--workers", "1", "--checks", ",".join(CHECKS), "--no-color"]
        try:
            schemathesis.main(["run", f"{server.url}api/openapi.json", *options, *sys.argv[2:]])
        except SystemExit as ended:
            return int(ended.code or 0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
