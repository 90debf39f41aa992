"""What the reading child may not do: write files, reach the network, start programs, eat memory.

Every measure is tried on its own; `lock` says which of them hold, so that `doctor` can show it.
"""

import os
import resource
import sys
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_FORBIDDEN = frozenset(
    {
        "socket.__new__",
        "socket.connect",
        "socket.bind",
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "socket.sendto",
        "subprocess.Popen",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.system",
        "os.startfile",
        "os.kill",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.mkdir",
        "os.link",
        "os.symlink",
        "os.truncate",
        "os.chmod",
        "os.chown",
        "os.utime",
        "shutil.rmtree",
        "shutil.copyfile",
        "shutil.move",
        "pty.spawn",
        "code.__new__",
        "webbrowser.open",
    }
)
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000


def lock(*, memory_bytes: int, cut_network: bool) -> dict[str, bool]:
    """Give up what a reader does not need, for good. Returns which protections are active.

    memory_bytes: address space of this process. cut_network: try an empty network namespace.
    """
    active = {
        "memory_limit": _limit(resource.RLIMIT_AS, memory_bytes),
        "no_file_writes": _limit(resource.RLIMIT_FSIZE, 0),
        "no_core_dump": _limit(resource.RLIMIT_CORE, 0),
        "network_namespace": cut_network and _leave_network(),
    }
    sys.addaudithook(_refuse)
    return active | {"audit_hook": True}


def allow_cpu(seconds: int) -> bool:
    """From now on this process may use so many more seconds of CPU; then SIGXCPU ends it.

    Only the soft limit moves, so that the next file can be given its own share.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (spent + seconds + 1, hard))
    except (ValueError, OSError):
        return False
    return True


def _limit(what: int, value: int) -> bool:
    try:
        resource.setrlimit(what, (value, value))
    except (ValueError, OSError):  # macOS refuses RLIMIT_AS
        return False
    return True


def _refuse(event: str, args: tuple[Any, ...]) -> None:
    if event in _FORBIDDEN or (event == "open" and (args[2] or 0) & _WRITING):
        raise PermissionError(f"readers may not: {event}")


def _leave_network() -> bool:
    """Move into a network namespace without any interface, where the system allows that."""
    if not sys.platform.startswith("linux"):
        return False
    if sys.version_info >= (3, 12):
        unshare = os.unshare
    else:
        unshare = _libc_unshare
    for flags in (_CLONE_NEWNET, _CLONE_NEWUSER | _CLONE_NEWNET):
        try:
            unshare(flags)
        except OSError:
            continue
        return True
    return False


def _libc_unshare(flags: int) -> None:
    import ctypes

    if ctypes.CDLL(None, use_errno=True).unshare(flags) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
