"""No transaction is open while a model writes or judges, whoever asks: a model may need minutes."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

import pytest

from fundstelle.adapters.sources.question_set import CorpusSource
from fundstelle.core.access import Scope
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.questionset import EvaluationDocument, EvaluationQuestion, QuestionSet
from fundstelle.ports import Directory, Store, Upkeep, View
from fundstelle.ports.audit import AuditLog
from fundstelle.ports.credentials import Credentials
from fundstelle.services.ask import Ask
from fundstelle.services.evaluate import Evaluate
from fundstelle.services.judge import ChatJudge
from fundstelle.services.measure import Measure, Part
from tests.services.fake_chat import FakeChatModel, claims, proposing
from tests.services.house import House

QUESTION = "Wann beginnt die Nachtruhe?"
SET = QuestionSet(
    (EvaluationDocument("d", "", "Die Nachtruhe beginnt um 22 Uhr und endet um 6 Uhr."),),
    (EvaluationQuestion("q", QUESTION, "dev", None),),
)


class CountingStore:
    """A store that knows how many transactions are open."""

    def __init__(self, store: Store) -> None:
        self._store, self.open = store, 0

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[View]:
        with self._store.reading(scope) as view:
            self.open += 1
            try:
                yield view
            finally:
                self.open -= 1

    def together(self) -> AbstractContextManager[None]:
        return self._store.together()

    @property
    def upkeep(self) -> Upkeep:
        return self._store.upkeep

    @property
    def directory(self) -> Directory:
        return self._store.directory

    @property
    def credentials(self) -> Credentials:
        return self._store.credentials

    @property
    def audit(self) -> AuditLog:
        return self._store.audit


WAYS: dict[str, Callable[[Ask, Scope], object]] = {
    "ask": lambda ask, scope: ask(QUESTION, scope),
    "with what it rests on": lambda ask, scope: ask.reasoned(QUESTION, scope),
    "step by step": lambda ask, scope: list(ask.stream(QUESTION, scope)),
    "evaluated": lambda ask, _: list(Evaluate(ask.store, ask)(SET, "all", closed=False)),
    "timed": lambda ask, scope: Measure(ask.store, ask)(Part.ASK, [QUESTION], scope, 1),
}


@pytest.mark.parametrize("way", WAYS)
def test_no_transaction_is_open_while_a_model_writes(house: House, way: str) -> None:
    house.ingest(source=CorpusSource(SET.documents))
    store = CountingStore(house.store)
    seen: list[tuple[str, int]] = []

    def said(_: str) -> str:
        seen.append(("draft", store.open))
        return claims(("Um 22 Uhr beginnt die Nachtruhe.", ["S1"]))

    def ruled(_: str) -> str:
        seen.append(("judge", store.open))
        return '{"carries": true}'

    asking = replace(
        house.asking,
        store=store,
        propose=proposing(FakeChatModel(said)),
        strictness=Strictness.BALANCED,
        judge=ChatJudge(proposing(FakeChatModel(ruled)).models),
    )
    WAYS[way](asking, house.scope())

    assert set(seen) == {("draft", 0), ("judge", 0)}
