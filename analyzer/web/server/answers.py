"""What the server answers: a status and a body, or a refusal in one sentence."""

import json
from dataclasses import dataclass
from typing import Any

JSON = "application/json"

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer: its status, its body, what the body is, and more headers."""

    status: int
    body: bytes
    media: str = JSON
    headers: Headers = ()

    @classmethod
    def of(cls, document: Any, status: int = 200, headers: Headers = ()) -> "Answer":
        """A JSON document as an answer, in one line."""
        return cls(status, f"{json.dumps(document, ensure_ascii=False)}\n".encode(), JSON, headers)


class Refused(Exception):  # noqa: N818 (a refusal is an answer)
    """An answer that says no: a status from 400 on, and one sentence."""

    def __init__(self, status: int, sentence: str, headers: Headers = ()) -> None:
        """A refusal with more headers, such as when to ask again."""
        super().__init__(sentence)
        self.status = status
        self.headers = headers

    @property
    def answer(self) -> Answer:
        """The refusal as an answer."""
        return Answer.of({"error": str(self)}, self.status, self.headers)


def busy(sentence: str, seconds: int = 1) -> Refused:
    """The refusal of a server that has too much to do; the client may ask again after some seconds."""
    return Refused(429, sentence, (("retry-after", str(seconds)),))
