"""Stores keep text, terms, versions and statistics."""
