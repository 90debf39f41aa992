"""Judging given claims: which sentences stand for a quote, and that one of them must do."""

import pytest

from fundstelle.core.claims.claimset import GivenClaim, Rate, rates
from fundstelle.core.claims.reasons import Source, Strictness
from fundstelle.services.evaluate_claims import judge, row_of, sources_of


def test_a_quote_gives_its_sentences_with_their_label() -> None:
    assert sources_of(["Halle A: Das Dach ist neu. Die Tür klemmt."]) == [
        Source("Halle A: Das Dach ist neu."),
        Source("Die Tür klemmt.", beside="Halle A:"),
    ]


def test_a_table_gives_its_rows_with_their_header() -> None:
    assert sources_of(["Raum;Fläche\nB 2;30 m²\nB 3;40 m²"]) == [
        Source("B 2;30 m²", beside="Raum;Fläche", is_row=True),
        Source("B 3;40 m²", beside="Raum;Fläche", is_row=True),
    ]


def test_a_pronoun_takes_the_sentence_before_along() -> None:
    assert sources_of(["Die Uhr steht. Sie ist alt."])[1] == Source(
        "Sie ist alt.", before="Die Uhr steht."
    )


@pytest.mark.parametrize("strictness", Strictness)
def test_one_sentence_must_carry_the_whole_claim(strictness: Strictness) -> None:
    quotes = ("Die Uhr steht im Flur.", "Das Radio steht im Keller.")

    assert judge(GivenClaim("1", quotes, "Im Flur steht die Uhr."), strictness).accepted
    mixed = judge(GivenClaim("2", quotes, "Die Uhr steht im Keller."), strictness)
    assert not mixed.accepted
    assert row_of(mixed)["reasons"][0]["code"]


def test_a_claim_without_quotes_is_rejected() -> None:
    judged = judge(GivenClaim("1", (), "Die Uhr steht."), Strictness.BALANCED)

    assert row_of(judged) == {
        "id": "1",
        "accepted": False,
        "reasons": [{"code": "source", "detail": ""}],
    }


def test_rates_count_mistakes_in_all_and_per_kind() -> None:
    quotes = ("Die Uhr steht.",)
    judged = [
        judge(GivenClaim(str(n), quotes, claim, label, kind), Strictness.STRICT)
        for n, (claim, label, kind) in enumerate(
            [
                ("Die Uhr steht.", "supported", "plain"),
                ("Sie geht.", "supported", "other"),
                ("Die Uhr steht nicht.", "contradicted", "negation"),
                ("Die Uhr steht.", "", ""),
            ]
        )
    ]

    assert rates(judged) == [
        Rate("", right=False, accepted=0, total=1),
        Rate("", right=True, accepted=1, total=2),
        Rate("negation", right=False, accepted=0, total=1),
        Rate("other", right=True, accepted=0, total=1),
        Rate("plain", right=True, accepted=1, total=1),
    ]
    assert rates(judged)[1].mistaken == 0.5
