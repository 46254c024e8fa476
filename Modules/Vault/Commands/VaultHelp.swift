import Guidance
import Interface

/// Help texts about locking.
enum VaultHelp {
    static let group = CommandGroup("Mistakes and data", order: 90, ["lock", "unlock"])

    static let news = FeatureNews(
        "0.2.0", rank: 40,
        items: [
            .init(
                icon: "lock", glyph: "»", "A Diary That Locks",
                "`lock` encrypts notes and photos with a passphrase, and `unlock --for 1h` opens them for a while.")
        ])

    static let topic = HelpTopic(
        "lock", "A locked diary",
        paragraphs: [
            """
            lock asks for a passphrase and encrypts notes, tags, places, moods, stars and photos wherever they lie. unlock opens them for this session, an hour
            if you say nothing else, and lock closes them again at once. lock --change takes another passphrase, lock --off opens everything for good.
            """,
            """
            Nobody can open it without the passphrase. If you forget it, the diary is gone: there is no second key and nobody to ask. Write the passphrase
            down where only you find it.
            """,
            """
            While it is locked, it is still to be seen on which days there is a photo, how many there are and how large. Reminders and the streak go on by
            that. Backups of a locked diary are locked, too; what you export is not.
            """,
        ], commands: ["lock", "unlock"], isGeneral: false)
}
