"""The lowest version of each dependency that pyproject.toml allows, as a constraints file for pip.

`python tests/packaging/lowest.py >lowest.txt && pip install -c lowest.txt -e '.[test]'` installs them.
"""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def lowest() -> list[str]:
    """A line for each requirement of the package, of its extras and of its build.

    Raises:
        ValueError: a requirement has another form than NAME>=VERSION.
    """
    page = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    project = page["project"]
    extras = project["optional-dependencies"].values()
    wanted = {*page["build-system"]["requires"], *project["dependencies"], *(one for e in extras for one in e)}
    pairs = [requirement.split(">=") for requirement in sorted(wanted)]
    return [f"{name}=={version}" for name, version in pairs]


if __name__ == "__main__":
    print(*lowest(), sep="\n")
