"""The chat model as a judge, and what a judge says no to in one question."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from fundstelle.core.claims.reasons import Source
from fundstelle.core.deadlines import Deadline
from fundstelle.core.errors import ModelUnavailable, ModelUnusable
from fundstelle.core.judge_prompts import (
    ANSWERS,
    CARRIES,
    read_ruling,
    schema_of,
    whether_answers,
    whether_carries,
)
from fundstelle.core.messages import Message
from fundstelle.core.questions import Question
from fundstelle.core.replies import json_in
from fundstelle.core.terms import Language
from fundstelle.ports import ChatModel, Judge
from fundstelle.services.chat_models import ChatModels

REPLY_SHARE = 0.25  # of the context that is left for the reply
SILENT = "judge_down"


@dataclass(frozen=True, slots=True)
class ChatJudge:
    """A Judge that asks the chat model of the settings, in its queue. No model: never a no."""

    models: ChatModels

    def carries(
        self, claim: str, source: Source, *, language: Language, deadline: Deadline
    ) -> bool:
        """As Judge."""

        def said(room: int) -> Sequence[Message]:
            return whether_carries(claim, source, language, room_tokens=room)

        return self._ruling(said, CARRIES, deadline)

    def answers(self, question: Question, sources: Sequence[Source], *, deadline: Deadline) -> bool:
        """As Judge."""

        def said(room: int) -> Sequence[Message]:
            return whether_answers(question, sources, room_tokens=room)

        return self._ruling(said, ANSWERS, deadline)

    def _ruling(
        self, said: Callable[[int], Sequence[Message]], asked: str, deadline: Deadline
    ) -> bool:
        model = self.models.open(deadline)
        return model is None or _asked(model, said(_room(model)), asked, deadline)


def _room(model: ChatModel) -> int:
    return int(model.context_tokens * (1 - REPLY_SHARE))


def _asked(model: ChatModel, said: Sequence[Message], asked: str, deadline: Deadline) -> bool:
    if not said:
        raise ModelUnusable("The sentences may not be put before a model, or have no room.")
    reply = json_in(model.reply(said, schema=schema_of(asked), deadline=deadline))
    ruling = read_ruling(reply, asked)
    if ruling is None:
        raise ModelUnusable(f"{model.name} was asked for yes or no and said neither.")
    return ruling


class Hearing:
    """One question before a judge. One that is down, late or talks nonsense said nothing: no veto.

    degraded: that something was not judged which should have been. seconds: spent with the judge.
    """

    def __init__(self, judge: Judge | None, question: Question, deadline: Deadline) -> None:
        """judge: None never says no. deadline: that of the whole answer."""
        self._judge, self._question, self._deadline = judge, question, deadline
        self.degraded: tuple[str, ...] = ()
        self.seconds = 0.0

    def rejects_claim(self, claim: str, source: Source) -> bool:
        """Whether the judge says that this source does not carry the claim. Raises Cancelled."""
        language = self._question.language
        return self._said_no(
            lambda judge: judge.carries(claim, source, language=language, deadline=self._deadline)
        )

    def rejects_answer(self, sources: Sequence[Source]) -> bool:
        """Whether the judge says that these do not answer the question. Raises Cancelled."""
        return self._said_no(
            lambda judge: judge.answers(self._question, sources, deadline=self._deadline)
        )

    def _said_no(self, asked: Callable[[Judge], bool]) -> bool:
        if self._judge is None:
            return False
        started = perf_counter()
        try:
            return not asked(self._judge)
        except ModelUnavailable:
            self.degraded = (SILENT,)
            return False
        finally:
            self.seconds += perf_counter() - started
