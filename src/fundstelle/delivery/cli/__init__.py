"""The command line. Data goes to stdout, progress and messages to stderr."""


def main() -> None:
    """Entry point of the `fundstelle` command."""
    from fundstelle.delivery.cli.run import run

    run()
