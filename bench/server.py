"""A `fundstelle serve` of its own, what it holds in memory, and connections that talk to it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from urllib.parse import urlsplit

SECONDS = 120.0  # before a connection gives up
LISTENS = re.compile(r"(http://\S+?)/ ")


@dataclass(frozen=True, slots=True)
class Response:
    """seconds: from sending to the last byte."""

    status: int
    seconds: float
    retry_after: str | None


class Connection:
    """One that stays open. key: shown with every request, "" for none."""

    def __init__(self, url: str, key: str = "") -> None:
        self._http = HTTPConnection(urlsplit(url).netloc, timeout=SECONDS)
        self._headers = {"Content-Type": "application/json"} | ({"X-API-Key": key} if key else {})

    def post(self, path: str, body: dict[str, object]) -> Response:
        """Send JSON and read the whole answer."""
        then = perf_counter()
        self._http.request("POST", path, json.dumps(body), self._headers)
        got = self._http.getresponse()
        got.read()
        return Response(got.status, perf_counter() - then, got.getheader("Retry-After"))


@dataclass(slots=True)
class Memory:
    """samples: (seconds since the beginning, resident MiB), in the order of time."""

    samples: list[tuple[float, float]] = field(default_factory=list)

    def peak(self) -> float:
        return max(mib for _, mib in self.samples)

    def slope(self, after: float) -> float:
        """MiB per minute, least squares over the samples from `after` seconds on."""
        kept = [(at, mib) for at, mib in self.samples if at >= after]
        mean_at = sum(at for at, _ in kept) / len(kept)
        mean = sum(mib for _, mib in kept) / len(kept)
        spread = sum((at - mean_at) ** 2 for at, _ in kept)
        return 60 * sum((at - mean_at) * (mib - mean) for at, mib in kept) / spread


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that listens. url: http://127.0.0.1:PORT."""

    url: str
    pid: int

    def resident_mib(self) -> float:
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)

    def cpu_seconds(self) -> float:
        stat = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    @contextmanager
    def watched(self, every: float) -> Iterator[Memory]:
        """Note what is resident, every so many seconds, until the block ends."""
        found, over, then = Memory(), Event(), perf_counter()

        def note() -> None:
            while True:
                found.samples.append((perf_counter() - then, self.resident_mib()))
                if over.wait(every):
                    return

        watcher = Thread(target=note, daemon=True)
        watcher.start()
        try:
            yield found
        finally:
            over.set()
            watcher.join()


@contextmanager
def served(data: Path) -> Iterator[Serving]:
    """Start `serve` over a data folder with the settings of the environment; end it afterwards."""
    command = [str(Path(sys.executable).with_name("fundstelle")), "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(data)], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            for line in process.stderr:
                if found := LISTENS.search(line):
                    break
            else:
                raise SystemExit("the server did not start")
            drain = Thread(target=process.stderr.read, daemon=True)
            drain.start()
            yield Serving(found[1], process.pid)
        finally:
            process.terminate()
            process.wait()
