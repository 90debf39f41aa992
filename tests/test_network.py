"""Nothing goes out: the watch works, and the whole demo with its child processes is silent."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

ELSEWHERE = "192.0.2.1"  # reserved for documentation (RFC 5737): belongs to nobody
COMMAND = Path(sys.executable).with_name("fundstelle")


def send_datagram() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", (ELSEWHERE, 53))


REACHES_OUT: dict[str, Callable[[], object]] = {
    "connection": lambda: socket.create_connection((ELSEWHERE, 80), timeout=1),
    "name": lambda: socket.getaddrinfo("example.org", 443),
    "datagram": send_datagram,
}


@pytest.fixture
def expected_attempts(network_log: Path) -> Callable[[], str]:
    """Returns what was noted, and forgives it."""

    def take() -> str:
        noted = network_log.read_text(encoding="utf-8")
        network_log.write_text("", encoding="utf-8")
        return noted

    return take


@pytest.mark.parametrize("way", REACHES_OUT)
def test_no_way_out_of_this_process_stays_unseen(
    way: str, expected_attempts: Callable[[], str]
) -> None:
    with pytest.raises(ConnectionRefusedError, match="reach no other machine"):
        REACHES_OUT[way]()

    assert expected_attempts()


def test_a_child_process_is_watched_too(expected_attempts: Callable[[], str]) -> None:
    program = (
        f"import socket\ntry: socket.create_connection(('{ELSEWHERE}', 80))\nexcept OSError: 0"
    )
    subprocess.run([sys.executable, "-c", program], check=True)

    assert ELSEWHERE in expected_attempts()


def test_this_machine_may_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(("localhost", server.getsockname()[1])).close()


def run_demo(folder: Path, *, before: tuple[str, ...] = ()) -> None:
    environment = os.environ | {"HOME": str(folder), "NO_COLOR": "1"}
    done = subprocess.run(
        [*before, COMMAND, "demo", "--data", folder / "demo"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def need_demo(missing: Callable[[str], NoReturn]) -> None:
    ready = COMMAND.exists() and subprocess.run(
        [COMMAND, "demo", "--help"], capture_output=True, check=False
    )
    if not ready or ready.returncode != 0:
        missing("the command `fundstelle demo` is not there")


def test_the_demo_reaches_no_other_machine(
    tmp_path: Path, missing: Callable[[str], NoReturn]
) -> None:
    need_demo(missing)

    run_demo(tmp_path)  # what it tries fails the test through the log of the watch


# An audit hook sees Python only, and a child may start without it: strace sees every system call.
CALLS = "trace=connect,sendto,sendmsg,sendmmsg"


def traces(line: str) -> bool:
    """Whether a line of strace shows an internet address that is not this machine's."""
    internet = "sa_family=AF_INET" in line
    here = 'inet_addr("127.' in line or '"::1"' in line or "0.0.0.0" in line
    return internet and not here


def test_no_system_call_of_the_demo_reaches_another_machine(
    tmp_path: Path, missing: Callable[[str], NoReturn]
) -> None:
    need_demo(missing)
    strace = shutil.which("strace")
    if strace is None or subprocess.run([strace, "-qq", "true"], check=False).returncode != 0:
        pytest.skip("strace is not installed or may not be used here")
    log = tmp_path / "strace.txt"

    run_demo(tmp_path, before=(strace, "-f", "-qq", "-e", CALLS, "-o", str(log)))

    assert [line for line in log.read_text(encoding="utf-8").splitlines() if traces(line)] == []


STRACE_LINES = [
    ('9 connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("192.0.2.1")}', True),
    (
        '9 connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}',
        False,
    ),
    (
        '9 connect(3, {sa_family=AF_INET6, sin6_port=htons(1), inet_pton(AF_INET6, "2001:db8::1"',
        True,
    ),
    ('9 connect(3, {sa_family=AF_INET6, sin6_port=htons(1), inet_pton(AF_INET6, "::1"', False),
    ('9 connect(3, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT', False),
    ('9 sendto(3, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(53), inet_addr("192.0.2.1")', True),
]


@pytest.mark.parametrize(("line", "expected"), STRACE_LINES)
def test_lines_of_strace_are_understood(line: str, *, expected: bool) -> None:
    assert traces(line) is expected
