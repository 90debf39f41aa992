"""The pages say what the server does: their sessions are run against a real one.

A block that begins with ```console http holds commands after "$ " and what they print; "…" stands
for anything. The first one of a page is run before the server starts, the others against it, in one
shell. A block whose first line also names settings is run against a server of its own with these,
over another data folder. `./start` is run as the installed `fundstelle`.
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
BLOCK = re.compile(r"^```console http([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
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
    script = re.sub(r"\./start\b", "fundstelle", script)
    env = os.environ | {"PATH": f"{COMMAND.parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [part.strip() for part in done.stdout.split(END)][:-1]


def fits(shown: str, found: str) -> bool:
    return bool(re.fullmatch(".*".join(map(re.escape, shown.split("…"))), found, re.DOTALL))


def sessions(page: str) -> dict[str, list[tuple[str, str]]]:
    """Settings of a server, "" for none -> the steps against it; "first" -> those before all."""
    first, *rest = BLOCK.findall((ROOT / page).read_text("utf-8"))
    found = {"first": [*steps(first[1])]}
    for settings, block in rest:
        found.setdefault(settings.strip(), []).extend(steps(block))
    return found


@pytest.mark.parametrize(
    ("page", "settings"),
    [
        pytest.param(page, settings, id=f"{page}-{settings.partition('=')[0] or 'plain'}")
        for page in ("README.md", "docs/http.md")
        for settings in sessions(page)
        if settings != "first"
    ],
)
def test_the_sessions_of_a_page_print_what_it_shows(
    page: str, settings: str, tmp_path: Path
) -> None:
    first, later = sessions(page)["first"], sessions(page)[settings]
    (tmp_path / "brief.txt").write_text("Ein Brief an die Personalabteilung.", encoding="utf-8")
    # Variables of the first block are needed by the others: it is run once, then repeated as text.
    kept = [command for command, _ in first if "=$(" in command]
    printed([command for command, _ in first if "=$(" not in command], tmp_path)
    variables = dict(word.split("=", 1) for word in settings.split())
    with running(tmp_path / "fundstelle-data", **variables) as server:
        commands = [command.replace(ADDRESS, server.url) for command, _ in later]
        found = printed([*kept, *commands], tmp_path)[len(kept) :]

    assert later
    wrong = {
        command: output
        for (command, shown), output in zip(later, found, strict=True)
        if not fits(shown, output)
    }
    assert wrong == {}
