#!/usr/bin/env python3
"""Makes the documentation of the library products with DocC, and checks that public declarations are documented.

    make_docs.py BUILD OUTPUT     BUILD is the folder of `swift build`; OUTPUT gets an archive for each product
    make_docs.py --self-test

LLVM is the folder of swiftc, docc and swift-symbolgraph-extract. Every warning is an error, and the Swift code of the
articles has to compile.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[1] / "Sources"
PRODUCTS = ("ANCS", "AMS", "GATT", "SecurityManager", "BluetoothHost", "Graphics", "Displays", "WatchCore")
SUBJECTS = ("Base", "Bluetooth", "PhoneServices", "Display", "Watch", "Linux")
LEAST_PERCENT = 80
# Requirements of RawRepresentable, Equatable and Hashable: the protocols document them.
STANDARD = {"rawValue", "init(rawValue:)", "==(_:_:)", "hash(into:)"}

Symbol = dict[str, Any]


class Failure(Exception):
    """A message for the user."""


def modules() -> list[str]:
    """The Swift libraries of the firmware."""
    folders = (folder for subject in SUBJECTS for folder in sorted((SOURCES / subject).iterdir()))
    return [folder.name for folder in folders if folder.name != "belfry" and any(folder.rglob("*.swift"))]


def run(command: list[str | Path]) -> None:
    """Runs a program of the toolchain. Its output is shown if it fails."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise Failure(f"{Path(command[0]).name} failed:\n{result.stdout}{result.stderr}")


def extract(module: str, build: Path, graphs: Path) -> None:
    """Writes the symbol graphs of a module, one for each module that it extends."""
    target = json.loads(subprocess.check_output([tool("swiftc"), "-print-target-info"]))["target"]["unversionedTriple"]
    graphs.mkdir(parents=True)
    run([
        tool("swift-symbolgraph-extract"), "-module-name", module, "-target", target, *imports(build),
        "-minimum-access-level", "public", "-output-dir", graphs])


def imports(build: Path) -> list[str | Path]:
    """The options with which the compiler finds all modules, those in C too."""
    maps = [f"-fmodule-map-file={path.absolute()}" for path in sorted(build.glob("*.build/module.modulemap"))]
    return ["-I", build / "Modules", *(word for path in maps for word in ("-Xcc", path))]


def check_code(product: str, build: Path, folder: Path) -> None:
    """Compiles the Swift code of the product's articles, as far as its types."""
    for page in sorted(catalogue(product).glob("*.md")):
        for code in re.findall(r"```swift\n(.*?)```", page.read_text(), re.DOTALL):
            source = folder / f"{page.stem}.swift"
            source.write_text(code)
            run([tool("swiftc"), "-typecheck", "-parse-as-library", "-swift-version", "6", *imports(build), source])


def tool(name: str) -> Path:
    """A program of the Swift toolchain."""
    return Path(os.environ["LLVM"]) / name


def declarations(graphs: Path) -> Iterator[Symbol]:
    """Returns the public declarations in the sources of a module."""
    for path in sorted(graphs.glob("*.symbols.json")):
        for symbol in json.loads(path.read_text())["symbols"]:
            is_own = "location" in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]
            if is_own and symbol["pathComponents"][-1] not in STANDARD:
                yield symbol


def check_coverage(graphs: Path, table: Path) -> str:
    """Prints the documented share of each module. Fails if the total is below the limit."""
    counts = []
    for folder in sorted(graphs.iterdir()):
        symbols = list(declarations(folder))
        counts.append((folder.name, sum("docComment" in symbol for symbol in symbols), len(symbols)))
    table.write_text("".join(f"{name:<20} {documented:>4} of {total:>4}\n" for name, documented, total in counts))
    documented, total = sum(count[1] for count in counts), sum(count[2] for count in counts)
    summary = f"{documented} of {total} public declarations are documented"
    if documented * 100 < total * LEAST_PERCENT:
        raise Failure(f"{summary}, which is less than {LEAST_PERCENT} %:\n{table.read_text()}")
    return summary


def catalogue(product: str) -> Path:
    """The folder of the landing page and the articles."""
    [folder] = SOURCES.glob(f"*/{product}/{product}.docc")
    return folder


def convert(product: str, graphs: Path, output: Path) -> None:
    """Makes the archive of one product."""
    run([
        tool("docc"), "convert", catalogue(product), "--additional-symbol-graph-dir", graphs, "--warnings-as-errors",
        "--fallback-display-name", product, "--fallback-bundle-identifier", f"belfry.{product}",
        "--output-dir", output / f"{product}.doccarchive"])


def make(build: Path, output: Path) -> None:
    """Extracts, checks and converts."""
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        graphs = Path(name) / "graphs"
        for module in modules():
            extract(module, build, graphs / module)
        summary = check_coverage(graphs, output / "coverage.txt")
        for product in PRODUCTS:
            check_code(product, build, Path(name))
            convert(product, graphs / product, output)
    print(f"docs: {len(PRODUCTS)} archives without warnings; {summary}")


def self_test() -> None:
    """Checks that four of five documented declarations are enough, and three are not."""
    def plant(graphs: Path, documented: int) -> None:
        symbols = [
            {"pathComponents": ["T", f"m{number}"], "identifier": {"precise": f"s:{number}"}, "location": {},
             **({"docComment": {}} if number < documented else {})} for number in range(5)]
        symbols.append({"pathComponents": ["T", "rawValue"], "identifier": {"precise": "s:6"}, "location": {}})
        symbols.append({"pathComponents": ["T", "m7"], "identifier": {"precise": "s:7::SYNTHESIZED::"}, "location": {}})
        (graphs / "M").mkdir(exist_ok=True)
        (graphs / "M" / "M.symbols.json").write_text(json.dumps({"symbols": symbols}))

    with tempfile.TemporaryDirectory() as name:
        graphs, table = Path(name) / "graphs", Path(name) / "table"
        graphs.mkdir()
        plant(graphs, 4)
        assert check_coverage(graphs, table).startswith("4 of 5 ")
        plant(graphs, 3)
        try:
            check_coverage(graphs, table)
        except Failure as failure:
            assert "3 of 5" in str(failure)
        else:
            raise AssertionError("60 % were enough")
    print("make_docs: too few comments are seen")


def main() -> int:
    """Returns the exit status."""
    try:
        if sys.argv[1:] == ["--self-test"]:
            self_test()
        elif len(sys.argv) == 3:
            make(Path(sys.argv[1]), Path(sys.argv[2]))
        else:
            raise Failure("usage: make_docs.py BUILD OUTPUT | --self-test")
    except Failure as failure:
        print(f"make_docs: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
