"""The hint at the end of an error about an unknown word."""

from analyzer.errors import did_you_mean


def test_all_choices_are_listed_if_there_are_few() -> None:
    names = [f"a{number}" for number in range(10, 24)]
    assert str(did_you_mean("zzz", names[:13])) == f"; choose from {', '.join(names[:13])}"
    assert "choose from" not in str(did_you_mean("zzz", names))


def test_no_name_is_suggested_from_more_than_four_hundred() -> None:
    names = ["banker", *(f"a{number}" for number in range(400))]
    assert str(did_you_mean("bankr", names[:400])) == "; did you mean 'banker'?"
    assert did_you_mean("bankr", names) == ""
