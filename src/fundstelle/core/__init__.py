"""Computes and nothing else: no file, no clock, no network, no log."""
