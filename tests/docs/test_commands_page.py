"""docs/reference/commands.md says of every command what the command says itself; test_pages.py runs it."""

import commands_page


def test_the_page_is_what_the_commands_say() -> None:
    assert commands_page.PAGE.read_text(encoding="utf-8") == commands_page.page(), (
        "python tests/docs/commands_page.py"
    )
