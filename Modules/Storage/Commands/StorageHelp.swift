import Guidance
import Terminal

/// What the page of help says of mistakes and of data that is whole.
enum StorageHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("Mistakes and data", order: 90, ["undo", "backup", "restore", "doctor"])
    ]

    static let topic = HelpTopic(
        "data", "Your data, and mistakes",
        paragraphs: [
            """
            undo takes back the last change, and further ones one by one. doctor reads everything and names what is damaged.
            """,
            """
            backup writes everything that you have into one file: records, photos and other files. restore checks such a file and brings
            all of it back, here or on another machine.
            """,
            """
            What you delete stays in the files for as long as undo can bring it back. undo --forget lets it go at once, and so does --purge
            where a command that deletes has it. reset erases everything, asks first, and keeps no copy unless you say where.
            """,
        ], commands: ["undo", "doctor", "backup", "restore", "reset"], isGeneral: true)
}
