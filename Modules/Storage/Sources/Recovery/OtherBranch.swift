import Kernel

/// Another log of the same store that lies in its directory: what a program that copies files from machine to machine has kept of the other
/// side, or what had been written here when somebody put another log in the place of ours.
struct OtherBranch {
    /// The folder below the directory, empty for the directory itself, and the file in it.
    let folder: String
    let name: String
    /// How far it goes.
    let end: LengthWitness
    /// Whether it has the name of an older generation: then it may be no branch, but what a compaction could not remove.
    let mayBeOurs: Bool
    private let log: Log
    private let run: Run
    /// Whether no line of it is bad.
    private let isWhole: Bool

    /// What such a log is called in `quarantine/`.
    static func fileName(of generation: Int) -> (name: String, kind: String) { ("log-\(generation)-branch", ".jsonl") }

    var path: String { folder.isEmpty ? name : "\(folder)/\(name)" }

    /// All that lie there.
    static func all(in directory: StoreDirectory, beside open: OpenLog) throws -> [OtherBranch] {
        guard let store = open.log.header?.store else { return [] }
        // Backups are what a rewriting has kept. A log of an older generation comes from where somebody wrote on in it.
        let beside = directory.names().filter { name in
            name.hasSuffix(".jsonl") && (name.hasPrefix("log-") || name.hasPrefix("aside-"))
                && name != LogHeader.fileName(of: open.generation)
        }
        let quarantine = try directory.subdirectory("quarantine", mayMake: false)
        let kept = quarantine?.names().filter { $0.contains("-branch") && $0.hasSuffix(".jsonl") } ?? []
        let older = Set(Generations.all(in: directory).filter { $0 < open.generation }.map { LogHeader.fileName(of: $0) })
        return beside.compactMap { OtherBranch("", $0, in: directory, of: store, mayBeOurs: older.contains($0)) }
            + kept.compactMap { name in quarantine.flatMap { OtherBranch("quarantine", name, in: $0, of: store) } }
    }

    /// Whether the log of an older generation holds what a log does not: then it is no remainder of that one.
    static func isBranch(
        _ generation: Int, in directory: StoreDirectory, beside open: OpenLog, of device: String
    ) throws -> Bool {
        guard let store = open.log.header?.store else { return false }
        let name = LogHeader.fileName(of: generation)
        let branch = OtherBranch("", name, in: directory, of: store, mayBeOurs: true)
        return try branch.map { try !$0.difference(from: open, of: device).isEmpty } ?? false
    }

    /// Nil for what is no log of this store.
    private init?(
        _ folder: String, _ name: String, in directory: StoreDirectory, of store: String, mayBeOurs: Bool = false
    ) {
        guard let file = try? directory.open(name, flags: O_RDONLY), let log = try? Log(file), let header = log.header,
            header.store == store, header.format <= LogHeader.format, header.schema <= LogHeader.schema,
            let (run, isWhole) = try? OtherBranch.run(of: log)
        else { return nil }
        (self.folder, self.name, self.log, self.run, self.isWhole) = (folder, name, log, run, isWhole)
        self.mayBeOurs = mayBeOurs
        end = LengthWitness(log, of: header.generation)
    }

    private static func run(of log: Log) throws -> (Run, isWhole: Bool) {
        let (builder, size) = (RunBuilder(spillingInto: nil, of: 0), try log.file.size())
        let bad = try log.read(to: size, into: builder)
        if let bad { _ = try log.salvage(from: bad, to: size, into: builder) }
        return (try builder.run(of: log), bad == nil && log.isWhole)
    }

    /// A record of a branch, not yet read.
    struct Version {
        let address: RecordAddress
        fileprivate let found: Run.Found

        var stamp: Stamp { found.stamp }

        func record() throws -> StoredRecord { try found.place.record(at: address, stamp) }
    }

    /// What a branch holds that a log does not.
    struct Difference {
        /// What wins over the versions there.
        var newer: [Version] = []
        /// What gives way to them, and was never in that log.
        var older: [Version] = []
        /// Records that may have been deleted there: their tombstones would have left.
        var doubtful: [Version] = []

        var isEmpty: Bool { newer.isEmpty && older.isEmpty && doubtful.isEmpty }
    }

    /// - Parameter device: the name under which this machine writes.
    func difference(from open: OpenLog, of device: String) throws -> Difference {
        var found = Difference()
        var (missing, older): ([Version], [RecordAddress: Version]) = ([], [:])
        let horizon = open.log.header?.horizon?.time
        // The greatest time of a version from here that both have: the branch was one with the log at least until then. What came from there once
        // tells nothing.
        var shared = HybridTime.zero
        // Steps of undo belong to the branch that they were taken in.
        let passing = UndoStep.passing.union([Aftermath.collection])
        let cells = TreeCells(run.records)
        while try cells.advance() {
            guard let address = CellKey.address(cells.key), !passing.contains(address.collection),
                let record = try run.record(cells.key)
            else { continue }
            let version = Version(address: address, found: record)
            guard let ours = try open.tables.stamp(at: address) else {
                missing.append(version)
                continue
            }
            if ours == version.stamp {
                shared = ours.device == device ? max(shared, ours.time) : shared
            } else if ours < version.stamp, !version.stamp.isOutlived(by: ours, horizon) {
                found.newer.append(version)
            } else {
                older[address] = version
            }
        }
        if !older.isEmpty {
            try open.log.forEachGoodLine(from: open.log.headerEnd, to: open.log.end, passingOverBad: true) { line, _, _ in
                for operation in line.operations where older[operation.address]?.stamp == operation.stamp {
                    older[operation.address] = nil
                    shared = operation.stamp.device == device ? max(shared, operation.stamp.time) : shared
                }
            }
        }
        if let horizon, shared < horizon {
            let born = try certainlyNew(since: horizon)
            for version in missing {
                if born.contains(version.address) || version.stamp.deleted && version.stamp.time >= horizon {
                    found.newer.append(version)
                } else if !version.stamp.deleted {
                    found.doubtful.append(version)
                }
            }
        } else {
            found.newer += missing
        }
        // Of an older generation nobody knows what was in the log before it was rewritten: there only what wins counts.
        found.older = mayBeOurs ? [] : Array(older.values)
        for list in [\Difference.newer, \.older, \.doubtful] {
            found[keyPath: list].sort { RecordAddress.inTextOrder($0.address, $1.address) }
        }
        return found
    }

    /// Where records stand that were made in the branch after a time: before its first change of them nothing stood there.
    private func certainlyNew(since time: HybridTime) throws -> Set<RecordAddress> {
        guard isWhole else { return [] }
        var (seen, new): (Set<RecordAddress>, Set<RecordAddress>) = ([], [])
        try log.forEachGoodLine(from: log.headerEnd, to: log.end) { line, _, _ in
            for operation in line.operations where seen.insert(operation.address).inserted {
                if line.kept == nil, operation.version.time >= time { new.insert(operation.address) }
            }
        }
        return new
    }
}

extension Stamp {
    /// Whether a version from before a horizon gives way to a later one whatever the generations: a tombstone may have left between them.
    fileprivate func isOutlived(by other: Stamp, _ horizon: HybridTime?) -> Bool {
        horizon.map { time < $0 && time < other.time } ?? false
    }
}
