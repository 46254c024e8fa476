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
    private let images: [TableImage]

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

    /// Whether the log of an older generation holds what wins over what is in a log: then it is no remainder of that one.
    static func isBranch(_ generation: Int, in directory: StoreDirectory, beside open: OpenLog) throws -> Bool {
        guard let store = open.log.header?.store else { return false }
        let name = LogHeader.fileName(of: generation)
        let branch = OtherBranch("", name, in: directory, of: store, mayBeOurs: true)
        return try branch.map { try !$0.difference(from: open).newer.isEmpty } ?? false
    }

    /// Nil for what is no log of this store.
    private init?(
        _ folder: String, _ name: String, in directory: StoreDirectory, of store: String, mayBeOurs: Bool = false
    ) {
        guard let file = try? directory.open(name, flags: O_RDONLY), let log = try? Log(file), let header = log.header,
            header.store == store, header.format <= LogHeader.format, header.schema <= LogHeader.schema,
            let images = try? OtherBranch.images(of: log)
        else { return nil }
        (self.folder, self.name, self.mayBeOurs, self.images) = (folder, name, mayBeOurs, images)
        end = LengthWitness(log, of: header.generation)
    }

    private static func images(of log: Log) throws -> [TableImage] {
        let (builder, size) = (ImageBuilder(), try log.file.size())
        if let bad = try log.read(to: size, into: builder) { _ = try log.salvage(from: bad, to: size, into: builder) }
        return builder.images(of: log)
    }

    /// A record of a branch, not yet read.
    struct Version {
        let image: TableImage
        let row: Int

        var address: RecordAddress { image.address(of: row) }
        var stamp: Stamp { image.stamp(of: row) }

        func record() throws -> StoredRecord { try image.record(of: row) }
    }

    /// What a branch holds that a log does not: what wins over the versions there, and what gives way to them and was never in that log.
    /// Of an older generation nobody knows what was in the log before it was rewritten: there only what wins counts.
    func difference(from open: OpenLog) throws -> (newer: [Version], older: [Version]) {
        var newer: [Version] = []
        var older: [RecordAddress: Version] = [:]
        // Steps of undo belong to the branch that they were taken in.
        let passing = [UndoStep.collection.name, Aftermath.collection]
        for image in images where !passing.contains(image.name.collection) {
            for row in image.rows.indices {
                let version = Version(image: image, row: row)
                guard let ours = try open.tables.row(at: version.address)?.stamp, !(ours < version.stamp) else {
                    newer.append(version)
                    continue
                }
                if version.stamp < ours, !mayBeOurs { older[version.address] = version }
            }
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
