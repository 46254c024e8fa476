import Kernel

extension FileExchange {
    /// The number of days after which files without a record are deleted. Until then, the device
    /// that wrote them may not have synced again.
    ///
    /// The days count only while this device syncs.
    static let strayDays: Int64 = 30

    /// Deletes files from the place that no record refers to, once all devices know it. It also
    /// marks files that became unused.
    func removeUnwanted(_ referencedFiles: [SyncableFile], in round: inout Round) throws {
        try collect(in: &round)
        try collectStrays(in: &round)
        let paths = Set(referencedFiles.map(\.path))
        let unwanted = round.known.values.filter { $0.isWanted && !paths.contains($0.path) && files.isInScope($0.path) }
        guard !unwanted.isEmpty else { return }
        try replica.store.write { transaction in
            for record in unwanted.sorted(by: { $0.path < $1.path }) {
                guard var currentRecord = try transaction.record(record.id), currentRecord.isWanted else { continue }
                currentRecord.isWanted = false
                try transaction.put(currentRecord)
            }
        }
    }

    /// Deletes files from the place whose records are all unused and known as such to all devices.
    private func collect(in round: inout Round) throws {
        let unwanted = Dictionary(grouping: round.known.values.filter { !$0.isWanted }, by: \.digest)
        guard !unwanted.isEmpty, let acknowledgedTime = try replica.seenByAll() else { return }
        let wanted = Set(round.known.values.filter(\.isWanted).map(\.digest))
        for (digest, records) in unwanted.sorted(by: { $0.key < $1.key }) {
            guard try isSeen(records, acknowledgedTime) else { continue }
            let name = name(of: digest)
            if !wanted.contains(digest), round.partsInPlace[name] != nil {
                try place.remove(name)
                round.partsInPlace[name] = nil
                round.report.removed += 1
            }
            // The file is deleted before its record, so that another device can repeat an
            // interrupted deletion.
            try replica.store.write { transaction in
                for record in records where try transaction.record(record.id)?.isWanted == false {
                    _ = try transaction.delete(record.id)
                }
            }
        }
    }

    /// Returns whether all devices know that these files are unused, and this device knows all
    /// earlier changes.
    private func isSeen(_ records: [FileRecord], _ acknowledgedTime: HybridTime) throws -> Bool {
        try replica.store.read { transaction in
            let addresses = records.map {
                RecordAddress(partition: .common, collection: FileRecord.collection.name, id: $0.id.rawValue)
            }
            return try transaction.below.records(at: addresses).allSatisfy {
                $0.map { $0.stamp.time <= acknowledgedTime } ?? true
            }
        }
    }

    /// Deletes old files without a record. Their device never sent one, or uploaded the file again
    /// after its deletion.
    private func collectStrays(in round: inout Round) throws {
        let knownNames = Set(round.known.values.map { name(of: $0.digest) })
        let strays = Set(round.partsInPlace.keys).subtracting(knownNames)
        let (stored, age) = try replica.store.read { transaction in
            (
                try transaction.record(UnknownFiles.only) ?? UnknownFiles(),
                try transaction.record(SyncState.only)?.age ?? 0
            )
        }
        var updated = stored
        updated.since = stored.since.filter { strays.contains($0.key) }
        for name in strays.sorted() {
            let since = updated.since[name] ?? age
            updated.since[name] = since
            guard age - since >= FileExchange.strayDays * Replica.day else { continue }
            try place.remove(name)
            (updated.since[name], round.partsInPlace[name]) = (nil, nil)
            round.report.removed += 1
        }
        if updated != stored { try replica.store.write { try $0.put(updated) } }
    }

    /// Deletes drafts of files that are complete here or unused.
    func deleteDrafts(_ referencedFiles: [SyncableFile], in round: inout Round) throws {
        let incompleteRecords = try referencedFiles.filter { try home.size(of: $0.path) == nil }.compactMap {
            round.known[$0.path]
        }
        let names = Set(incompleteRecords.map { name(of: $0.digest) })
        for name in try drafts.parts().keys.sorted() where !names.contains(name) { try drafts.remove(name) }
    }
}
