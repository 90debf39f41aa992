"""Receipts: issue one for an answer, and check later whether it is intact and still true."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from fundstelle.core.access import Scope
from fundstelle.core.receipts import (
    SIGNATURE,
    Circumstances,
    CitedPlace,
    Drafted,
    PlaceState,
    Receipt,
    build,
    cited_places,
    compare,
    read_receipt,
    signed_bytes,
)
from fundstelle.ports import Store, View
from fundstelle.ports.signing import Signer
from fundstelle.services.ask import Reasoned


class ReceiptState(StrEnum):
    """What a check of a receipt ends in."""

    INTACT = "intact"  # as issued, and every place still says so
    TAMPERED = "tampered"
    SOURCE_CHANGED = "source_changed"


@dataclass(frozen=True, slots=True)
class Checked:
    """other_key: it names another key than this folder's. places: () for a tampered receipt."""

    state: ReceiptState
    receipt: Receipt
    places: tuple[tuple[CitedPlace, PlaceState], ...] = ()
    other_key: bool = False


@dataclass(frozen=True, slots=True)
class Issue:
    """Sign receipts. key: opened when it is first needed."""

    key: Callable[[], Signer]
    program: str
    settings: str
    now: Callable[[], str]

    def __call__(self, reasoned: Reasoned, scope: Scope) -> Receipt:
        """Return the signed receipt of an answer. scope: what could be read when it was asked."""
        key = self.key()
        receipt = build(
            reasoned.answer,
            reasoned.evidence,
            {d.id: d.content_hash for d in reasoned.found.documents.values()},
            scope=tuple(scope.collection_ids),
            circumstances=Circumstances(self.program, self.settings, self.now()),
            drafted=_drafted(reasoned),
        )
        receipt["key"] = key.public.hex()
        return receipt | {SIGNATURE: key.sign(signed_bytes(receipt)).hex()}


@dataclass(frozen=True, slots=True)
class Verify:
    """Check receipts. key: of the folder that issued them."""

    store: Store
    key: Callable[[], Signer]

    def __call__(self, content: bytes, scope: Scope) -> Checked:
        """Compare a receipt with its signature and with the store.

        content: the file, byte for byte as it was written. Raises UnreadableReceipt, CannotRun.
        """
        receipt, exact = read_receipt(content)
        key = self.key()
        if receipt.get("key") != key.public.hex():
            return Checked(ReceiptState.TAMPERED, receipt, other_key=True)
        if not exact or not _is_signed(receipt, key):
            return Checked(ReceiptState.TAMPERED, receipt)
        with self.store.reading(scope) as view:
            places = tuple((p, _became(view, p)) for p in cited_places(receipt))
        same = all(state is PlaceState.SAME for _, state in places)
        return Checked(
            ReceiptState.INTACT if same else ReceiptState.SOURCE_CHANGED, receipt, places
        )


def _drafted(reasoned: Reasoned) -> Drafted | None:
    proposal, strictness = reasoned.consulted.proposal, reasoned.consulted.strictness
    if proposal.model is None:
        return None
    return Drafted(proposal.model, proposal.host, strictness, proposal.draft, reasoned.claims)


def _is_signed(receipt: Receipt, key: Signer) -> bool:
    text = receipt[SIGNATURE]
    try:
        signature = bytes.fromhex(text)
    except ValueError:
        return False
    # The same bytes in other letters would be another file.
    return signature.hex() == text and key.verifies(signature, signed_bytes(receipt))


def _became(view: View, place: CitedPlace) -> PlaceState:
    # A number alone names no version: a document that was removed and brought in again counts anew.
    numbers = {v.number: v.content_hash for v in view.versions(place.document_id)}
    kept = numbers.get(place.version) == place.content_hash
    return compare(
        place,
        view.document(place.document_id),
        view.version_text(place.document_id, place.version) if kept else None,
        view.version_text(place.document_id),
    )
