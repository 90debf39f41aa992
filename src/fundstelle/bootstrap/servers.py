"""The servers of other programs that the settings name, and the embedders."""

from functools import lru_cache

from pydantic import SecretStr

from fundstelle.adapters.models.choice import MADE_BY, Servers, open_embedder
from fundstelle.config import Settings
from fundstelle.core.errors import ModelUnavailable
from fundstelle.ports import Embedder, Server
from fundstelle.services.engines import Engines


@lru_cache(maxsize=8)
def engines_of(seconds: float, *addresses: str | None) -> Engines:
    """Of the whole process: a model is loaded once and has one queue, in which questions are first.

    Nothing is opened before it is needed. addresses: of Ollama, of the other server, its key.
    """
    servers = servers_of(*addresses)

    def opened(name: str) -> Embedder:
        return open_embedder(name, servers, seconds=seconds)

    return Engines(opened, MADE_BY)


def servers_for(settings: Settings) -> Servers:
    """With addresses and keys of the settings."""
    keys = (secret(settings.openai_api_key), secret(settings.anthropic_api_key))
    return servers_of(settings.ollama_url, settings.openai_url, *keys)


def secret(key: SecretStr | None) -> str | None:
    """What a key of the settings hides."""
    return None if key is None else key.get_secret_value().strip()


def servers_of(
    ollama_url: str | None,
    openai_url: str | None = None,
    openai_key: str | None = None,
    anthropic_key: str | None = None,
) -> Servers:
    """The servers of the settings. Nothing is connected here."""

    def ollama() -> Server:
        from fundstelle.adapters.outbound import Outbound

        return Outbound(ollama_url or "", setting="FUNDSTELLE_OLLAMA_URL")

    def openai() -> Server:
        from fundstelle.adapters.outbound import Outbound

        if openai_url is None:
            raise ModelUnavailable(
                "FUNDSTELLE_OPENAI_URL is not set. Set it to the address of the server, "
                "for llama.cpp http://127.0.0.1:8080/v1."
            )
        has_path = "/" in openai_url.partition("://")[2].rstrip("/")
        address = openai_url if has_path else openai_url.rstrip("/") + "/v1"
        headers = {"Authorization": f"Bearer {openai_key}"} if openai_key else {}
        setting = "FUNDSTELLE_OPENAI_URL"
        return Outbound(address, setting=setting, key=openai_key or "", headers=headers)

    def anthropic() -> Server:
        from fundstelle.adapters.models.anthropic import ADDRESS, VERSION
        from fundstelle.adapters.outbound import Outbound

        if anthropic_key is None:
            raise ModelUnavailable("FUNDSTELLE_ANTHROPIC_API_KEY is not set. Set it to your key.")
        headers = {"x-api-key": anthropic_key, "anthropic-version": VERSION}
        setting = "FUNDSTELLE_CHAT_MODEL"
        return Outbound(ADDRESS, setting=setting, key=anthropic_key, headers=headers)

    return Servers(ollama, openai, anthropic)
