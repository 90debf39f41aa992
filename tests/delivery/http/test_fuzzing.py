"""Requests that nobody would write, made from the description: no fault of ours, no other shape.

Slow: three callers, every route, hundreds of requests each.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from tests.delivery.http import desk as desks
from tests.delivery.http.desk import desk_over, populate
from tests.delivery.http.running import running

FUZZER = Path(sys.executable).with_name("schemathesis")
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance"
CHECKS += ",response_schema_conformance"
# These end the session by which the requests are made.
NOT_ASKED = "/(logout|password|sessions)"
EXAMPLES = 150
SECONDS = 600


@pytest.mark.long
@pytest.mark.parametrize("caller", ["key", "manager", "administrator"])
def test_no_request_is_a_fault_of_ours(
    caller: str,
    tmp_path: Path,
    missing: Callable[[str], NoReturn],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not FUZZER.exists():
        missing("schemathesis is not installed")
    monkeypatch.setattr(desks, "START", float(int(time.time())))  # the server has a real clock
    data = tmp_path / "data"
    with desk_over(data) as desk:
        desk.clock.at = desks.START
        populate(desk)
        shown = desk.shows[caller]
    with running(data) as server, server.client() as client:
        described = client.get("/api/v1/openapi.json", headers=shown).json()
        for methods in described["paths"].values():
            for operation in methods.values():
                operation.pop("security")  # else half of the requests show something else
        file = tmp_path / "openapi.json"
        file.write_text(json.dumps(described), encoding="utf-8")
        heads = [word for name, value in shown.items() for word in ("-H", f"{name}: {value}")]
        done = subprocess.run(
            [
                *(str(FUZZER), "run", str(file), "--url", server.url, *heads, "--no-color"),
                *("--checks", CHECKS, "--exclude-path-regex", NOT_ASKED, "-n", str(EXAMPLES)),
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
            cwd=tmp_path,
        )
        server.end()

    assert done.returncode == 0, done.stdout[-5000:]
    assert "Traceback" not in "".join(server.said)
    assert "ERROR" not in "".join(server.said)
