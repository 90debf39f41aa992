"""Changes the embedder of a folder until it is killed. Usage: DATA NAME

Prints the hash of each text before it is embedded, a line per batch, and "done" at the end.
"""

import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from fundstelle.adapters.models.choice import MADE_BY
from fundstelle.adapters.models.hashing import HashingEmbedder
from fundstelle.bootstrap import Application
from fundstelle.config import Settings
from fundstelle.core.embedding import Vectors
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.ports import Embedder
from fundstelle.services.engines import Engines
from tests.services.made_up import MadeUp


class Speaking(HashingEmbedder):
    """Says what it embeds before it does."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        say(" ".join(sha256(text.encode()).hexdigest()[:16] for text in texts))
        return super().passages(texts)


def opener(name: str) -> Embedder:
    if name == "hashing":
        return Speaking()
    if name == "use":
        return MadeUp(MADE_BY[name])
    raise EmbedderUnavailable(f"{name} is not part of this test.")


def engines() -> Engines:
    """Two embedders that cost next to nothing, under the names of real ones."""
    return Engines(opener, MADE_BY)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    app = Application(Settings(data=Path(sys.argv[1])), engines())
    change = app.change_embedder(sys.argv[2])
    change.begin()
    for _ in change():
        pass
    app.close()
    say("done")
