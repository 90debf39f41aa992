"""Readers turn bytes into canonical text; they run in a child process."""
