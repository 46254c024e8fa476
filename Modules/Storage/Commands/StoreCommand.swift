import DiskKit
import Interface
import Kernel
import Storage

/// The store engines available to `--store` and their context.
public struct StoreEngines: Sendable {
    let providers: [StoreProvider]
    let context: StoreContext
    /// The folder from which relative paths are resolved.
    let folder: String

    public init(
        _ providers: [StoreProvider], context: StoreContext,
        folder: String = FileManager.default.currentDirectoryPath
    ) {
        self.providers = providers
        self.context = context
        self.folder = folder
    }

    var choices: [StoreChoice] { providers.map(StoreChoice.init) }

    /// Opens the store that the user named.
    func open(_ choice: StoreChoice) throws -> any Store {
        guard let provider = providers.first(where: { $0.name == choice.name }) else { throw Failure.storeClosed }
        return try provider.opened(on: context.with(target: choice.target))
    }
}

/// The command `store copy`, which copies all records from one engine to another.
struct StoreCommand: Sendable {
    let engines: StoreEngines

    private struct CopyResult: Sendable {
        let from: String
        let to: String
        let count: Copied
        /// The SHA-256 over every record and tombstone with its version, equal for both stores.
        let digest: String
    }

    /// The numbers of copied records and tombstones.
    struct Copied: Equatable, Sendable {
        var records = 0
        var tombstones = 0
    }

    private static let fields: [Field<CopyResult>] = [
        Field("from", title: "From", "the store that was read") { .text($0.from) },
        Field("to", title: "To", "the store that has all of it now") { .text($0.to) },
        Field("records", title: "Records", "how many were copied") { .integer($0.count.records) },
        Field("tombstones", title: "Traces", "how many traces of deleted records were copied") {
            .integer($0.count.tombstones)
        },
        Field("digest", title: "Digest", "SHA-256 over everything, which is the same in both") { .text($0.digest) },
    ]

    var copy: Command {
        Command(
            "store copy", "Copy all records into another store",
            discussion: """
                Everything is copied exactly, what can be undone and traces of deleted records too, or nothing is. Both stores are then read anew \
                and compared. Files such as photos stay where they are: they belong to the app, whichever store it uses. From then on, \
                `--store` with the same words uses the copy; the original stays as it is.
                """,
            examples: [
                .init("store copy file sqlite:records.db", "from the app's files into an SQLite database", runs: false)
            ],
            .argument("from", .store(engines.choices), "the store to read"),
            .argument("to", .store(engines.choices), "the store to write"),
            .flag("replace", "replace what is in it"), returns: .one(Self.fields), changes: true
        ) { from, to, replace in
            let from = try choice(from)
            let to = try choice(to)
            guard from.word != to.word else {
                throw Failure(.contradiction, "Both are the same store.", advice: "Name another one.", kind: .usage)
            }
            let source = try engines.open(from)
            let target = try engines.open(to)
            let existingCount = try target.engine.read { try $0.addresses(in: nil) }.count {
                $0.collection != PendingCleanup.collection
            }
            guard existingCount == 0 || replace else {
                throw Failure(
                    .dataThere, "There are already \(counted(existingCount, "record")) in \(to.word).",
                    advice: "Add --replace to put the copy in their place.", kind: .cannotCreate)
            }
            let work = Output(
                continuation: .work(title: "Copying", total: try source.engine.inspect().records) { advance in
                    try withoutActuallyEscaping(advance) { try copyAll(source, from, to: target, to, $0) }
                })
            return existingCount == 0
                ? work : .confirm("Replace \(counted(existingCount, "record")) in \(to.word) with the copy?") { work }
        }
    }

    private func choice(_ word: String) throws -> StoreChoice {
        guard let choice = StoreChoice.read(word, of: engines.choices) else {
            throw Failure(.contradiction, "“\(word)” is not a store.", kind: .usage)
        }
        return choice.resolved(from: engines.folder)
    }

    private func copyAll(
        _ source: any Store, _ from: StoreChoice, to target: any Store, _ to: StoreChoice,
        _ advance: @escaping (Int) -> Void
    ) throws -> Output {
        defer { for store in [source, target] { try? store.close() } }
        // A dry run writes to a store in memory.
        let destination = engines.context.isDryRun ? MemoryStore(now: engines.context.now) : target
        let sourceContents = try StoreCommand.digest(of: source.engine, advance)
        try source.engine.copyEverything(to: destination.engine, except: [PendingCleanup.collection])
        let copyContents = try StoreCommand.digest(of: destination.engine)
        guard sourceContents.digest == copyContents.digest else {
            throw Failure(
                .changedSince, "\(from.word) was changed while it was copied: the two differ.",
                advice: "Copy once more with --replace, while no other program uses it.", kind: .temporary)
        }
        return .changed(
            "Copied \(counted(sourceContents.count.records, "record")) from \(from.word) to \(to.word). Both have the digest \(copyContents.digest).",
            CopyResult(from: from.word, to: to.word, count: sourceContents.count, digest: copyContents.digest),
            Self.fields,
            next: ["doctor --store \(to.word)"])
    }

    /// Returns the record counts of a store and one digest of its contents.
    ///
    /// The digest covers addresses, versions, index entries and payloads, in the same order for all
    /// engines.
    static func digest(of engine: any StoreEngine, _ advance: (Int) -> Void = { _ in }) throws -> (
        count: Copied, digest: String
    ) {
        var hash = SHA256()
        var count = Copied()
        try withoutActuallyEscaping(advance) { advance in
            try engine.readEverything(except: [PendingCleanup.collection]) { forEach in
                hash = SHA256()
                count = Copied()
                try forEach { record in
                    hash.add(Array(try JSONValue.encoder.encode(record)))
                    if record.isLive { count.records += 1 } else { count.tombstones += 1 }
                    advance(count.records)
                }
            }
        }
        return (count, hash.digest.hexadecimal)
    }
}
