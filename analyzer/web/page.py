"""Stub."""

from analyzer.analysis.question import Question


def served_page(question: Question) -> str:
    """The page of a question."""
    return f"<!doctype html><title>baccarat</title><script>var a = 1</script><p>{question.variant.id}</p>"
