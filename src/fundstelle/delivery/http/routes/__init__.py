"""One file per family of routes."""
