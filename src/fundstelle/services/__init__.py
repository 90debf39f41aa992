"""Use cases, one file each; they know ports and core, never an adapter."""
