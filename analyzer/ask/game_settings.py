"""What recorded shoes say of their game, resolved once for all that say the same.

Judges nothing, and settles nothing.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.record import RecordedShoe

T = TypeVar("T")


def per_shoe(resolve: Callable[..., T], *names: str) -> Callable[[RecordedShoe], T]:
    """What some settings of a shoe, by name, are resolved to: None stands for one that it does not have.

    Errors in what a shoe says name the shoe. A fault of the caller's comes before one of a shoe.
    """
    resolved = cache(resolve)

    def of(shoe: RecordedShoe) -> T:
        try:
            return resolved(*map(shoe.settings.get, names))
        except AnalyzerError as error:
            resolved(*(None for _ in names))
            raise with_shoe_name(shoe, error) from None

    return of


def with_shoe_name(shoe: RecordedShoe, error: AnalyzerError) -> AnalyzerError:
    """An error in what a shoe says of its game, with the shoe named.

    An unknown variant or unknown rules may come from a file, which a record cannot hold: it is asked for.
    """
    missing = next((key for key in ("variant", "rules") if str(error).startswith(f"unknown {key} ")), None)
    hint = "" if missing is None else f", or give the file of the record's {missing} with --{missing}"
    return type(error)(f"shoe {quoted(shoe.id)}: {error}{hint}")
