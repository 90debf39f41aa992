"""Sources say where documents come from."""
