"""A JSON document: its name and version, what it was made from, and the fields of the answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from analyzer.report.fields import Field, Fields, each, entries, said
from analyzer.report.kinds import TEXT, Json
from analyzer.report.origin import ABOUT, Origin

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Document(Generic[T]):
    """What a command prints as JSON, one object always: `schema`, `about`, then the fields of the answer.

    Attributes:
        name: the name of its schema; `version` counts the schema's changes.
        command: the command that prints it, with any option that selects it.
        fields: what it says of the answer.
        origin: what decided an answer.
    """

    name: str
    version: int
    command: str
    fields: Fields[T]
    origin: Callable[[T], Origin]

    @property
    def schema_name(self) -> str:
        """What its schema is called, such as `odds-2`."""
        return f"{self.name}-{self.version}"

    @property
    def schema(self) -> str:
        """How documents name their schema, such as `baccarat-odds/2`."""
        return f"baccarat-{self.name}/{self.version}"

    @property
    def all_fields(self) -> Sequence[Field[T]]:
        """The fields of the whole document."""
        head = (said("schema", TEXT, lambda _: self.schema), said("about", ABOUT, self.origin))
        return (*head, *each(self.fields))

    def of(self, answer: T) -> Json:
        """The document of an answer."""
        return entries(self.all_fields, answer)
