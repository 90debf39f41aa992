"""The demo: documents of the invented Stadtwerke Lindenfurt, and what to ask them.

The documents lie in one folder per collection beside this file; scripts/make_demo.py makes them.
Nothing here is computed.
"""

COLLECTIONS = {
    "personal": "Personal",
    "technik": "Technik",
    "kundenservice": "Kundenservice",
}
"""Folder beside this file -> name of the collection that its documents go into."""

QUESTIONS = (
    (
        "Bei welchem Druck schaltet die Druckerhöhungsanlage selbsttätig ab?",
        "Eine Zahl aus einem Handbuch mit sieben Seiten: wörtlich, mit Seite.",
    ),
    (
        "Welche Frist gilt für eine Kündigung in der Probezeit?",
        "Im Dokument steht „Kündigungsfrist“: Zusammensetzungen werden zerlegt.",
    ),
    (
        "Darf ich meinen Hund mit ins Büro bringen?",
        "Hund und Büro kommen vor, die Antwort nirgends: lieber keine als eine falsche.",
    ),
)
"""Three questions, each with the reason why it is shown: exact, compound, refused."""
