"""What an evaluation measures, one family of figures per file; `summary.measure` makes them all."""
