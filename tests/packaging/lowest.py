"""The lowest version of each dependency that pyproject.toml allows, as a constraints file for pip.

`python tests/packaging/lowest.py >lowest.txt && pip install -c lowest.txt -e '.[test]'` installs them.
"""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def lowest() -> list[str]:
    """One line for each requirement of the package, of its extras and of its build.

    Raises:
        ValueError: a requirement has another form than NAME>=VERSION.
    """
    page = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    project = page["project"]
    groups = [page["build-system"]["requires"], project["dependencies"]]
    groups += project["optional-dependencies"].values()
    pairs = [one.split(">=") for one in sorted({one for group in groups for one in group})]
    return [f"{name}=={version}" for name, version in pairs]


if __name__ == "__main__":
    print(*lowest(), sep="\n")
