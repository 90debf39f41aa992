"""The `fundstelle` command for tests: in this process where the process itself is not the point."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from fundstelle.delivery.cli import main

COMMAND = Path(sys.executable).with_name("fundstelle")


@dataclass(frozen=True, slots=True)
class Done:
    """What a command left: exit code, standard output as bytes, standard error as text."""

    code: int
    data: bytes
    messages: str

    @property
    def text(self) -> str:
        return self.data.decode("utf-8")

    @property
    def json(self) -> Any:
        return json.loads(self.data)


def fundstelle(*arguments: str | Path, **variables: str) -> Done:
    """Run the command in this process. variables: of the environment, on top of what is set."""
    out, err = BytesIO(), BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["fundstelle", *map(str, arguments)])
        patch.setattr(sys, "stdout", TextIOWrapper(out, encoding="utf-8", write_through=True))
        patch.setattr(sys, "stderr", TextIOWrapper(err, encoding="utf-8", write_through=True))
        for name, value in variables.items():
            patch.setenv(name, value)
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        return Done(code, out.getvalue(), err.getvalue().decode("utf-8"))


def process(*arguments: str | Path, **variables: str) -> Done:
    """Run the command as a process of its own."""
    done = subprocess.run(
        [COMMAND, *arguments], env=os.environ | variables, capture_output=True, check=False
    )
    return Done(done.returncode, done.stdout, done.stderr.decode("utf-8"))
