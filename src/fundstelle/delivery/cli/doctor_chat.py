"""The part of `doctor` about the chat model: which one, does it reply, who sees the evidence?"""

from time import monotonic

from fundstelle.bootstrap import Application
from fundstelle.core.errors import FundstelleError
from fundstelle.core.model_names import on_this_machine
from fundstelle.delivery.cli.doctor_embedder import Check
from fundstelle.ports import ChatModel
from fundstelle.services.check_chat import probe_chat

WITHOUT = "answers stay word for word"


def chat_checks(opening: Application) -> list[Check]:
    """A real call with a tiny prompt; nothing of the documents is sent."""
    wanted = opening.settings.chat_model
    if wanted == "none":
        return [("chat model", True, f"none is set: {WITHOUT}")]
    models = opening.chat_models
    deadline = models.deadline(opening.settings.model_timeout_s)
    try:
        model = models.open(deadline)
        if model is None:
            where = opening.settings.ollama_url
            words = f"auto found no Ollama with a chat model at {where}: {WITHOUT}"
            return [("chat model", True, words)]
        found = probe_chat(model, deadline, monotonic)
    except FundstelleError as error:
        return [("chat model", False, f"{wanted}: {error} Until then {WITHOUT}.")]
    who = f"{model.name} at {model.host}, which sees question and evidence{_way(opening, model)}"
    facts = f"{who}; replies in {found.seconds:.1f} s, context {model.context_tokens:,} tokens"
    if opening.settings.judge == "chat":
        facts += "; may say no as judge"
    if not found.keeps_form:
        return [
            ("chat model", False, f"{facts}; did not reply in the form asked for: take another one")
        ]
    return [("chat model", True, facts)]


def _way(opening: Application, model: ChatModel) -> str:
    """Where the evidence goes, in words."""
    if on_this_machine(model.host):
        return " (they stay on this machine)"
    settings = opening.settings
    urls = {"ollama": settings.ollama_url, "openai": settings.openai_url or ""}
    plain = urls.get(model.name.partition(":")[0], "").startswith("http://")
    return " (they leave this machine" + (", unencrypted)" if plain else ")")
