"""The same core over HTTP: /api/v1 with JSON, and a few plain pages for signing in."""
