"""A page as a document."""

import json

from analyzer.render.formats.render import readable_json
from analyzer.render.page import Page, Provenance, Verdict
from analyzer.render.words import wording
from analyzer.report.page_document import PAGE, shown_origin
from analyzer.text import message


def test_the_json_of_a_page_has_its_verdict_as_text() -> None:
    made = Provenance()
    verdict = Verdict(message("{n} of them", n=3), False, (message("why"),))
    page = Page((), made, message("title"), verdict=verdict)
    document = json.loads(readable_json(PAGE.of((page, wording(), shown_origin(made)))))
    assert document["verdict"] == {"holds": False, "sentence": "3 of them", "details": ["why"]}
