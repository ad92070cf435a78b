"""Which tests judge the mutants of which module: its own first, and then others that meet it."""

_GAME = ("tests/test_shoe.py", "tests/test_tableau.py", "tests/test_coup.py", "tests/test_dealt.py")
_BETS = (
    "tests/test_condition.py",
    "tests/test_facts.py",
    "tests/test_evaluate.py",
    "tests/test_columns.py",
    "tests/test_pricing.py",
)
_CENSUS = (
    "tests/test_twins.py",
    "tests/test_switches.py",
    "tests/test_patterns.py",
    "tests/test_known.py",
    "tests/test_dealt.py",
    "tests/test_classes.py",
)

_CHOSEN: dict[str, tuple[str, ...]] = {
    "exact.py": ("tests/test_exact.py", "tests/test_valuation.py", "tests/test_solve.py"),
    "game/cards.py": (
        "tests/test_cards.py",
        "tests/test_shoe.py",
        "tests/test_tableau.py",
        "tests/test_coup.py",
    ),
    "game/coup.py": ("tests/test_coup.py", "tests/test_dealt.py"),
    "game/dealt.py": ("tests/test_dealt.py", "tests/test_patterns.py"),
    "game/procedure.py": ("tests/test_procedures.py", "tests/test_dealing.py"),
    "game/rules.py": ("tests/test_coup.py", "tests/test_tableau.py", "tests/test_catalog.py"),
    "game/shoe.py": ("tests/test_shoe.py", "tests/test_cards.py", "tests/test_removal.py"),
    "game/tableau.py": ("tests/test_tableau.py", "tests/test_coup.py"),
    "bets/bet.py": (
        "tests/test_bet.py",
        "tests/test_catalog.py",
        "tests/test_valuation.py",
        "tests/test_pricing.py",
        "tests/test_reports.py",
    ),
    "bets/condition.py": _BETS,
    "bets/digest.py": ("tests/test_bet.py", "tests/test_solve.py"),
    "bets/draft.py": ("tests/test_symbols.py", "tests/test_solve.py"),
    "bets/evaluate.py": (
        "tests/test_facts.py",
        "tests/test_columns.py",
        "tests/test_evaluate.py",
        "tests/test_condition.py",
    ),
    "bets/facts.py": (
        "tests/test_facts.py",
        "tests/test_evaluate.py",
        "tests/test_condition.py",
        "tests/test_columns.py",
        "tests/test_patterns.py",
    ),
    "bets/faults.py": ("tests/test_faults.py", "tests/test_condition.py", "tests/test_catalog.py"),
    "bets/parse.py": ("tests/test_faults.py", "tests/test_condition.py", "tests/test_evaluate.py"),
    "bets/pricing.py": ("tests/test_pricing.py", "tests/test_solve.py", "tests/test_symbols.py"),
    "bets/tree.py": _BETS,
    "census/_kernel_py.py": (
        "tests/test_twins.py",
        "tests/test_switches.py",
        "tests/test_refusals.py",
        "tests/test_kernel.py",
    ),
    "census/census.py": ("tests/test_parts.py", "tests/test_batch.py", *_CENSUS),
    "census/classes.py": ("tests/test_classes.py",),
    "census/compositions.py": ("tests/test_tail.py", "tests/test_design.py"),
    "census/distinct.py": ("tests/test_gather.py", *_CENSUS),
    "census/example.py": ("tests/test_lint.py", "tests/test_settle.py"),
    "census/gather.py": ("tests/test_gather.py", *_CENSUS),
    "census/kernel.py": ("tests/test_kernel.py", "tests/test_refusals.py", "tests/test_twins.py"),
    "census/kinds.py": (
        "tests/test_program.py",
        "tests/test_patterns.py",
        "tests/test_workbook.py",
        *_CENSUS,
    ),
    "census/marks.py": ("tests/test_marks.py", *_CENSUS),
    "census/multisets.py": (
        "tests/test_drawing.py",
        "tests/test_order_of_results.py",
        "tests/test_prediction.py",
    ),
    "census/orders.py": ("tests/test_closed_form.py",),
    "census/parts.py": ("tests/test_parts.py", *_CENSUS),
    "census/patterns.py": ("tests/test_patterns.py", *_CENSUS),
    "census/plan.py": ("tests/test_parts.py", *_CENSUS, "tests/test_census.py"),
    "census/polynomials.py": ("tests/test_program.py", *_CENSUS),
    "census/program.py": ("tests/test_program.py", *_CENSUS),
    "census/worked.py": ("tests/test_settle.py", "tests/test_phrases.py", "tests/test_evidence.py"),
    "analysis/valuation.py": ("tests/test_valuation.py", "tests/test_pricing.py", "tests/test_fresh.py"),
}

TESTS = {
    f"analyzer/{module}": (f"analyzer/{module}", *dict.fromkeys(files), "tests/test_values.py")
    for module, files in _CHOSEN.items()
}
"""For each module that is mutated, the doctests of its own and files of tests."""
