#!/usr/bin/env python3
"""Compares the required rows with the tests that carry them, and reports rows without a passing test.

    Tests/Conformance/report.py RESULTS OUTPUT

The rows are in `rows/*.toml`. RESULTS is a folder with the outcomes of the tests: `interop*.json`, one file for each
run of pytest, `unit.xml` and `unit-cases.txt`. A Swift test names its rows in its documentation comment; it is one
case, unless it has recorded how many it has run (`recordCases` in Tests/Support). The table goes to OUTPUT and to
standard output; the status is 1 if a row has no test, too few cases or one that failed, or if a test names a row that
does not exist.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
COMMENT = re.compile(r"^\s*/// - Conformance: (.+)$")
CONTINUED = re.compile(r"^\s*///   (\S.*)$")
FUNCTION = re.compile(r"^\s*(?:@Test.*)?\bfunc (\w+)")
SUITE = re.compile(r"^\s*@Suite.*\b(?:struct|class) (\w+)")


@dataclass
class Case:
    """One run of a test that carries a row."""

    test: str
    table: str
    row: str
    names: tuple[str, ...]
    outcome: str


@dataclass
class Row:
    """A required row, and the cases that carry it."""

    row: str
    input: str
    reaction: str
    cases: int = 1
    carried: list[Case] = field(default_factory=list)

    @property
    def defect(self) -> str | None:
        """Returns the reason why the row is not proved, or `None`."""
        failed = sorted({case.test for case in self.carried if case.outcome != "passed"})
        if failed:
            return "failed: " + ", ".join(failed)
        if len(self.carried) < self.cases:
            return f"{len(self.carried)} of {self.cases} cases"
        return None

    @property
    def tests(self) -> str:
        """Each test once, with the number of its cases."""
        names = [case.test for case in self.carried]
        return "<br>".join(
            name + (f" ({names.count(name)})" if names.count(name) > 1 else "") for name in dict.fromkeys(names))

    @property
    def names(self) -> str:
        """The qualification tests that are mirrored."""
        return "<br>".join(sorted({name for case in self.carried for name in case.names}))


@dataclass
class Table:
    """The rows of one protocol."""

    title: str
    source: str
    order: int
    rows: dict[str, Row]


def load_tables(folder: Path) -> dict[str, Table]:
    """All tables by title, in their order."""
    tables = []
    for path in folder.glob("*.toml"):
        content = tomllib.loads(path.read_text())
        rows = [Row(**row) for row in content["row"]]
        table = Table(content["title"], content["source"], content["order"], {row.row: row for row in rows})
        assert len(table.rows) == len(rows), f"{path}: a row stands there twice"
        tables.append(table)
    return {table.title: table for table in sorted(tables, key=lambda table: table.order)}


def interop_cases(results: Path) -> Iterator[Case]:
    """Reads the outcomes of the pytest runs. The last run of a repeated test counts."""
    again = results / "interop-again.json"
    outcomes = {entry["test"]: entry["outcome"] for entry in json.loads(again.read_text())} if again.exists() else {}
    for path in sorted(set(results.glob("interop*.json")) - {again}):
        for entry in json.loads(path.read_text()):
            test = entry["test"].split("[")[0].replace(".py::", "::")
            outcome = outcomes.get(entry["test"], entry["outcome"])
            yield Case(test, entry["table"], entry["row"], tuple(entry["names"]), outcome)


def unit_outcomes(path: Path) -> dict[tuple[str, str], str]:
    """Returns the outcome of each Swift test, by suite (with its module) and function."""
    outcomes = {}
    for case in ElementTree.parse(path).iter("testcase"):
        function = case.attrib["name"].split("(")[0]
        outcome = "failed" if case.find("failure") is not None else "passed"
        outcomes[case.attrib["classname"], function] = "skipped" if case.find("skipped") is not None else outcome
    return outcomes


def recorded_cases(path: Path) -> Counter[tuple[str, str]]:
    """Returns the numbers of cases that Swift tests reported, by file (with its module) and function."""
    counts = Counter[tuple[str, str]]()
    for line in path.read_text().splitlines() if path.exists() else ():
        file, function, count = line.split()
        counts[file, function] += int(count)
    return counts


def unit_cases(
    tests: Path, outcomes: dict[tuple[str, str], str], counts: Counter[tuple[str, str]]
) -> Iterator[Case]:
    """Returns the rows in the documentation comments of Swift tests."""
    for path in sorted(tests.rglob("*.swift")):
        module = next((folder.name for folder in path.parents if folder.name.endswith("Tests")), None)
        if module is None:
            continue
        suite, pending = "", list[str]()
        for line in path.read_text().splitlines():
            if found := SUITE.match(line):
                suite = found[1]
            if found := COMMENT.match(line):
                pending.append(found[1])
            elif pending and (found := CONTINUED.match(line)):
                pending[-1] += " " + found[1]
            elif pending and (found := FUNCTION.match(line)):
                outcome = outcomes.get((f"{module}.{suite}", found[1]), "not run")
                count = counts.get((f"{module}/{path.name}", found[1]), 1)
                for text in pending:
                    yield from [unit_case(text, f"{suite}/{found[1]}", outcome)] * count
                pending = []


def unit_case(text: str, test: str, outcome: str) -> Case:
    """`table | row` or `table | row | NAME, NAME`."""
    table, row, names = (*(part.strip() for part in text.split("|")), "")[:3]
    return Case(test, table, row, tuple(filter(None, re.split(r",\s*", names))), outcome)


def join(tables: dict[str, Table], cases: Iterator[Case]) -> Iterator[str]:
    """Adds each case to its row. Yields the cases that name an unknown row."""
    for case in cases:
        table = tables.get(case.table)
        if row := table and table.rows.get(case.row):
            row.carried.append(case)
        else:
            yield f"{case.test} names a row that does not exist: {case.table} | {case.row}"


def markdown(tables: dict[str, Table]) -> Iterator[str]:
    """The table for readers."""
    yield "# Rows that are demanded, and their tests\n\nMade by `make conformance`; the rows are in"
    yield "`Tests/Conformance/rows/`. A number in brackets counts a test's cases."
    for table in tables.values():
        yield f"\n## {table.title}\n\n{table.source}.\n"
        yield "| row | input | reaction | mirrors | test | |\n|---|---|---|---|---|---|"
        for row in table.rows.values():
            result = "**" + row.defect + "**" if row.defect else "passed"
            yield f"| {row.row} | {row.input} | {row.reaction} | {row.names} | {row.tests} | {result} |"


def main(results: Path, output: Path) -> int:
    """Writes the table, and returns the exit status."""
    tables = load_tables(HERE / "rows")
    cases = [
        *interop_cases(results),
        *unit_cases(TESTS, unit_outcomes(results / "unit.xml"), recorded_cases(results / "unit-cases.txt"))]
    defects = list(join(tables, iter(cases)))
    text = "\n".join(markdown(tables))
    output.write_text(text + "\n")
    print(text + "\n")
    rows = [(table, row) for table in tables.values() for row in table.rows.values()]
    defects += [f"{table.title} | {row.row}: {row.defect}" for table, row in rows if row.defect]
    for defect in defects:
        print(f"conformance: {defect}", file=sys.stderr)
    print(f"conformance: {len(rows)} rows, {len(cases)} cases, {len(defects)} defects")
    return 1 if defects else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
