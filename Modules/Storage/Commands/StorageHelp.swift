import Guidance
import Interface

/// The help pages about mistakes and data integrity.
enum StorageHelp {
    static let groups = [
        CommandGroup("Mistakes and data", order: 90, ["undo", "backup", "restore", "doctor"])
    ]

    static let news = FeatureNews(
        "0.2.0", rank: 90,
        items: [
            .init(
                icon: "bolt", glyph: "»", "Large Changes Without Waiting",
                "Importing, erasing and restoring any amount holds up nothing else, and the app closes at once.")
        ],
        fixes: [
            "A change can still be undone after a later large import was undone first.",
            "--dry-run says which file an export would write.",
        ])

    static let topic = HelpTopic(
        "data", "Your data, and mistakes",
        paragraphs: [
            """
            undo takes back the last change, then earlier ones, one by one. doctor checks everything and names what is damaged; doctor --space
            shows what takes how much room.
            """,
            """
            backup writes everything you have into one file: records, photos and other files. restore checks such a file and brings
            everything back, here or on another machine.
            """,
            """
            As long as undo can bring back what you deleted, it stays in the files. undo --forget removes it at once, and so does --purge
            if a command that deletes has it. reset erases everything. It asks first, and keeps no copy unless you name a file for one.
            """,
            """
            --store says what keeps your records: files if you say nothing, or a database of SQLite or PostgreSQL. store copy takes all of them
            from one to another.
            """,
        ], commands: ["undo", "doctor", "backup", "restore", "reset", "store copy"], isGeneral: true)
}
