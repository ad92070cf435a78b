"""A JSON document: its name, its version, what it was made from, and the fields of the answer."""

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
"""The answer to a yes-or-no question."""


@dataclass(frozen=True, slots=True)
class Document(Generic[T]):
    """What a command prints as JSON, always one object: `schema`, `about`, then the fields of the answer.

    Attributes:
        name: the name of its schema.
        version: the number of the schema's version.
        command: the command that prints it, with any option that selects it.
        fields: the fields of the answer.
        origin: what decided an answer.
        forms: if answers have several forms, the further fields of each form, by its name.
        form_of: the name of an answer's form.
        verdict: the verdict of an answer; None if the document has no verdict.
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
        """The name and version of its schema, such as `odds-2`."""
        return f"{self.name}-{self.version}"

    @property
    def schema(self) -> str:
        """The schema as documents state it, such as `baccarat-odds/2`."""
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
