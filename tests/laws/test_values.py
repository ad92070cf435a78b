"""The lower layers return values: frozen dataclasses, with slots unless they cache a result."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cached_property
from importlib import import_module

import pytest
from suite import ROOT

PACKAGE = ROOT / "analyzer"
MODULES = [
    "exact",
    "analysis.valuation",
    *(
        f"{folder}.{path.stem}"
        for folder in ("game", "bets", "census")
        for path in (PACKAGE / folder).glob("[a-z]*.py")
    ),
    "census._kernel_py",
]


@pytest.mark.parametrize("name", sorted(MODULES))
def test_values_are_frozen_and_slotted(name: str) -> None:
    module = import_module(f"analyzer.{name}")
    values = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and is_dataclass(value) and value.__module__ == module.__name__
    ]
    for value in values:
        keeps = any(isinstance(part, cached_property) for part in vars(value).values())
        blank = object.__new__(value)
        with pytest.raises(FrozenInstanceError):
            setattr(blank, fields(value)[0].name, None)
        assert hasattr(blank, "__dict__") == keeps, value


CHANGING = {
    "catalog.lint_input._NoFaults",
    "catalog.toml_table.Faults",
    "play.evidence.sums.Sums",
    "play.prediction.measured._Sums",
    "play.settlement.ledger._LedgerWriter",
    "play.settlement.ledger._Funds",
    "publish.build.Contents",
    "web.server.jobs.Job",
}
"""Classes that collect data, which are changed as more arrives."""

EVERY = sorted(
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    for path in PACKAGE.rglob("*.py")
    if "@dataclass" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", EVERY)
def test_values_are_frozen_in_every_module(name: str) -> None:
    module = import_module(f"analyzer.{name}")
    frozen = {
        f"{name}.{value.__name__}": value.__dataclass_params__.frozen  # type: ignore[attr-defined]
        for value in vars(module).values()
        if is_dataclass(value) and isinstance(value, type) and value.__module__ == module.__name__
    }
    assert frozen == {value: value not in CHANGING for value in frozen}
