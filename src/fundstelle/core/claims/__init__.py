"""Gate 2: does this one sentence of the source carry this claim? Code can veto, never confirm."""
