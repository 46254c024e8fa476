import Guidance
import Terminal

/// What the page of help says of mistakes and of data that is whole.
enum StorageHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("Mistakes and data", order: 90, ["undo", "doctor"])
    ]

    static let topic = HelpTopic(
        "data", "Your data, and mistakes",
        paragraphs: [
            """
            undo takes back the last change, and further ones one by one. doctor reads everything and names what is damaged; with
            --export it writes all records to a file. reset erases them, asks first, and keeps a copy.
            """
        ], commands: ["undo", "doctor", "reset"], isGeneral: true)
}
