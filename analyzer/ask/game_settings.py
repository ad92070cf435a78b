"""The settings of recorded shoes, such as variant and rules, resolved once for all shoes that share them."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.record import RecordedShoe

T = TypeVar("T")


def per_shoe(resolve: Callable[..., T], *names: str) -> Callable[[RecordedShoe], T]:
    """A function of a shoe: what `resolve` returns for its settings of these names, None for any it lacks.

    An error in a shoe's settings names the shoe; one that occurs without any settings too is the caller's.
    """
    resolved = cache(resolve)

    def resolved_for(shoe: RecordedShoe) -> T:
        try:
            return resolved(*map(shoe.settings.get, names))
        except AnalyzerError as error:
            resolved(*(None for _ in names))
            raise with_shoe_name(shoe, error) from None

    return resolved_for


def with_shoe_name(shoe: RecordedShoe, error: AnalyzerError) -> AnalyzerError:
    """An error in the settings of a shoe, with the shoe named.

    An unknown variant or unknown rules may come from a file, which a record cannot hold: the error asks for
    it.
    """
    missing = next((key for key in ("variant", "rules") if str(error).startswith(f"unknown {key} ")), None)
    hint = "" if missing is None else f", or give the file of the record's {missing} with --{missing}"
    return type(error)(f"shoe {quoted(shoe.id)}: {error}{hint}")
