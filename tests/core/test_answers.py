"""Nothing can be shown that is not a sentence of the evidence."""

import pytest

from fundstelle.core.answers import (
    Answer,
    Citation,
    Evidence,
    EvidenceSentence,
    Kind,
    Refusal,
    RefusalCode,
    ShownSentence,
    Status,
    Verdict,
)
from fundstelle.core.documents import BlockKind


def citation(quote: str) -> Citation:
    return Citation("d", "Titel", "n.txt", "Personal", 1, None, None, None, 0, len(quote), quote)


EVIDENCE = Evidence(
    (
        EvidenceSentence("S1", BlockKind.PARAGRAPH, citation("Der Turm ist hoch."), 0, 0),
        EvidenceSentence("S2", BlockKind.ROW, citation("A | 1"), 0, 1),
    ),
    (0.9,),
)


def test_a_verdict_shows_the_source_s_own_words() -> None:
    verdict = Verdict.verbatim(EVIDENCE, ["S2", "S1"])
    assert [sentence.text for sentence in verdict.sentences] == ["A | 1", "Der Turm ist hoch."]
    assert all(sentence.text == sentence.citations[0].quote for sentence in verdict.sentences)


def test_a_verdict_cannot_be_made_by_hand() -> None:
    forged = ShownSentence("Der Turm ist nieder.", Kind.VERIFIED, (citation("Der Turm ist hoch."),))
    with pytest.raises(TypeError, match="made by"):
        Verdict((forged,))
    with pytest.raises(TypeError, match="made by"):
        Verdict((forged,), object())


def test_a_verdict_of_unknown_sentences_or_of_none_is_refused() -> None:
    with pytest.raises(KeyError):
        Verdict.verbatim(EVIDENCE, ["S3"])
    with pytest.raises(ValueError, match="refuse instead"):
        Verdict.verbatim(EVIDENCE, [])


def test_the_status_follows_from_what_is_shown() -> None:
    shown = Answer("?", "de", Verdict.verbatim(EVIDENCE, ["S1"]), 0.9)
    refused = Answer("?", "de", Refusal(RefusalCode.NO_EVIDENCE), 0.1)
    assert (shown.status, refused.status) == (Status.EXTRACTIVE, Status.REFUSED)
    assert refused.sentences == ()
    assert refused.refusal is not None
