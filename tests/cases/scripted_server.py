"""The scripted stand-in for model servers that lies beside the cases, as a process of its own."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from tests.cases.catalogue import FOLDER

PROGRAM = FOLDER / "fake_ollama.py"
IDS = r"\[(S\d+)\]"  # how our prompts number the evidence
STARTS_WITHIN = 500  # looks, a fiftieth of a second apart


@dataclass(frozen=True)
class ScriptedServer:
    """url: without a path. log: where every request is noted."""

    url: str
    log: Path

    def requests(self, path: str) -> list[dict[str, Any]]:
        """Bodies of the requests to a path so far, in order."""
        if not self.log.exists():
            return []
        rows = map(json.loads, self.log.read_text(encoding="utf-8").splitlines())
        return [row["body"] for row in rows if row["path"] == path]


@contextmanager
def scripted(script: Path, log: Path) -> Iterator[ScriptedServer]:
    """Run the stand-in with a script until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, str(PROGRAM), "--port", str(port), "--script", str(script)]
    process = subprocess.Popen([*command, "--log", str(log), "--id-regex", IDS])
    try:
        _wait_for(process, port)
        yield ScriptedServer(f"http://127.0.0.1:{port}", log)
    finally:
        process.kill()
        process.wait()


def _wait_for(process: "subprocess.Popen[bytes]", port: int) -> None:
    for _ in range(STARTS_WITHIN):
        assert process.poll() is None, f"{PROGRAM} ended"
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            Event().wait(0.02)
        else:
            return
    raise AssertionError(f"{PROGRAM} does not listen")
