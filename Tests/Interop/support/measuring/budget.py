"""The figures that a change must not worsen without saying so: lines `SUBJECT MEASURE CASE AT-MOST` of the budget."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).resolve().parents[4] / "Benchmarks" / "budget.txt"


def allowed() -> dict[tuple[str, str, str], int]:
    """Returns the limit of each figure."""
    rows = (line.partition("#")[0].split() for line in FILE.read_text().splitlines())
    return {(words[0], words[1], words[2]): int(words[3]) for words in rows if words}


def excesses(subject: str, case: str, figures: dict[str, int]) -> list[str]:
    """Returns the figures of a case that exceed the budget, with the excess."""
    budget, found = allowed(), []
    for measure, value in figures.items():
        most = budget.get((subject, measure, case))
        if most is None:
            found.append(f"{subject} {measure} {case} is {value} and has no line in {FILE.name}")
        elif value > most:
            found.append(f"{subject} {measure} {case} is {value}, {value - most} more than {FILE.name} allows")
    return found
