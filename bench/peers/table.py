"""Markdown tables from the lines of run.py: python -m bench.peers.table FILE..."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

Line = dict[str, Any]
SHOWN = {
    "fundstelle": "Fundstelle",
    "haystack": "Haystack",
    "llamaindex": "LlamaIndex",
    "langchain": "LangChain + Chroma",
    "txtai": "txtai",
}
MODES = ("search", "ask", "vector", "hybrid", "hybrid-de")
ALIKE = "700/150"


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    print(f"## {title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for row in rows:
        print(f"| {' | '.join(str(each) for each in row)} |")
    print()


def named(line: Line) -> str:
    cut = "" if line["cut"] in (ALIKE, "own") else f" ({line['cut'].removeprefix('700/150, ')})"
    return SHOWN[line["name"]] + cut


def modes(line: Line, *, finding: bool = True) -> list[str]:
    """finding: without whole answers, which rank as our search does."""
    return [mode for mode in MODES if mode in line and not (finding and mode == "ask")]


def quality(lines: list[Line], sets: list[str]) -> Iterator[list[object]]:
    """Hit@1 / nDCG@10 of each set, cut alike and as each does by itself."""
    cells = {
        (named(line), mode, line["set"], line["cut"] == "own"): line[mode]
        for line in lines
        for mode in modes(line)
    }
    for name, mode in dict.fromkeys(key[:2] for key in cells):
        row: list[object] = [name, mode]
        for each in sets:
            for own in (False, True):
                cell = cells.get((name, mode, each, own))
                row.append(f"{cell['hit_1']:.3f} / {cell['ndcg_10']:.3f}" if cell else "–")
        yield row


def pairs(lines: list[Line]) -> Iterator[list[object]]:
    """Hit@1 of Fundstelle's search less that of each other, in points, on the same questions."""
    chance = np.random.default_rng(7)
    ours = {each["set"]: each["search"]["hits"] for each in lines if each["name"] == "fundstelle"}
    for line in lines:
        for mode in modes(line):
            if line["name"] == "fundstelle" or line["set"] not in ours:
                continue
            first, second = (
                np.array([int(hit) for hit in hits])
                for hits in (ours[line["set"]], line[mode]["hits"])
            )
            less = 100.0 * (first - second)
            means = less[chance.integers(0, len(less), (5000, len(less)))].mean(1)
            low, high = np.percentile(means, [2.5, 97.5])
            alone = f"{(less > 0).sum()} / {(less < 0).sum()}"
            interval = f"{low:+.1f} to {high:+.1f}"
            yield [line["set"], named(line), mode, f"{less.mean():+.1f}", interval, alone]


def costs(lines: list[Line]) -> Iterator[list[object]]:
    for line in lines:
        rest, own = line["ingest_rest_cpu_s"], line["ingest_embedder_cpu_s"]
        yield [
            line["set"],
            named(line),
            line["chunks"],
            f"{line['start_cpu_s']} / {line['open_cpu_s']}",
            f"{own} / {rest}",
            f"{100 * rest / own:.0f} %",
            f"{line['ingest_peak_mb']} / {line['ask_peak_mb']}",
            f"{line['disk_mb']}",
            f"{1000 * line['disk_mb'] / line['chunks']:.1f}",
            line["delete_cpu_s"],
        ]


def questions(lines: list[Line]) -> Iterator[list[object]]:
    for line in lines:
        for mode in modes(line, finding=False):
            cell = line[mode]
            own, rest = cell["question_embedder_cpu_ms"], cell["question_rest_cpu_ms"]
            yield [line["set"], named(line), mode, own, rest, cell["question_cpu_ms"]]


def filters(lines: list[Line]) -> Iterator[list[object]]:
    for line in lines:
        for mode in modes(line) if "filtered_questions" in line else []:
            cell, asked = line[mode], line["filtered_questions"]
            row: list[object] = [line["set"], named(line), mode]
            for depth in (10, 50):
                hits, searches = (
                    cell[f"foreign_hits_{depth}"],
                    cell[f"searches_with_foreign_{depth}"],
                )
                row.append(f"{hits} ({searches} of {2 * asked})")
                short, fewest = cell[f"short_{depth}"], cell[f"fewest_own_{depth}"]
                possible = cell[f"possible_{depth}"]
                row.append(f"{short} of {asked} (fewest {fewest} of {possible})")
            yield row


def left(lines: list[Line]) -> Iterator[list[object]]:
    for line in lines:
        row: list[object] = [named(line)]
        for state in ("before", "after", "thoroughly"):
            cell = line["canary"].get(state)
            row.append(" / ".join(str(each) for each in cell.values()) if cell else "–")
        yield [*row, ", ".join(line["found_later"]) or "none"]


def installs(lines: list[Line]) -> Iterator[list[object]]:
    for line in {line["name"]: line for line in lines}.values():
        versions = ", ".join(f"{name} {version}" for name, version in line["versions"].items())
        torch = f", torch {line['torch']}" if line["torch"] else ""
        sizes = (line["installed_mb"], line["with_embedder_mb"], line["packages"])
        yield [SHOWN[line["name"]], versions + torch, *sizes]


def main() -> None:
    rows = (row for file in sys.argv[1:] for row in Path(file).read_text().splitlines())
    every: list[Line] = [json.loads(row) for row in rows]
    for line in every:
        if "error" in line:
            print(f"{line['name']} {line['set']}: {line['error'][-200:]}\n", file=sys.stderr)
    lines = [line for line in every if "error" not in line]
    sets = list(dict.fromkeys(line["set"] for line in lines))
    alike = [line for line in lines if line["cut"] == ALIKE]
    heads = [f"{each}, {how}" for each in sets for how in ("700/150", "own cut")]
    table("Quality: Hit@1 / nDCG@10", ["system", "mode", *heads], quality(lines, sets))
    counted = [line for line in alike if all("hits" in line[mode] for mode in modes(line))]
    heads = ["less by, points", "95 % interval", "right only for us / only for it"]
    table("Pairs: Hit@1", ["set", "system", "mode", *heads], pairs(counted))
    table(
        "Costs",
        ["set", "system", "chunks", "start / reopen, CPU s", "ingest: embedder / rest, CPU s",
         "rest to embedder", "peak MB ingest / ask", "disk MB", "kB per chunk",
         "delete one, CPU s"],
        costs(alike),
    )  # fmt: skip
    asked = ["set", "system", "mode", "embedder ms", "rest ms", "together ms"]
    table("A question, CPU, median", asked, questions(alike))
    head = ["foreign hits", "fewer than there are"]
    heads = [f"{each}, k = {depth}" for depth in (10, 50) for each in head]
    table("Filter", ["set", "system", "mode", *heads], filters(alike))
    heads = [
        "before",
        "after deleting",
        "after the documented cleaning",
        "modes that still find it",
    ]
    first = [line for line in alike if line["set"] == sets[0]]
    table("Left after delete: sentence / word / vector", ["system", *heads], left(first))
    heads = ["versions", "installed MB", "with the embedder MB", "packages"]
    table("Installed", ["system", *heads], installs(lines))


if __name__ == "__main__":
    main()
