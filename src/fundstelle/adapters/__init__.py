"""The outside world: stores, readers, sources."""
