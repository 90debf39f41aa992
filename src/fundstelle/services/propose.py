"""Ask the chat model for a draft. Whatever it does wrong costs its draft, never an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fundstelle.core.answers import Evidence
from fundstelle.core.deadlines import Deadline
from fundstelle.core.draft_reader import read_draft
from fundstelle.core.drafts import Draft
from fundstelle.core.errors import ModelTimeout, ModelUnavailable
from fundstelle.core.messages import Message
from fundstelle.core.prompts import messages, schema_for
from fundstelle.core.questions import Question
from fundstelle.core.replies import json_in
from fundstelle.ports import ChatModel
from fundstelle.services.chat_models import ChatModels

TRIES = 2  # an unusable reply is asked for once more, within the same deadline
REPLY_SHARE = 0.25  # of the context that is left for the reply
DOWN, UNUSABLE = "chat_down", "chat_unusable"


@dataclass(frozen=True, slots=True)
class Proposal:
    """draft: None if there is none. model: who was asked; None if nobody. degraded: why none.

    host: who saw question and evidence, or may have; None if nobody.
    """

    draft: Draft | None = None
    model: str | None = None
    host: str | None = None
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Propose:
    """A draft for a question from its evidence. timeout_s: for all tries together.

    whole: of the one question that this is made for, by whoever may call it off; None: nobody.
    """

    models: ChatModels
    timeout_s: float
    whole: Deadline | None = None

    def deadline(self) -> Deadline:
        """For an answer that begins now, or the one given for the whole."""
        return self.whole or self.models.deadline(self.timeout_s)

    def __call__(
        self,
        question: Question,
        evidence: Evidence,
        *,
        marked: frozenset[str],
        dates: Mapping[str, str] | None = None,
        deadline: Deadline | None = None,
    ) -> Proposal:
        """marked: ids of evidence that the model is not told. deadline: of the whole answer; None:
        one of its own. Raises Cancelled; nothing else.
        """
        try:
            return self._asked(question, evidence, dates, marked, deadline or self.deadline())
        except ModelUnavailable:
            return Proposal(degraded=(DOWN,))

    def _asked(
        self,
        question: Question,
        evidence: Evidence,
        dates: Mapping[str, str] | None,
        marked: frozenset[str],
        deadline: Deadline,
    ) -> Proposal:
        model = self.models.open(deadline)
        if model is None:
            return Proposal()
        room = int(model.context_tokens * (1 - REPLY_SHARE))
        said = messages(question, evidence, room_tokens=room, dates=dates, marked=marked)
        try:
            draft = _draft(model, said, schema_for(said), evidence, deadline)
        except ModelUnavailable:  # it may have seen everything before it failed
            return Proposal(None, model.name, model.host, (DOWN,))
        unusable = (UNUSABLE,) if draft is None else ()
        return Proposal(draft, model.name, model.host, unusable)


def _draft(
    model: ChatModel,
    said: Sequence[Message],
    schema: Mapping[str, Any],
    evidence: Evidence,
    deadline: Deadline,
) -> Draft | None:
    """None if no reply was usable. Raises ModelUnavailable, Cancelled."""
    for tried in range(TRIES):
        try:
            text = model.reply(said, schema=schema, deadline=deadline)
        except ModelTimeout:
            if tried:  # it does answer, and used up the time with what was of no use
                return None
            raise
        reply = json_in(text)
        draft = read_draft(reply, evidence) if reply is not None else Draft()
        if draft.claims or draft.unanswered:
            return draft
    return None
