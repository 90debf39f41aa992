"""How long does a second `ask` take from the shell? Usage: python -m bench.start

The demo folder is filled once; then `fundstelle ask` and `python -c "import numpy"` run in turn,
each in a fresh process: medians of 15, in milliseconds of CPU (user and system) and wall clock.
"""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

ROUNDS = 15
QUESTION = "Wie lange ist die Kündigungsfrist?"


def timed(command: list[str], folder: Path) -> tuple[float, float]:
    """CPU and wall milliseconds of one run."""
    before, then = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    wall, after = perf_counter() - then, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):  # 1: refused
        raise SystemExit(done.stderr.decode())
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu * 1000, wall * 1000


def main() -> None:
    program = [str(Path(sys.executable).with_name("fundstelle"))]
    with TemporaryDirectory() as name:
        folder = Path(name)
        os.environ.pop("FUNDSTELLE_DATA", None)
        timed([*program, "demo"], folder)
        ask = [*program, "ask", QUESTION, "--data", "fundstelle-demo"]
        numpy = [sys.executable, "-c", "import numpy"]
        runs = [(timed(ask, folder), timed(numpy, folder)) for _ in range(ROUNDS + 1)][1:]
    medians = {
        f"{what}_{clock}_ms": round(median(run[place][at] for run in runs), 1)
        for place, what in enumerate(("ask", "import_numpy"))
        for at, clock in enumerate(("cpu", "wall"))
    }
    facts = {
        "what": "start",
        "rounds": ROUNDS,
        **medians,
        "cpu_ratio": round(medians["ask_cpu_ms"] / medians["import_numpy_cpu_ms"], 2),
        "wall_ratio": round(medians["ask_wall_ms"] / medians["import_numpy_wall_ms"], 2),
    }
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
