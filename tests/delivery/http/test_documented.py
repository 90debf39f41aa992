"""The pages say what the server does: their sessions are run against a real one.

A block that begins with ```console http holds commands after "$ " and what they print; "…" stands
for anything. All blocks run in one shell; the server starts after the first one.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.delivery.command import COMMAND
from tests.delivery.http.running import running

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"^```console http\n(.*?)^```", re.MULTILINE | re.DOTALL)
ADDRESS = "http://127.0.0.1:8080"
END = "<end of output>"


def steps(block: str) -> Iterator[tuple[str, str]]:
    """(command, what it prints)."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown.strip()


def printed(commands: list[str], folder: Path) -> list[str]:
    """What each command prints on standard output, run in one shell."""
    script = "\n".join(f"{command}\necho '{END}'" for command in commands)
    env = os.environ | {"PATH": f"{COMMAND.parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [part.strip() for part in done.stdout.split(END)][:-1]


def fits(shown: str, found: str) -> bool:
    return bool(re.fullmatch(".*".join(map(re.escape, shown.split("…"))), found, re.DOTALL))


@pytest.mark.parametrize("page", ["README.md", "docs/http.md"])
def test_the_sessions_of_a_page_print_what_it_shows(page: str, tmp_path: Path) -> None:
    blocks = BLOCK.findall((ROOT / page).read_text("utf-8"))
    first, *rest = [list(steps(block)) for block in blocks]
    (tmp_path / "brief.txt").write_text("Ein Brief an die Personalabteilung.", encoding="utf-8")
    # Variables of the first block are needed by the others: it is run once, then repeated as text.
    kept = [command for command, _ in first if "=$(" in command]
    printed([command for command, _ in first if "=$(" not in command], tmp_path)
    with running(tmp_path / "fundstelle-data") as server:
        later = [step for block in rest for step in block]
        commands = [command.replace(ADDRESS, server.url) for command, _ in later]
        found = printed([*kept, *commands], tmp_path)[len(kept) :]

    assert len(later) >= 7
    wrong = {
        command: output
        for (command, shown), output in zip(later, found, strict=True)
        if not fits(shown, output)
    }
    assert wrong == {}
