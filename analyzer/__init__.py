"""Every probability in baccarat, exactly, as a rational number.

The public names are listed in `__init__.pyi`. Each is loaded on first use, so `import analyzer` stays light.
"""

from importlib import import_module

__version__ = "1.0.0"

# Importing a subpackage sets its name here. If a public function has the same name, the subpackage is
# imported now and the name is removed, so that the name always means the function.
from analyzer import audit, bets, report

del audit, bets, report

with open(f"{__file__}i", encoding="utf-8") as _stub:
    _MODULES = {line.split()[-1]: line.split()[1] for line in _stub if line.startswith("from .")}
"""The module of each public name, read by line: parsing the stub takes 2% of a first `baccarat odds`."""

__all__ = list(_MODULES)


def __getattr__(name: str) -> object:
    """The public object with this name, imported now."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return __all__
