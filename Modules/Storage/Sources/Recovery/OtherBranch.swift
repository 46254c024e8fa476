import Kernel

/// Another log of the same store that lies in its directory: what a program that copies files from machine to machine has kept of the other
/// side, or what had been written here when somebody put another log in the place of ours.
struct OtherBranch {
    /// The folder below the directory, empty for the directory itself, and the file in it.
    let folder: String
    let name: String
    /// How far it goes.
    let end: LengthWitness
    private let run: Run

    /// What such a log is called in `quarantine/`.
    static func fileName(of generation: Int) -> (name: String, kind: String) { ("log-\(generation)-branch", ".jsonl") }

    var path: String { folder.isEmpty ? name : "\(folder)/\(name)" }

    /// All that lie there.
    static func all(in directory: StoreDirectory, beside open: OpenLog) throws -> [OtherBranch] {
        guard let store = open.log.header?.store else { return [] }
        // Logs of older generations are what a compaction could not remove, and backups what a rewriting has kept.
        let older = Set(Generations.all(in: directory).filter { $0 <= open.generation }.map { LogHeader.fileName(of: $0) })
        let beside = directory.names().filter { name in
            name.hasSuffix(".jsonl") && (name.hasPrefix("log-") || name.hasPrefix("aside-")) && !older.contains(name)
        }
        let quarantine = try directory.subdirectory("quarantine", mayMake: false)
        let kept = quarantine?.names().filter { $0.contains("-branch") && $0.hasSuffix(".jsonl") } ?? []
        return beside.compactMap { OtherBranch("", $0, in: directory, of: store) }
            + kept.compactMap { name in quarantine.flatMap { OtherBranch("quarantine", name, in: $0, of: store) } }
    }

    /// Nil for what is no log of this store.
    private init?(_ folder: String, _ name: String, in directory: StoreDirectory, of store: String) {
        guard let file = try? directory.open(name, flags: O_RDONLY), let log = try? Log(file), let header = log.header,
            header.store == store, header.format <= LogHeader.format, header.schema <= LogHeader.schema,
            let run = try? OtherBranch.run(of: log)
        else { return nil }
        (self.folder, self.name, self.run) = (folder, name, run)
        end = LengthWitness(log, of: header.generation)
    }

    private static func run(of log: Log) throws -> Run {
        let (builder, size) = (RunBuilder(spillingInto: nil, of: 0), try log.file.size())
        if let bad = try log.read(to: size, into: builder) { _ = try log.salvage(from: bad, to: size, into: builder) }
        return try builder.run(of: log)
    }

    /// A record of a branch, not yet read.
    struct Version {
        let address: RecordAddress
        fileprivate let found: Run.Found

        var stamp: Stamp { found.stamp }

        func record() throws -> StoredRecord { try found.place.record(at: address, stamp) }
    }

    /// What a branch holds that a log does not: what wins over the versions there, and what gives way to them and was never in that log.
    func difference(from open: OpenLog) throws -> (newer: [Version], older: [Version]) {
        var newer: [Version] = []
        var older: [RecordAddress: Version] = [:]
        // Steps of undo belong to the branch that they were taken in.
        let passing = [UndoStep.collection.name, Aftermath.collection]
        let cells = TreeCells(run.records)
        while try cells.advance() {
            guard let address = CellKey.address(cells.key), !passing.contains(address.collection),
                let found = try run.record(cells.key)
            else { continue }
            let version = Version(address: address, found: found)
            guard let ours = try open.tables.stamp(at: address), !(ours < version.stamp) else {
                newer.append(version)
                continue
            }
            if version.stamp < ours { older[address] = version }
        }
        if !older.isEmpty {
            try open.log.forEachGoodLine(from: open.log.headerEnd, to: open.log.end, passingOverBad: true) { line, _, _ in
                for operation in line.operations where older[operation.address]?.stamp == operation.stamp {
                    older[operation.address] = nil
                }
            }
        }
        return (newer, older.values.sorted { RecordAddress.inTextOrder($0.address, $1.address) })
    }
}
