"""One document that somebody hands over: text in a request, or an uploaded file."""

from collections.abc import Iterator

from fundstelle.ports import Item, Unlisted


class GivenSource:
    """See ports.Source. It covers nothing: what is not handed over again has not vanished."""

    def __init__(self, uri: str, name: str, content: bytes, title: str = "") -> None:
        self._item, self._content = Item(uri, name, len(content), title), content

    def items(self) -> Iterator[Item | Unlisted]:
        yield self._item

    def content(self, item: Item) -> bytes:  # noqa: ARG002 - there is only one
        return self._content

    def covers(self, uri: str) -> bool:  # noqa: ARG002
        return False
