"""No secret is ever printed again, nor kept where anybody but its check needs it."""

from io import StringIO
from pathlib import Path

import pytest

from tests.delivery.command import Done, fundstelle

SECRETS = {
    "FUNDSTELLE_OPENAI_API_KEY": "sk-canary-openai-1733",
    "FUNDSTELLE_ANTHROPIC_API_KEY": "sk-canary-anthropic-1734",
}
PASSWORD = "canary-kennwort-1735"
NOWHERE = "http://127.0.0.1:9"  # nobody listens there
ALL_MODELS = [
    {"FUNDSTELLE_CHAT_MODEL": "openai:m", "FUNDSTELLE_OPENAI_URL": NOWHERE},
    {"FUNDSTELLE_CHAT_MODEL": "openai:m", "FUNDSTELLE_OPENAI_URL": "nonsense"},
    {"FUNDSTELLE_EMBEDDER": "openai:e", "FUNDSTELLE_OPENAI_URL": NOWHERE},
    {"FUNDSTELLE_CHAT_MODEL": "nonsense"},
    {},
]
COMMANDS = [
    ("doctor", "--egress"),
    ("doctor",),
    ("doctor", "--json"),
    ("stats", "--json"),
    ("ask", "Wie viel fasst die Zisterne?", "--json"),
    ("ask", "Wie viel fasst die Zisterne?", "--receipt", "beleg.json"),
    ("search", "Zisterne", "--as", "Anna"),
    ("users", "list", "--json"),
    ("users", "show", "Anna", "--json"),
    ("keys", "list", "--json"),
    ("access", "what", "Anna", "--json"),
    ("audit", "list", "--json"),
    ("audit", "verify", "--json"),
]


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The secret of a key of Anna, who has a password and reads the one document."""
    monkeypatch.setenv("FUNDSTELLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "hashing")
    (tmp_path / "plan.md").write_text("Die Zisterne fasst 40 Kubikmeter.", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", StringIO(f"{PASSWORD}\n"))
    for words in (
        ("ingest", str(tmp_path / "plan.md"), "--collection", "Werk"),
        ("users", "add", "Anna", "--password-stdin"),
        ("groups", "add", "Hof"),
        ("groups", "add-user", "Hof", "Anna"),
        ("grants", "add", "Hof", "Werk", "--right", "read"),
    ):
        assert fundstelle(*words).code == 0
    made: Done = fundstelle("keys", "add", "Anna", "Cron", "--json")
    return str(made.json["key"])


def test_no_secret_is_printed_or_kept(key: str, tmp_path: Path) -> None:
    secrets = [*SECRETS.values(), PASSWORD, key]
    for models in ALL_MODELS:
        for command in COMMANDS:
            if "beleg.json" in command:
                Path("beleg.json").unlink(missing_ok=True)
            done = fundstelle(*command, **SECRETS, **models)
            shown = done.text + done.messages
            assert [one for one in secrets if one in shown] == [], command

    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    held = {one: [p.name for p in files if one.encode() in p.read_bytes()] for one in secrets}
    assert held == {one: [] for one in secrets}
    assert "beleg.json" in {path.name for path in files}
