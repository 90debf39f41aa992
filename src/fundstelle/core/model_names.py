"""Names of models, as they stand in settings (PROVIDER:NAME), and where they run."""

import re

from fundstelle.core.errors import WrongUsage

EMBEDDER_SERVERS = ("ollama:", "openai:")
"""How the name of an embedder begins that is asked over a connection."""

CHAT_SERVERS = ("ollama:", "openai:", "anthropic:")
LOCAL_TAG = "latest"
NAME = re.compile(r"[^\s|:][^\s|]*")  # "|" stands for ":" where a fingerprint has no room for it
HERE = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?")


def on_this_machine(host: str) -> bool:
    """Whether the host of a ChatModel is this machine, so that nothing leaves it.

    Names other than localhost count as elsewhere: where they lead may change.
    """
    return HERE.fullmatch(host) is not None


def full_name(setting: str) -> str:
    """Return a setting with what it leaves open: "ollama:llama3" is "ollama:llama3:latest".

    Settings without a provider ("bundled", "none") stay. Raises WrongUsage if the name is none.
    """
    provider, colon, name = setting.partition(":")
    if not colon:
        return setting
    if not NAME.fullmatch(name):
        raise WrongUsage(f"{setting!r} names no model. Write {provider}:NAME.")
    if provider == "ollama" and ":" not in name.rpartition("/")[2]:
        return f"{setting}:{LOCAL_TAG}"
    return setting


def in_fingerprint(name: str) -> str:
    """Return a name for use in a fingerprint, whose parts are joined by colons."""
    return name.replace(":", "|")


def of_fingerprint(name: str) -> str:
    """Undo in_fingerprint."""
    return name.replace("|", ":")
