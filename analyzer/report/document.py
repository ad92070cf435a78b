"""A JSON document: its name and version, what it was made from, and the fields of the answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from analyzer.render.page import Verdict
from analyzer.report.fields import Fields, in_forms, record, said
from analyzer.report.kinds import FLAG, TEXT, Json, Kind, many, plain, titled
from analyzer.report.origin import ABOUT, Origin

T = TypeVar("T")

VERDICT = titled(
    "verdict", record(said("holds", FLAG.optional), said("sentence", TEXT), said("details", many(TEXT)))
)
"""The answer to a question of yes or no."""


@dataclass(frozen=True, slots=True)
class Document(Generic[T]):
    """What a command prints as JSON, one object always: `schema`, `about`, then the fields of the answer.

    Attributes:
        name: the name of its schema; `version` counts the schema's changes.
        command: the command that prints it, with any option that selects it.
        fields: what it says of the answer.
        origin: what decided an answer.
        forms: what it says after that, by the name of a form, if answers have several forms.
        form_of: the name of an answer's form.
        verdict: what an answer says to its question of yes or no; None if the document answers none.
    """

    name: str
    version: int
    command: str
    fields: Fields[T]
    origin: Callable[[T], Origin]
    forms: Mapping[str, Fields[T]] = field(default_factory=dict)
    form_of: Callable[[T], str] = str
    verdict: Callable[[T], Verdict | None] | None = None

    @property
    def schema_name(self) -> str:
        """What its schema is called, such as `odds-2`."""
        return f"{self.name}-{self.version}"

    @property
    def schema(self) -> str:
        """How documents name their schema, such as `baccarat-odds/2`."""
        return f"baccarat-{self.name}/{self.version}"

    @property
    def kind(self) -> Kind:
        """The whole document as a kind of value: a record, or one for each form."""
        schema = said("schema", plain(const=self.schema, type="string"), lambda _: self.schema)
        verdict = [] if self.verdict is None else [said("verdict", VERDICT, self.verdict, absent=True)]
        fields: Fields[Any] = (schema, said("about", ABOUT, self.origin), verdict, self.fields)
        if not self.forms:
            return record(fields)
        return in_forms({name: (fields, form) for name, form in self.forms.items()}, self.form_of)

    def of(self, answer: T) -> Json:
        """The document of an answer."""
        return cast(Json, self.kind.entry(answer))
