"""Models behind ports: texts to vectors."""
