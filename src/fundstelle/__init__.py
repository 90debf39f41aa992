"""Fundstelle: ask your own documents, see the proof."""
