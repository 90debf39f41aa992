"""`fundstelle serve` as a process of its own."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import httpx2

from tests.delivery.command import COMMAND

SECONDS = 30.0


@dataclass
class Running:
    """said: lines on standard error so far. url: where it listens."""

    process: subprocess.Popen[str]
    url: str = ""
    said: list[str] = field(default_factory=list)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(SECONDS)

    def setup_token(self) -> str:
        """That of the link it printed."""
        (token,) = re.findall(r"setup\?token=(\S+)", " ".join(self.said))
        return str(token)

    def client(self) -> httpx2.Client:
        """A client for it, which keeps cookies."""
        return httpx2.Client(base_url=self.url, timeout=SECONDS, trust_env=False)


@contextmanager
def running(data: Path, *arguments: str, **variables: str) -> Iterator[Running]:
    """Start it on a free port and wait until it listens."""
    command = [str(COMMAND), "serve", "--data", str(data), "--port", "0", *arguments]
    env = os.environ | {"FUNDSTELLE_EMBEDDER": "hashing", "FUNDSTELLE_LANG": "en"} | variables
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
    ) as process:
        found = Running(process)
        assert process.stderr is not None
        for line in process.stderr:
            found.said.append(line)
            if match := re.search(r"(http://\S+?)/ ", line):
                found.url = match[1]
                break
        rest = Thread(target=lambda: found.said.extend(process.stderr or ()), daemon=True)
        rest.start()
        try:
            yield found
        finally:
            if process.poll() is None:
                process.kill()
            process.wait(SECONDS)
            rest.join(SECONDS)
