import DiskKit
import Kernel

/// Another log of the same store in its directory.
///
/// It comes from a program that synchronizes files between machines, or from a replacement of this
/// store's log.
struct DivergedLog {
    /// The folder below the directory, empty for the directory itself, and the file in it.
    let folder: String
    let name: String
    /// The last transaction of the branch.
    let end: DurabilityMark
    /// Whether the file may be a log that a compaction failed to remove, because it has the name of
    /// an older generation.
    let mayBeLeftover: Bool
    private let log: Log
    private let run: Run
    /// Whether all its lines are good.
    private let isWhole: Bool

    /// Returns the name of such a log in `quarantine/`.
    static func fileName(of generation: Int) -> (name: String, kind: String) { ("log-\(generation)-branch", ".jsonl") }

    var path: String { folder.isEmpty ? name : "\(folder)/\(name)" }

    /// Returns all other logs of this store in a directory: backups that rewrites set aside
    /// (`aside-…`), and older generations that another machine continued.
    static func all(in directory: StoreDirectory, excluding open: OpenLog) throws -> [DivergedLog] {
        guard let store = open.log.header?.store else { return [] }
        let siblings = directory.names().filter { name in
            name.hasSuffix(".jsonl") && (name.hasPrefix("log-") || name.hasPrefix("aside-"))
                && name != LogHeader.fileName(of: open.generation)
        }
        let quarantine = try directory.subdirectory("quarantine", createsIfMissing: false)
        let quarantined = quarantine?.names().filter { $0.contains("-branch") && $0.hasSuffix(".jsonl") } ?? []
        let olderNames = Set(
            Generations.all(in: directory).filter { $0 < open.generation }.map { LogHeader.fileName(of: $0) })
        return siblings.compactMap {
            DivergedLog("", $0, in: directory, of: store, mayBeLeftover: olderNames.contains($0))
        }
            + quarantined.compactMap { name in quarantine.flatMap { DivergedLog("quarantine", name, in: $0, of: store) }
            }
    }

    /// Whether the log of an older generation holds records that the current log lacks.
    static func isBranch(
        _ generation: Int, in directory: StoreDirectory, excluding open: OpenLog, of device: String
    ) throws -> Bool {
        guard let store = open.log.header?.store else { return false }
        let name = LogHeader.fileName(of: generation)
        let branch = DivergedLog("", name, in: directory, of: store, mayBeLeftover: true)
        return try branch.map { try !$0.difference(from: open, of: device).isEmpty } ?? false
    }

    /// Opens a branch, or returns nil for a file that is no log of this store.
    private init?(
        _ folder: String, _ name: String, in directory: StoreDirectory, of store: String, mayBeLeftover: Bool = false
    ) {
        guard let file = try? directory.open(name, flags: O_RDONLY), let log = try? Log(file), let header = log.header,
            header.store == store, header.format <= LogHeader.format, header.schema <= LogHeader.schema,
            let (run, isWhole) = try? DivergedLog.run(of: log)
        else { return nil }
        self.folder = folder
        self.name = name
        self.log = log
        self.run = run
        self.isWhole = isWhole
        self.mayBeLeftover = mayBeLeftover
        end = DurabilityMark(log, of: header.generation)
    }

    private static func run(of log: Log) throws -> (Run, isWhole: Bool) {
        let builder = RunBuilder(spillingInto: nil, of: 0)
        let size = try log.file.size()
        let bad = try log.read(to: size, into: builder)
        if let bad { _ = try log.salvage(from: bad, to: size, into: builder) }
        return (try builder.run(of: log), bad == nil && log.isWhole)
    }

    /// A record of a branch, still unread.
    struct Version {
        let address: RecordAddress
        fileprivate let data: Run.RecordData

        var stamp: Stamp { data.stamp }

        func record() throws -> StoredRecord { try data.place.record(at: address, stamp) }
    }

    /// The records that a branch holds and a log lacks.
    struct Difference {
        /// The versions that win over those of the log.
        var newer: [Version] = []
        /// The versions that lose and were never in the log.
        var older: [Version] = []
        /// The records that may have been deleted there, because their tombstones would have been
        /// dropped.
        var doubtful: [Version] = []

        var isEmpty: Bool { newer.isEmpty && older.isEmpty && doubtful.isEmpty }
    }

    /// Returns the difference to an open log.
    ///
    /// - Parameter device: the name under which this machine writes.
    func difference(from open: OpenLog, of device: String) throws -> Difference {
        var difference = Difference()
        var (missing, older): ([Version], [RecordAddress: Version]) = ([], [:])
        let horizon = open.log.header?.horizon?.time
        // The greatest time of a version by this device in both logs. The branch separated after
        // that. Versions of other devices may have been copied, so they prove nothing.
        var lastSharedTime = HybridTime.zero
        // Undo steps belong to the branch in which they were recorded.
        let excluded = UndoStep.undoCollections.union([PendingCleanup.collection])
        let cells = TreeCells(run.records)
        while try cells.advance() {
            guard let address = CellKey.address(cells.key), !excluded.contains(address.collection),
                let record = try run.record(cells.key)
            else { continue }
            let version = Version(address: address, data: record)
            guard let local = try open.tables.stamp(at: address) else {
                missing.append(version)
                continue
            }
            if local == version.stamp {
                lastSharedTime = local.device == device ? max(lastSharedTime, local.time) : lastSharedTime
            } else if local < version.stamp, !version.stamp.loses(to: local, horizon) {
                difference.newer.append(version)
            } else {
                older[address] = version
            }
        }
        if !older.isEmpty {
            try open.log.forEachGoodLine(from: open.log.headerEnd, to: open.log.end, skippingBad: true) {
                line, _, _ in
                for operation in line.operations where older[operation.address]?.stamp == operation.stamp {
                    older[operation.address] = nil
                    lastSharedTime =
                        operation.stamp.device == device ? max(lastSharedTime, operation.stamp.time) : lastSharedTime
                }
            }
        }
        if let horizon, lastSharedTime < horizon {
            let createdSince = try certainlyNew(since: horizon)
            for version in missing {
                if createdSince.contains(version.address) || version.stamp.deleted && version.stamp.time >= horizon {
                    difference.newer.append(version)
                } else if !version.stamp.deleted {
                    difference.doubtful.append(version)
                }
            }
        } else {
            difference.newer += missing
        }
        // The contents of an older generation's log before its rewrite are unknown, so only winning
        // versions count.
        difference.older = mayBeLeftover ? [] : Array(older.values)
        for list in [\Difference.newer, \.older, \.doubtful] {
            difference[keyPath: list].sort { RecordAddress.inTextOrder($0.address, $1.address) }
        }
        return difference
    }

    /// Returns the addresses of records created in the branch after a time, without an earlier
    /// version.
    private func certainlyNew(since time: HybridTime) throws -> Set<RecordAddress> {
        guard isWhole else { return [] }
        var (visited, newAddresses): (Set<RecordAddress>, Set<RecordAddress>) = ([], [])
        try log.forEachGoodLine(from: log.headerEnd, to: log.end) { line, _, _ in
            for operation in line.operations where visited.insert(operation.address).inserted {
                if line.kept == nil, operation.version.time >= time { newAddresses.insert(operation.address) }
            }
        }
        return newAddresses
    }
}

extension Stamp {
    /// Whether a version before a horizon loses to a later one in spite of its generation, because
    /// a tombstone between them may have been dropped.
    fileprivate func loses(to other: Stamp, _ horizon: HybridTime?) -> Bool {
        horizon.map { time < $0 && time < other.time } ?? false
    }
}
