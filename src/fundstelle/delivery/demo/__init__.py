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
        {
            "de": "Eine Zahl aus einem Handbuch mit sieben Seiten: wörtlich, mit Seite.",
            "en": "A number from a handbook of seven pages: word for word, with its page.",
        },
    ),
    (
        "Welche Frist gilt für eine Kündigung in der Probezeit?",
        {
            "de": "Im Dokument steht „Kündigungsfrist“: Zusammensetzungen werden zerlegt.",
            "en": "The document says „Kündigungsfrist“: compounds are taken apart.",
        },
    ),
    (
        "Darf ich meinen Hund mit ins Büro bringen?",
        {
            "de": "Hund und Büro kommen vor, die Antwort nirgends: lieber keine als eine falsche.",
            "en": "Dog and office occur, the answer nowhere: rather none than a wrong one.",
        },
    ),
)
"""Three questions, each with the reason why it is shown: exact, compound, refused."""
