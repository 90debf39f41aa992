"""Who may read what, in plain dictionaries: what every response is held against."""

from dataclasses import dataclass, field


@dataclass
class RightsOracle:
    """names -> what belongs to them. documents: id -> (collection, words of its text and name)."""

    groups: dict[str, set[str]] = field(default_factory=dict)
    grants: dict[tuple[str, str], str] = field(default_factory=dict)
    collections: dict[str, str] = field(default_factory=dict)  # id -> canary in its name
    documents: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    disabled: set[str] = field(default_factory=set)

    def readable(self, user: str) -> set[str]:
        """Collections that a user may read."""
        if user in self.disabled:
            return set()
        return {c for (group, c) in self.grants if user in self.groups[group]}

    def documents_of(self, user: str) -> set[str]:
        """Documents that a user may read."""
        return {key for key, (c, _, _) in self.documents.items() if c in self.readable(user)}

    def allowed(self, user: str, *, administers: bool) -> set[str]:
        """Canaries that a response to the user may hold; administrators know all names, no text."""
        known = set(self.collections) if administers else self.readable(user)
        names = {self.collections[c] for c in known}
        names |= {name for c, _, name in self.documents.values() if c in known}
        return names | {self.documents[key][1] for key in self.documents_of(user)}
