"""Which hosts would be called with these settings and this folder. Nothing is connected."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from fundstelle.adapters.models.choice import server_of
from fundstelle.bootstrap.application import Application, is_data_folder
from fundstelle.bootstrap.servers import servers_for
from fundstelle.core.errors import ModelUnavailable


@dataclass(frozen=True, slots=True)
class Way:
    """One way out. model: as in the settings. host: None if nobody is called, by the missing
    setting that `why` names, or because the model is none or part of this program.
    """

    part: Literal["chat_model", "embedder"]
    model: str
    host: str | None
    why: str = ""


def ways_out(app: Application) -> tuple[Way, ...]:
    """The chat model and every embedder; there is no other way out (adapters/outbound.py)."""
    chat = _way(app, "chat_model", app.settings.chat_model)
    return (chat, *(_way(app, "embedder", name) for name in dict.fromkeys(_embedders(app))))


def _embedders(app: Application) -> Iterator[str]:
    """Who made the vectors of the folder is asked, whatever the settings say for a new one."""
    wanted, sets = app.settings.embedder, []
    if wanted != "none" and is_data_folder(app.settings.data):
        sets = app.store.upkeep.vector_sets()
    yield from (app.engines.name_of(each.fingerprint.key) for each in sets)
    if not sets:
        yield wanted


def _way(app: Application, part: Literal["chat_model", "embedder"], model: str) -> Way:
    try:
        server = server_of(model, servers_for(app.settings))
    except ModelUnavailable as error:
        return Way(part, model, None, str(error))
    return Way(part, model, server.host if server else None)
