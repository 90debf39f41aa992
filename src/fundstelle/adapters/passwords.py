"""Passwords by argon2id, and a list of common ones that comes with a library."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# OWASP's second setting (19 MiB, two passes, one lane). With the library's own setting 20 sign-ins
# at once took 1.3 GB. Two threads do it for all: the C library keeps what a thread gave back for
# that thread, so twenty that take turns would hold 19 MiB each for good.
_ARGON = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_HASHING = ThreadPoolExecutor(2, thread_name_prefix="passwords")


class Argon2Hasher:
    """See ports.credentials.PasswordHasher."""

    def hash(self, password: str) -> str:
        return _HASHING.submit(_ARGON.hash, password).result()

    def verify(self, password: str, kept: str | None) -> bool:
        try:
            fits = _HASHING.submit(_ARGON.verify, kept or _nobodys(), password).result()
        except (VerificationError, InvalidHashError):
            return False
        return fits and kept is not None

    def is_outdated(self, kept: str) -> bool:
        return _ARGON.check_needs_rehash(kept)

    def is_common(self, password: str) -> bool:
        return unicodedata.normalize("NFC", password).casefold() in _common()


@cache
def _nobodys() -> str:
    """What is compared where there is no user, so that it takes as long."""
    return Argon2Hasher().hash("nobody")


@cache
def _common() -> frozenset[str]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    lists = (FREQUENCY_LISTS[name] for name in ("passwords", "female_names", "male_names"))
    return frozenset(word.casefold() for words in lists for word in words)
