"""What the use cases need from the outside world, in our own words."""

from fundstelle.ports.audit import AuditLog
from fundstelle.ports.directory import Directory
from fundstelle.ports.models import ChatModel, Flow, Judge, Reply, Server
from fundstelle.ports.outside import Embedder, Item, Reader, Source, Unlisted
from fundstelle.ports.store import Coverage, Known, ReadableStore, Store, Upkeep
from fundstelle.ports.view import Candidates, Statistics, View

__all__ = [
    "AuditLog",
    "Candidates",
    "ChatModel",
    "Coverage",
    "Directory",
    "Embedder",
    "Flow",
    "Item",
    "Judge",
    "Known",
    "ReadableStore",
    "Reader",
    "Reply",
    "Server",
    "Source",
    "Statistics",
    "Store",
    "Unlisted",
    "Upkeep",
    "View",
]
