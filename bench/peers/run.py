"""Compare the systems: python bench/peers/run.py ENVIRONMENTS WORK SET... [--only NAME] >> FILE

ENVIRONMENTS: the folder that install.py filled. WORK: a folder for the indexes; each is removed
after its run. SET: folders of question sets. One JSON line per system, set and way of cutting.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.peers.install import NAMES  # noqa: E402
from bench.peers.traces import folder_megabytes, traces  # noqa: E402

# The same for all: one thread for every library; Fundstelle's embedder sets its own to that too.
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")
QUIET = {
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "ANONYMIZED_TELEMETRY": "False",
    "LANGSMITH_TRACING": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONWARNINGS": "ignore",
}
# What some environments set for another processor slows numpy down by half.
UNSET = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
# What each system documents for getting rid of what was deleted.
THOROUGH: dict[str, list[str]] = {"langchain": ["bin/chroma", "vacuum", "--force", "--path"]}
Result = dict[str, Any]


def environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in UNSET}
    ours = {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", **QUIET}
    return {**kept, **dict.fromkeys(THREADS, "1"), **ours}


def phase(python: Path, *arguments: str) -> Result:
    """Run measure.py in the system's environment. Raises RuntimeError with what it said."""
    command = [str(python), "-m", "bench.peers.measure", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr[-3000:]}")
    result: Result = json.loads(done.stdout.splitlines()[-1])
    return result


def compared(at: Path, work: Path, name: str, questions: Path, flags: list[str]) -> Result:
    """All phases of one system over one set."""
    folder, python = work / f"{name}-{questions.name}", at / name / "bin" / "python"
    shutil.rmtree(folder, ignore_errors=True)
    folder.with_suffix(".npy").unlink(missing_ok=True)
    given = (name, str(questions), str(folder))
    result = {**phase(python, "ingest", *given, *flags), "disk_mb": folder_megabytes(folder)}
    small = str(result["small_tenant_chunks"])
    result |= phase(python, "ask", *given, *flags, "--small", small)
    left = {"before": traces(folder)}
    if name == "llamaindex":  # has a switch for it; both ways from the same state
        kept = shutil.copytree(folder, folder.with_suffix(".kept"), dirs_exist_ok=True)
    result |= phase(python, "delete", *given, *flags)
    left["after"] = traces(folder)
    if name in THOROUGH:
        program, *options = THOROUGH[name]
        subprocess.run(
            [str(at / name / program), *options, str(folder)],
            env=environment(), stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        left["thoroughly"] = traces(folder)
    if name == "llamaindex":
        shutil.rmtree(folder)
        kept.rename(folder)
        again = phase(python, "delete", *given, *flags, "--thoroughly")
        result["found_thoroughly"] = again["found_later"]
        left["thoroughly"] = traces(folder)
    shutil.rmtree(folder)
    return {**result, "canary": left}


def runs(only: list[str], *, quick: bool) -> Iterator[tuple[str, str, list[str]]]:
    for name in only or NAMES:
        yield name, "700/150", ["--alike", *(["--quick"] if quick else [])]
        if quick:
            continue
        if name == "fundstelle":
            yield name, "700/150, titles too", ["--alike", "--titles"]
        else:
            yield name, "own", []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("environments", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--only", nargs="+", default=[], choices=NAMES)
    parser.add_argument("--quick", action="store_true", help="Cut alike only, and no filters.")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    for questions in options.sets:
        for name, cut, flags in runs(options.only, quick=options.quick):
            line: Result = {"name": name, "set": questions.name, "cut": cut}
            line["at"] = datetime.now(UTC).isoformat(timespec="minutes")
            line |= json.loads((options.environments / name / "installed.json").read_text())
            try:
                line |= compared(options.environments, options.work, name, questions, flags)
            except (RuntimeError, subprocess.CalledProcessError) as error:
                line["error"] = str(error)
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
