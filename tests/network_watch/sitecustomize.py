"""Refuses and notes every attempt to reach another machine, in any Python process that loads this.

tests/conftest.py loads it into the test process; child processes load it by its name, because the
folder stands in PYTHONPATH. Attempts are appended to the file NETWORK_WATCH_LOG, one a line,
so that they are seen even where the caller swallows the error.
"""

import ipaddress
import os
import sys

HOST_FIRST = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}
ADDRESS_SECOND = {"socket.connect", "socket.sendto", "socket.sendmsg"}
OF_THIS_MACHINE = {"", "localhost", "0.0.0.0", "::"}  # the last two are for listening


def stays_here(host: object) -> bool:
    """Whether a host means this machine. What is no text is no internet address."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if not isinstance(host, str) or host in OF_THIS_MACHINE:
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def host_of(event: str, arguments: tuple[object, ...]) -> object:
    """Return the host an audit event speaks of, None where it speaks of none."""
    if event in HOST_FIRST:
        return arguments[0]
    if event in ADDRESS_SECOND:
        address = arguments[1]
        return address[0] if isinstance(address, tuple) and address else None
    return None


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Audit hook. Raises ConnectionRefusedError for another machine's address."""
    host = host_of(event, arguments)
    if host is None or stays_here(host):
        return
    log = os.environ.get("NETWORK_WATCH_LOG")
    if log:
        with open(log, "a", encoding="utf-8") as file:  # noqa: PTH123 - runs in every process
            file.write(f"{event} {host!r} by {sys.argv[:3]}\n")
    raise ConnectionRefusedError(f"The tests reach no other machine, but {event} wants {host!r}")


sys.addaudithook(watch)
