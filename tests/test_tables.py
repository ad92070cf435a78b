"""The published tables: each is what its command in `tables/README.md` prints today, byte for byte."""

import re
import shlex
from pathlib import Path

import pytest

from analyzer.cli.main import main

TABLES = Path(__file__).parent.parent / "tables"
COMMANDS = re.findall(
    r"^\$ baccarat (.+) -o tables/(\S+) --force$", (TABLES / "README.md").read_text(encoding="utf-8"), re.M
)


def test_every_table_has_its_command() -> None:
    kept = {path.relative_to(TABLES).as_posix() for path in TABLES.rglob("*") if path.is_file()}
    assert sorted(name for _, name in COMMANDS) == sorted(kept - {"README.md"})


@pytest.mark.parametrize(("command", "name"), COMMANDS, ids=[name for _, name in COMMANDS])
def test_table_is_current(
    command: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = tmp_path / Path(name).name
    assert main([*shlex.split(command), "-o", str(fresh)]) == 0
    assert capsys.readouterr().out == ""
    assert fresh.read_bytes() == (TABLES / name).read_bytes(), (
        f"stale: baccarat {command} -o tables/{name} --force"
    )
