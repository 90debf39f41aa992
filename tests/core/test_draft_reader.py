"""A model's reply, in whatever shape, becomes claims; none is mended and nothing fails."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.draft_reader import MAX_CLAIMS, read_draft
from fundstelle.core.drafts import Claim, Draft
from tests.core.evidence import evidence_of

EVIDENCE = evidence_of(
    ("Handbuch", ["Der Urlaub beträgt 30 Tage im Jahr.", "Der Antrag ist schriftlich zu stellen."]),
    ("Satzung", ["Die Frist für die Kündigung beträgt 14 Tage.", "Montag geschlossen."]),
)
URLAUB, ANTRAG = "Der Urlaub beträgt 30 Tage.", "Der Antrag ist schriftlich zu stellen."
FRIST = "Die Frist beträgt 14 Tage."


def claims(*items: Any) -> dict[str, Any]:
    return {"claims": list(items)}


CLAIMS: list[tuple[str, Any, tuple[Claim, ...]]] = [
    ("one", claims({"sentence": URLAUB, "cites": ["S1"]}), (Claim(URLAUB, ("S1",)),)),
    (
        "with a quote",
        claims({"sentence": URLAUB, "cites": ["S1"], "quote": "Der Urlaub beträgt 30 Tage"}),
        (Claim(URLAUB, ("S1",), "Der Urlaub beträgt 30 Tage"),),
    ),
    (
        "no evidence id",
        claims({"sentence": URLAUB, "cites": ["S99", "Handbuch.md"]}),
        (Claim(URLAUB, ("S99", "Handbuch.md")),),
    ),
    ("no id", claims({"sentence": URLAUB, "cites": []}), (Claim(URLAUB, ()),)),
    ("ids missing", claims({"sentence": URLAUB}), (Claim(URLAUB, ()),)),
    (
        "a text of ids",
        claims({"sentence": URLAUB, "cites": "[S1], s2"}),
        (Claim(URLAUB, ("S1",)),),
    ),
    ("a number", claims({"sentence": URLAUB, "cites": [1, 1]}), (Claim(URLAUB, ("S1",)),)),
    ("true is no id", claims({"sentence": URLAUB, "cites": True}), (Claim(URLAUB, ()),)),
    (
        "ids in the sentence",
        claims({"sentence": "Der Urlaub beträgt 30 Tage [S1, S2].", "cites": []}),
        (Claim(URLAUB, ("S1",)),),
    ),
    (
        "several sentences, one id",
        claims({"sentence": f"{URLAUB} Er verfällt z. B. am 31. März.", "cites": ["S1"]}),
        (Claim(URLAUB, ("S1",)), Claim("Er verfällt z. B. am 31. März.", ("S1",))),
    ),
    (
        "several sentences, several ids",
        claims({"sentence": f"{FRIST} {URLAUB}", "cites": ["S1", "S3"]}),
        (Claim(FRIST, ("S3",)), Claim(URLAUB, ("S1",))),
    ),
    (
        "a list in one",
        claims({"sentence": f"- {URLAUB}\n- **{FRIST}**", "cites": ["S1"]}),
        (Claim(URLAUB, ("S1",)), Claim(FRIST, ("S1",))),
    ),
    (
        "white space",
        claims({"sentence": " Der  Urlaub\tbeträgt 30 Tage. ", "cites": ["S1"]}),
        (Claim(URLAUB, ("S1",)),),
    ),
    (
        "invisible",
        claims({"sentence": "Der Ur\u00adlaub\u200b beträgt 30 Tage.", "cites": ["S1"]}),
        (Claim(URLAUB, ("S1",)),),
    ),
    (
        "bad items beside a good one",
        claims(
            None, "x", {"sentence": 5}, {"sentence": " … "}, {"sentence": URLAUB, "cites": ["S1"]}
        ),
        (Claim(URLAUB, ("S1",)),),
    ),
    (
        "a numbered list",
        claims({"sentence": f"1. {URLAUB}\n2. {FRIST}", "cites": ["S1"]}),
        (Claim(URLAUB, ("S1",)), Claim(FRIST, ("S1",))),
    ),
    (
        "a date is no number of a list",
        claims({"sentence": "1. März ist der Stichtag.", "cites": ["S1"]}),
        (Claim("1. März ist der Stichtag.", ("S1",)),),
    ),
    # answer and quotes
    (
        "a sentence each",
        {
            "answer": f"{FRIST} {URLAUB}",
            "quotes": [
                {"chunk_id": "S1", "quote": "Der Urlaub beträgt 30 Tage"},
                {"chunk_id": "S3", "quote": "Die Frist für die Kündigung beträgt 14 Tage"},
            ],
        },
        (
            Claim(FRIST, ("S3",), "Die Frist für die Kündigung beträgt 14 Tage"),
            Claim(URLAUB, ("S1",), "Der Urlaub beträgt 30 Tage"),
        ),
    ),
    (
        "plain quotes",
        {
            "answer": FRIST,
            "quotes": ["der Urlaub beträgt 30 Tage", "Die Frist für die Kündigung beträgt"],
        },
        (Claim(FRIST, ("S3",), "Die Frist für die Kündigung beträgt"),),
    ),
    (
        "id missing",
        {"answer": URLAUB, "quotes": [{"quote": "Der Urlaub beträgt 30 Tage im Jahr"}]},
        (Claim(URLAUB, ("S1",), "Der Urlaub beträgt 30 Tage im Jahr"),),
    ),
    (
        "a quote over two sentences",
        {
            "answer": ANTRAG,
            "quotes": [
                "Der Urlaub beträgt 30 Tage im Jahr. Der Antrag ist schriftlich zu stellen."
            ],
        },
        (Claim(ANTRAG, ("S2",), ANTRAG),),
    ),
    (
        "a quote that stands nowhere",
        {"answer": URLAUB, "quotes": ["Der Urlaub beträgt 31 Tage im Jahr"]},
        (Claim(URLAUB, (), "Der Urlaub beträgt 31 Tage im Jahr"),),
    ),
    (
        "an id that is no evidence id kills, though the words stand somewhere",
        {
            "answer": URLAUB,
            "quotes": [{"chunk_id": "S77", "quote": "Der Urlaub beträgt 30 Tage im Jahr"}],
        },
        (Claim(URLAUB, ("S77",), "Der Urlaub beträgt 30 Tage im Jahr"),),
    ),
    (
        "a quote of three words is not looked for",
        {"answer": URLAUB, "quotes": ["beträgt 30 Tage"]},
        (Claim(URLAUB, (), "beträgt 30 Tage"),),
    ),
    (
        "all of a short sentence",
        {"answer": "Montag ist zu.", "quotes": ["Montag geschlossen."]},
        (Claim("Montag ist zu.", ("S4",), "Montag geschlossen."),),
    ),
    ("only an id", {"answer": URLAUB, "quotes": [{"chunk_id": "S1"}]}, (Claim(URLAUB, ("S1",)),)),
    ("no quotes", {"answer": URLAUB, "quotes": []}, (Claim(URLAUB, ()),)),
    ("quotes missing", {"answer": URLAUB}, (Claim(URLAUB, ()),)),
    (
        "ids in the answer",
        {"answer": "Der Urlaub beträgt 30 Tage [S1]."},
        (Claim(URLAUB, ("S1",)),),
    ),
    (
        "quotes of no shape",
        {"answer": URLAUB, "quotes": [3, None, {}, {"quote": 5}, [], ""]},
        (Claim(URLAUB, ()),),
    ),
]
NOTHING: list[Any] = [
    None, 5, "text", [], [{"sentence": URLAUB}], {}, {"claims": {}}, {"claims": "x"}, {"answer": 5},
    {"answer": ""}, {"response": URLAUB}, {"claims": [[URLAUB]]}, {"answer": "…", "quotes": ["x"]},
]  # fmt: skip


@pytest.mark.parametrize(("reply", "read"), [row[1:] for row in CLAIMS], ids=[c[0] for c in CLAIMS])
def test_both_forms_are_read(reply: Any, read: tuple[Claim, ...]) -> None:
    assert read_draft(reply, EVIDENCE) == Draft(read)


@pytest.mark.parametrize("reply", NOTHING, ids=repr)
def test_another_shape_is_no_claim(reply: Any) -> None:
    assert read_draft(reply, EVIDENCE) == Draft()


@pytest.mark.parametrize(
    ("reply", "unanswered"),
    [
        ({"claims": [], "unanswered": True}, True),
        ({"unanswered": True}, True),
        ({"claims": []}, False),
        ({"claims": [], "unanswered": "yes"}, False),
        (claims({"sentence": URLAUB, "cites": ["S1"]}) | {"unanswered": True}, False),
    ],
)
def test_a_model_may_say_that_nothing_answers(reply: Any, *, unanswered: bool) -> None:
    assert read_draft(reply, EVIDENCE).unanswered is unanswered


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "claims",
                    "sentence",
                    "cites",
                    "quote",
                    "answer",
                    "quotes",
                    "chunk_id",
                    "unanswered",
                ]
            )
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_every_reply_is_read_without_fail(reply: Any) -> None:
    draft = read_draft(reply, EVIDENCE)

    assert len(draft.claims) <= MAX_CLAIMS
    assert all("\n" not in claim.text and claim.text.strip() for claim in draft.claims)
