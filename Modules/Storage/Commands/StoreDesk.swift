import Kernel
import Storage
import Terminal

/// What may stand behind `--store`, and where it would be opened.
public struct StoreEngines: Sendable {
    let offers: [StoreOffer]
    let ground: StoreGround
    /// From where a path is seen that does not begin at the root.
    let folder: String

    /// The offers of an app.
    public init(
        _ offers: [StoreOffer], on ground: StoreGround, seenFrom folder: String = FileManager.default.currentDirectoryPath
    ) {
        (self.offers, self.ground, self.folder) = (offers, ground, folder)
    }

    var choices: [StoreChoice] { offers.map(StoreChoice.init) }

    /// Opens the store that a word names.
    func open(_ choice: StoreChoice) throws -> any Store {
        guard let offer = offers.first(where: { $0.name == choice.name }) else { throw Failure.storeClosed }
        return try offer.opened(on: ground.with(target: choice.target))
    }
}

extension StoreGround {
    /// The same ground for another store.
    fileprivate func with(target: String) -> StoreGround {
        StoreGround(
            target: target, directory: directory, notes: notes, isRehearsal: isRehearsal, now: now, report: report, caller: caller
        )
    }
}

/// The command that takes records from one engine to another.
struct StoreDesk: Sendable {
    let engines: StoreEngines

    private struct Done: Sendable {
        let from: String
        let to: String
        let count: Copied
        /// SHA-256 over every record and tombstone with its version, of both.
        let digest: String
    }

    /// What stands in a store.
    struct Copied: Equatable, Sendable {
        var records = 0
        var tombstones = 0
    }

    private static let fields: [Field<Done>] = [
        Field("from", title: "From", "the store that was read") { .text($0.from) },
        Field("to", title: "To", "the store that has all of it now") { .text($0.to) },
        Field("records", title: "Records", "how many were copied") { .integer($0.count.records) },
        Field("tombstones", title: "Traces", "how many traces of deleted records went along") { .integer($0.count.tombstones) },
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
            examples: [.init("store copy file sqlite:records.db", "from the app's files into an SQLite database", runs: false)],
            .argument("from", .store(engines.choices), "the store to read"),
            .argument("to", .store(engines.choices), "the store to write"),
            .flag("replace", "replace what is in it"), returns: .one(Self.fields), changes: true
        ) { from, to, replace in
            let (from, to) = (try choice(from), try choice(to))
            guard from.word != to.word else {
                throw Failure(.contradiction, "Both are the same store.", advice: "Name another one.", kind: .usage)
            }
            let source = try engines.open(from)
            let target = try engines.open(to)
            let here = try target.engine.read { try $0.addresses(in: nil) }.count { $0.collection != Aftermath.collection }
            guard here == 0 || replace else {
                throw Failure(
                    .dataThere, "There are already \(counted(here, "record")) in \(to.word).",
                    advice: "Add --replace to put the copy in their place.", kind: .cannotCreate)
            }
            let work = Output(
                continuation: .work(title: "Copying", total: try source.engine.inspect().records) { advance in
                    try withoutActuallyEscaping(advance) { try copied(source, from, to: target, to, $0) }
                })
            return here == 0 ? work : .confirm("Replace \(counted(here, "record")) in \(to.word) with the copy?") { work }
        }
    }

    private func choice(_ word: String) throws -> StoreChoice {
        guard let choice = StoreChoice.read(word, of: engines.choices) else {
            throw Failure(.contradiction, "“\(word)” is no store.", kind: .usage)
        }
        return choice.seen(from: engines.folder)
    }

    private func copied(
        _ source: any Store, _ from: StoreChoice, to target: any Store, _ to: StoreChoice, _ advance: @escaping (Int) -> Void
    ) throws -> Output {
        defer { for store in [source, target] { try? store.close() } }
        // A rehearsal writes where it is forgotten.
        let place = engines.ground.isRehearsal ? MemoryStore(now: engines.ground.now) : target
        let before = try StoreDesk.digest(of: source.engine, advance)
        try source.engine.copyEverything(to: place.engine, except: [Aftermath.collection])
        let after = try StoreDesk.digest(of: place.engine)
        guard before.digest == after.digest else {
            throw Failure(
                .changedSince, "\(from.word) was changed while it was copied: the two differ.",
                advice: "Copy once more with --replace, while no other program uses it.", kind: .temporary)
        }
        return .changed(
            "Copied \(counted(before.count.records, "record")) from \(from.word) to \(to.word). Both have the digest \(after.digest).",
            Done(from: from.word, to: to.word, count: before.count, digest: after.digest), Self.fields,
            next: ["doctor --store \(to.word)"])
    }

    /// What stands in a store, and the sum of all of it: addresses, versions, index entries and payloads, in one order for all engines.
    static func digest(of engine: any StoreEngine, _ advance: (Int) -> Void = { _ in }) throws -> (count: Copied, digest: String)
    {
        var (sum, count) = (SHA256(), Copied())
        try withoutActuallyEscaping(advance) { advance in
            try engine.readEverything(except: [Aftermath.collection]) { forEach in
                (sum, count) = (SHA256(), Copied())
                try forEach { record in
                    sum.add(Array(try JSONValue.encoder.encode(record)))
                    if record.isLive { count.records += 1 } else { count.tombstones += 1 }
                    advance(count.records)
                }
            }
        }
        return (count, BackupForm.hex(sum.digest))
    }
}
