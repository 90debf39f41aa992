"""The reading process: takes files one by one, sends back readings. Started by client.py only.

Usage: python -I -B -m fundstelle.adapters.readers.child CONTENT_FD MEMORY_BYTES CUT_NETWORK
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from fundstelle.adapters.readers.dispatch import read_content
from fundstelle.adapters.readers.jail import allow_cpu, lock
from fundstelle.adapters.readers.wire import LENGTH, framed, pack
from fundstelle.core.errors import UnreadableFile


def main(arguments: list[str]) -> int:
    """Answer requests from standard input until it ends. 0: ended by us or by the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    content_fd, memory_bytes, cut_network = (int(argument) for argument in arguments)
    out = os.dup(1)
    os.dup2(2, 1)  # whatever a library prints must not land between our messages
    _send(out, {"active": lock(memory_bytes=memory_bytes, cut_network=bool(cut_network))})
    while request := _receive():
        allow_cpu(int(request["seconds"]))
        reply = _answer(str(request["name"]), content_fd, int(request["size"]))
        _send(out, reply)
        if reply.get("last"):
            break
    return 0


def _answer(name: str, content_fd: int, size: int) -> dict[str, Any]:
    """The reply to one request; "last" says that this process is not fit for another file."""
    try:
        return pack(read_content(name, _content(content_fd, size)))
    except UnreadableFile as error:
        return {"fault": error.code, "detail": error.detail}
    except MemoryError:
        return {"fault": "too_large", "detail": "memory limit reached", "last": True}
    except RecursionError:
        return {"fault": "corrupt", "detail": "nested too deeply", "last": True}
    except Exception as error:  # noqa: BLE001 - a reader's bug must not stop the import
        return {"fault": "internal", "detail": _place(error), "last": True}


def _place(error: Exception) -> str:
    """Kind of error and where it was raised; never its text, which may quote the document."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    file = Path(trace.tb_frame.f_code.co_filename).name
    return f"{type(error).__name__} in {file}:{trace.tb_lineno}"


def _content(fd: int, size: int) -> bytes:
    parts, offset = [], 0
    while offset < size:
        part = os.pread(fd, size - offset, offset)
        if not part:
            raise UnreadableFile("unreadable", detail="content was cut short")
        parts.append(part)
        offset += len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _receive() -> dict[str, Any] | None:
    head = sys.stdin.buffer.read(LENGTH)
    if len(head) < LENGTH:
        return None
    body = sys.stdin.buffer.read(int.from_bytes(head, "big"))
    request: dict[str, Any] = json.loads(body)
    return request


def _send(out: int, message: dict[str, Any]) -> None:
    rest = memoryview(framed(message))
    while rest:
        rest = rest[os.write(out, rest) :]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
