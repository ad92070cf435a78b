"""The server's responses: a status and a body, or a refusal in one sentence."""

import json
from dataclasses import dataclass
from typing import Any

JSON = "application/json"

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole response: status, body, media type of the body, and further headers."""

    status: int
    body: bytes
    media: str = JSON
    headers: Headers = ()

    @classmethod
    def of(cls, document: Any, status: int = 200, headers: Headers = ()) -> "Answer":
        """A response with a JSON document on one line."""
        return cls(status, f"{json.dumps(document, ensure_ascii=False)}\n".encode(), JSON, headers)


class Refused(Exception):  # noqa: N818 (a refusal is a response, not a fault)
    """A refusal: a status of 400 or more, and one sentence in English."""

    def __init__(self, status: int, sentence: str, headers: Headers = ()) -> None:
        """A refusal; `headers` are further headers, such as when to try again."""
        super().__init__(sentence)
        self.status = status
        self.headers = headers

    @property
    def answer(self) -> Answer:
        """The refusal as a response."""
        return Answer.of({"error": str(self)}, self.status, self.headers)


def busy(sentence: str, seconds: int = 1) -> Refused:
    """The refusal of an overloaded server; the client may try again after this many seconds."""
    return Refused(429, sentence, (("retry-after", str(seconds)),))
