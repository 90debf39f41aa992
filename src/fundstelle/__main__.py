"""`python -m fundstelle` is the `fundstelle` command."""

from fundstelle.delivery.cli import main

main()
