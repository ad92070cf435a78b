"""The server's whole API, asked by Schemathesis whatever its description allows, and what it does not.

    python tests/campaigns/serve_fuzz.py [SECONDS]

starts a server, lets Schemathesis ask it for 600 seconds or as many as told, and ends with its status. Every
answer must have a status, a type and a form that `GET /api/openapi.json` states; none may be a fault of the
server; what the description forbids must be refused. What it allows may be refused too, by a sentence: which
bets, cards and conditions there are, no schema says.
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
    """The status of Schemathesis."""
    seconds = sys.argv[1] if len(sys.argv) > 1 else "600"
    with serving("--seconds", "5") as server, tempfile.TemporaryDirectory() as folder:
        # Schemathesis keeps what it finds in the folder that it runs in.
        os.chdir(folder)
        options = ["--max-time", seconds, "--workers", "1", "--checks", ",".join(CHECKS), "--no-color"]
        try:
            schemathesis.main(["run", f"{server.url}api/openapi.json", *options, *sys.argv[2:]])
        except SystemExit as ended:
            return int(ended.code or 0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
