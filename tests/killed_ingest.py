"""Imports a folder and prints the path of each item once it is done. Usage: FILES DATA

What is printed is what a person would have been told before the process was killed.
"""

import sys
from pathlib import Path

from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.services.ingest import Report

COLLECTION = "Haus"


def bring_in(files: Path, data: Path, report: Report) -> None:
    with application(Settings(data=data)) as app:
        use_case, source = app.ingest(), app.files([files])
        walk = use_case.walk(source)
        collection = app.library().collection(COLLECTION)
        for result in use_case.run(source, walk, collection.id, report, remove=True):
            sys.stdout.write(f"{result.state} {result.uri}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    bring_in(Path(sys.argv[1]), Path(sys.argv[2]), Report())
