"""What a sentence about an unknown word names."""

from analyzer.errors import did_you_mean


def test_choices_are_all_named_where_they_are_few() -> None:
    names = [f"a{number}" for number in range(10, 24)]
    assert did_you_mean("zzz", names[:13]) == f"; choose from {', '.join(names[:13])}"
    assert "choose from" not in did_you_mean("zzz", names)


def test_no_name_is_looked_for_among_more_than_four_hundred() -> None:
    names = ["banker", *(f"a{number}" for number in range(400))]
    assert did_you_mean("bankr", names[:400]) == "; did you mean 'banker'?"
    assert did_you_mean("bankr", names) == ""
