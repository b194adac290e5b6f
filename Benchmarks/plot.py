#!/usr/bin/env python3
"""Draws the figures of `run.py` as SVG and PNG.

    Benchmarks/plot.py RESULTS.json FOLDER
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "belfry"

from matplotlib import pyplot  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402

SIZE = (7, 4)
BUILD = "firmware"


def throughput(axes: Axes, results: dict[str, Any]) -> None:
    """Plots notifications per second against the MTU."""
    for workload, label in (
        ("copy", "copy of the payload"), ("parse", "parse"), ("client", "client"), ("client, live", "client, live"),
        ("path", "transport to slot"),
    ):
        rows = [row for row in results["figures"] if (row["workload"], row["build"]) == (workload, BUILD)]
        mtus = [row["session"].removeprefix("MTU ") for row in rows]
        rates = [1e3 / row["median"] for row in rows]
        below = [rate - 1e3 / row["high"] for rate, row in zip(rates, rows)]
        above = [1e3 / row["low"] - rate for rate, row in zip(rates, rows)]
        axes.errorbar(mtus, rates, yerr=(below, above), marker="o", capsize=4, label=label)
    axes.set(xlabel="ATT_MTU", ylabel="million notifications a second", yscale="log")
    axes.legend()


def lengths(axes: Axes, results: dict[str, Any]) -> None:
    """Plots time and memory against the length of a session."""
    rows = results["lengths"]
    counts = [row["items"] for row in rows]
    medians = [row["median"] for row in rows]
    axes.fill_between(counts, [row["low"] for row in rows], [row["high"] for row in rows], alpha=0.25)
    axes.plot(counts, medians, marker="o", label="time")
    axes.set(xlabel="notifications in the session", ylabel="ns a notification", xscale="log", ylim=(0, None))
    memory = axes.twinx()
    memory.plot(counts, [row["memory"] for row in rows], color="tab:red", linestyle="--", label="resident")
    memory.set(ylabel="KiB resident", ylim=(0, 8_192))
    axes.legend(loc="lower left")
    memory.legend(loc="lower right")


def updates(axes: Axes, results: dict[str, Any]) -> None:
    """Plots octets on the bus for each update, compared with a full flush."""
    rows = results["updates"][::-1]
    bars = axes.barh([row["update"] for row in rows], [row["octets"] for row in rows])
    axes.bar_label(bars, padding=3)
    axes.axvline(rows[0]["full"], color="tab:red", linestyle="--", label="the whole picture")
    axes.set(xlabel="octets on the bus", xlim=(0, 1.15 * rows[0]["full"]))
    axes.legend(loc="lower right")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    results = json.loads(options.results.read_text())
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, draw in (("throughput", throughput), ("lengths", lengths), ("updates", updates)):
        figure, axes = pyplot.subplots(figsize=SIZE, layout="constrained")
        draw(axes, results)
        for suffix, extra in ((".svg", {"metadata": {"Date": None}}), (".png", {"dpi": 150})):
            figure.savefig(options.folder / f"{name}{suffix}", **extra)
        print(f"plot: {options.folder / name}.svg and .png")


if __name__ == "__main__":
    main()
