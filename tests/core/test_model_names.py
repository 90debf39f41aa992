"""Names of models, and what runs on this machine."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.embedding import Fingerprint
from fundstelle.core.model_names import full_name, in_fingerprint, of_fingerprint, on_this_machine

HOSTS = {
    "127.0.0.1:11434": True,
    "127.8.0.1": True,
    "localhost:1": True,
    "[::1]:1": True,
    "192.0.2.1": False,
    "api.example.org": False,
    "127.0.0.1.example.org": False,
    "localhost.example.org:80": False,
    "https://ollama.com through 127.0.0.1:11434": False,
    "": False,
}


@pytest.mark.parametrize(("host", "here"), HOSTS.items(), ids=HOSTS)
def test_what_stays_on_this_machine_is_told_apart(host: str, *, here: bool) -> None:
    assert on_this_machine(host) is here


NAMES = st.from_regex(r"[A-Za-z0-9._/-]{1,20}(:[A-Za-z0-9._-]{1,10})?", fullmatch=True)


@given(NAMES)
def test_every_name_comes_back_from_a_fingerprint(name: str) -> None:
    full = full_name(f"ollama:{name}")
    key = Fingerprint(in_fingerprint(full), "ab", 8, "query: |passage: ").key

    assert of_fingerprint(key.partition(":")[0]) == full
    assert full_name(full) == full
