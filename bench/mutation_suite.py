"""How many mechanical lies gate 2 catches. Usage: python -m bench.mutation_suite SET... [options]

SET: folders of question sets, or of files. Takes a sample of the sentences of their documents
(--sentences of each set, --seed), changes each in every way of bench/mutations.py that applies,
and asks gate 2 (core.grounding.ground, strict and balanced) whether the sentence carries the
change. Prints per kind how many changes applied and the share caught, and how many true sentences
were rejected.
--misses KIND: prints the misses of a kind in strict first (all: of every kind).
--markdown: the table as in docs/grounding.md. Else one JSON line.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench.mutations import LIES, REWORDINGS
from bench.truths import Truth, truths
from fundstelle.core.claims.reasons import Reason, Strictness
from fundstelle.core.drafts import Claim, Draft
from fundstelle.core.grounding import ground


def reasons(truth: Truth, claim: str, strictness: Strictness) -> tuple[Reason, ...]:
    """Why gate 2 does not let a claim pass that cites the true sentence."""
    found = ground(
        Draft((Claim(claim, (truth.sentence.id,)),)),
        truth.evidence,
        language=truth.language,
        strictness=strictness,
        marked=truth.marked,
    )
    return found.claims[0].reasons


def judged(
    sample: list[Truth], seed: int
) -> Iterator[tuple[str, Truth, str, dict[Strictness, tuple[Reason, ...]]]]:
    """(kind, sentence, claim, reasons by strictness) of every change that applies."""
    for number, truth in enumerate(sample):
        for kind, change in (LIES | REWORDINGS).items():
            claim = change(truth, random.Random(f"{seed}-{number}-{kind}"))
            if claim is None or (kind in LIES and claim == truth.text):
                continue
            yield kind, truth, claim, {s: reasons(truth, claim, s) for s in Strictness}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--sentences", type=int, default=800)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--misses", action="append", default=[])
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args()
    applied: Counter[str] = Counter()
    caught: Counter[tuple[str, Strictness]] = Counter()
    sentences = 0
    for folder in given.sets:
        sample = truths(folder, given.sentences, f"{given.seed}-{folder.name}")
        sentences += len(sample)
        for kind, truth, claim, found in judged(sample, given.seed):
            applied[kind] += 1
            caught.update((kind, strictness) for strictness, why in found.items() if why)
            missed = bool(found[Strictness.STRICT]) == (kind in REWORDINGS)
            if missed and (kind in given.misses or "all" in given.misses):
                why = [f"{r.code.value}:{r.detail}" for r in found[Strictness.STRICT]]
                print(f"{kind}\n  S {truth.text}\n  C {claim}\n  {why or ''}")
    rows = {
        kind: {
            "applied": applied[kind],
            **{s.value: round(caught[kind, s] / applied[kind], 4) for s in Strictness},
        }
        for kind in (*LIES, *REWORDINGS)
        if applied[kind]
    }
    if given.markdown:
        print(
            f"{sentences} sentences.\n\n| kind | applied | strict | balanced |\n|---|---|---|---|"
        )
        for kind, row in rows.items():
            print(f"| {kind} | {row['applied']} | {row['strict']:.2%} | {row['balanced']:.2%} |")
    else:
        json.dump({"what": "mutation_suite", "sentences": sentences, "kinds": rows}, sys.stdout)
        print()


if __name__ == "__main__":
    main()
