"""Which tests judge the mutants of which module: its own first, and then others that meet it."""

_GAME = (
    "tests/game/test_shoe.py",
    "tests/game/test_tableau.py",
    "tests/game/test_coup.py",
    "tests/api/test_dealt.py",
)
_BETS = (
    "tests/bets/test_condition.py",
    "tests/bets/test_facts.py",
    "tests/bets/test_evaluate.py",
    "tests/bets/test_columns.py",
    "tests/bets/test_pricing.py",
)
_CENSUS = (
    "tests/census/test_twins.py",
    "tests/census/test_switches.py",
    "tests/census/test_patterns.py",
    "tests/analysis/test_known.py",
    "tests/api/test_dealt.py",
    "tests/census/test_classes.py",
)

_CHOSEN: dict[str, tuple[str, ...]] = {
    "exact.py": (
        "tests/ground/test_exact.py",
        "tests/analysis/test_valuation.py",
        "tests/analysis/test_solve.py",
    ),
    "game/cards.py": (
        "tests/game/test_cards.py",
        "tests/game/test_shoe.py",
        "tests/game/test_tableau.py",
        "tests/game/test_coup.py",
    ),
    "game/coup.py": ("tests/game/test_coup.py", "tests/api/test_dealt.py"),
    "game/dealt.py": ("tests/api/test_dealt.py", "tests/census/test_patterns.py"),
    "game/procedure.py": ("tests/catalog/test_procedures.py", "tests/play/test_dealing.py"),
    "game/rules.py": (
        "tests/game/test_coup.py",
        "tests/game/test_tableau.py",
        "tests/catalog/test_catalog.py",
    ),
    "game/shoe.py": ("tests/game/test_shoe.py", "tests/game/test_cards.py", "tests/analysis/test_removal.py"),
    "game/tableau.py": ("tests/game/test_tableau.py", "tests/game/test_coup.py"),
    "bets/bet.py": (
        "tests/bets/test_bet.py",
        "tests/catalog/test_catalog.py",
        "tests/analysis/test_valuation.py",
        "tests/bets/test_pricing.py",
        "tests/publish/test_reports.py",
    ),
    "bets/condition.py": _BETS,
    "bets/digest.py": ("tests/bets/test_bet.py", "tests/analysis/test_solve.py"),
    "bets/draft.py": ("tests/analysis/test_symbols.py", "tests/analysis/test_solve.py"),
    "bets/evaluate.py": (
        "tests/bets/test_facts.py",
        "tests/bets/test_columns.py",
        "tests/bets/test_evaluate.py",
        "tests/bets/test_condition.py",
    ),
    "bets/facts.py": (
        "tests/bets/test_facts.py",
        "tests/bets/test_evaluate.py",
        "tests/bets/test_condition.py",
        "tests/bets/test_columns.py",
        "tests/census/test_patterns.py",
    ),
    "bets/faults.py": (
        "tests/bets/test_faults.py",
        "tests/bets/test_condition.py",
        "tests/catalog/test_catalog.py",
    ),
    "bets/parse.py": (
        "tests/bets/test_faults.py",
        "tests/bets/test_condition.py",
        "tests/bets/test_evaluate.py",
    ),
    "bets/pricing.py": (
        "tests/bets/test_pricing.py",
        "tests/analysis/test_solve.py",
        "tests/analysis/test_symbols.py",
    ),
    "bets/tree.py": _BETS,
    "census/_kernel_py.py": (
        "tests/census/test_twins.py",
        "tests/census/test_switches.py",
        "tests/census/test_refusals.py",
        "tests/census/test_kernel.py",
    ),
    "census/census.py": ("tests/census/test_parts.py", "tests/api/test_batch.py", *_CENSUS),
    "census/classes.py": ("tests/census/test_classes.py",),
    "census/compositions.py": ("tests/analysis/test_tail.py", "tests/analysis/test_design.py"),
    "census/distinct.py": ("tests/census/test_gather.py", *_CENSUS),
    "census/example.py": ("tests/cli/test_lint.py", "tests/play/test_settle.py"),
    "census/gather.py": ("tests/census/test_gather.py", *_CENSUS),
    "census/kernel.py": (
        "tests/census/test_kernel.py",
        "tests/census/test_refusals.py",
        "tests/census/test_twins.py",
    ),
    "census/kinds.py": (
        "tests/census/test_program.py",
        "tests/census/test_patterns.py",
        "tests/publish/test_workbook.py",
        *_CENSUS,
    ),
    "census/marks.py": ("tests/census/test_marks.py", *_CENSUS),
    "census/multisets.py": (
        "tests/analysis/test_drawing.py",
        "tests/play/test_order_of_results.py",
        "tests/play/test_prediction.py",
    ),
    "census/orders.py": ("tests/analysis/test_closed_form.py",),
    "census/parts.py": ("tests/census/test_parts.py", *_CENSUS),
    "census/patterns.py": ("tests/census/test_patterns.py", *_CENSUS),
    "census/plan.py": ("tests/census/test_parts.py", *_CENSUS, "tests/census/test_census.py"),
    "census/polynomials.py": ("tests/census/test_program.py", *_CENSUS),
    "census/program.py": ("tests/census/test_program.py", *_CENSUS),
    "census/worked.py": (
        "tests/play/test_settle.py",
        "tests/publish/test_phrases.py",
        "tests/play/test_evidence.py",
    ),
    "analysis/valuation.py": (
        "tests/analysis/test_valuation.py",
        "tests/bets/test_pricing.py",
        "tests/analysis/test_fresh.py",
    ),
}

TESTS = {
    f"analyzer/{module}": (f"analyzer/{module}", *dict.fromkeys(files), "tests/laws/test_values.py")
    for module, files in _CHOSEN.items()
}
"""For each module that is mutated, the doctests of its own and files of tests."""
