import Interface
import Kernel

/// The `reset` command.
struct ResetCommand: Sendable {
    let backup: BackupCommand
    private var store: any Store { backup.store }
    private var registry: Registry { backup.registry }
    private var place: StorePlace { backup.place }

    /// The result of a reset.
    private struct Erased: Sendable {
        let records: Int
        let copy: String?
    }

    private static let fields: [Field<Erased>] = [
        Field("records", title: "Records", "how many were erased") { .integer($0.records) },
        Field("copy", title: "Copy", "the backup that was made before, or null") { .text($0.copy) },
    ]

    var reset: Command {
        Command(
            "reset", "Erase all data of this app",
            discussion: """
                Asks first. Erases all \(listed(["records"] + files)), everything that could be undone, drafts, the cache and every \
                older copy.\(sparedSentence + accountSentence) With --keep-copy a backup is written first, into a file that you name; `restore` brings it back. What you sent to \
                the community stays there until `community forget-me`; what this app keeps about it here is erased.
                """,
            examples: [
                .init("reset --yes", "without asking"),
                .init("reset --keep-copy before.tar --yes", "with a backup to come back to", runs: false),
            ],
            .option("keep-copy", .outputFile, "write a backup into this file before anything is erased"),
            returns: .one(Self.fields), changes: true
        ) { copy in
            if copy?.path == "-" {
                throw Failure(
                    .contradiction, "The copy needs a file.", advice: "`backup -` writes to standard output.",
                    kind: .usage)
            }
            let records = try store.engine.inspect().records
            let copySentence = copy.map { " A backup goes to \($0.path) first." } ?? " No copy is kept."
            var output = Output.confirm("Erase all \(contentsList(records))?\(copySentence)") {
                guard let copy else { return try erase(records, copy: nil) }
                return try backup.written(to: copy) { try erase(records, copy: copy.path) }
            }
            output.blocks = try registry.all(.resetHooks).compactMap { try $0.confirmationText() }.map {
                .paragraph(StyledText($0, .warning))
            }
            return output
        }
    }

    private var folders: [DataFolder] { registry.all(.dataFolders).filter { $0.handling != .deviceLocal } }

    /// The sentence about spared folders: " Your licences and display settings stay."
    private var sparedSentence: String {
        let descriptions = registry.all(.dataFolders).filter { $0.handling == .deviceLocal }.map(\.files)
        return descriptions.isEmpty ? "" : " Your \(listed(descriptions)) stay."
    }

    /// The sentence about the account, or nothing without an account.
    private var accountSentence: String {
        registry.all(.resetHooks).isEmpty
            ? "" : " If you are signed in this device leaves its account first; your other devices keep theirs."
    }

    private var files: [String] { folders.filter(\.isBackedUp).map(\.files) }

    /// Returns a list such as `4 records, photos and language files`.
    private func contentsList(_ records: Int) -> String { listed([counted(records, "record")] + files) }

    /// Runs the reset hooks, then deletes all records and clears the folders.
    private func erase(_ records: Int, copy: String?) throws -> Output {
        let hookMessages = place.isDryRun ? [] : try registry.all(.resetHooks).compactMap { try $0.perform() }
        let names = folders.map(\.name) + place.transientFolders
        try store.engine.replaceAll(by: Replacement(clearedFolders: place.directory == nil ? [] : names))
        let details = ([copy.map { "The backup is \($0)." } ?? "Nothing of it is left here."] + hookMessages).map {
            " \($0)"
        }
        .joined()
        return .changed(
            "Erased \(contentsList(records)).\(details)", Erased(records: records, copy: copy), Self.fields,
            next: copy.map { ["restore \($0)"] } ?? ["doctor"])
    }
}
