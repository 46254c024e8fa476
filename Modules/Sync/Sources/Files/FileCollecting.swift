import Kernel

extension FileExchange {
    /// How long what nobody tells of may lie in the place, in days of this device's own age: whoever left it may not have met us since.
    static let strayDays: Int64 = 30

    /// Removes from the place what nothing names any more and everybody knows that; and says of what nothing names here that it is so.
    func letGo(_ named: [TravellingFile], in round: inout Round) throws {
        try collect(in: &round)
        try collectStrays(in: &round)
        let paths = Set(named.map(\.path))
        let unwanted = round.known.values.filter { $0.isWanted && !paths.contains($0.path) && files.judges($0.path) }
        guard !unwanted.isEmpty else { return }
        try replica.store.write { transaction in
            for record in unwanted.sorted(by: { $0.path < $1.path }) {
                guard var now = try transaction.record(record.id), now.isWanted else { continue }
                now.isWanted = false
                try transaction.put(now)
            }
        }
    }

    private func collect(in round: inout Round) throws {
        let unwanted = Dictionary(grouping: round.known.values.filter { !$0.isWanted }, by: \.digest)
        guard !unwanted.isEmpty, let floor = try replica.seenByAll() else { return }
        let wanted = Set(round.known.values.filter(\.isWanted).map(\.digest))
        for (digest, records) in unwanted.sorted(by: { $0.key < $1.key }) {
            guard try isSeen(records, floor) else { continue }
            let name = name(of: digest)
            if !wanted.contains(digest), round.there[name] != nil {
                try place.remove(name)
                round.there[name] = nil
                round.report.removed += 1
            }
            // The file first, then what tells of it: killed between both, somebody does it again.
            try replica.store.write { transaction in
                for record in records where try transaction.record(record.id)?.isWanted == false {
                    _ = try transaction.delete(record.id)
                }
            }
        }
    }

    /// Whether everybody has seen that these are unwanted, and we all that they wrote before.
    private func isSeen(_ records: [FileRecord], _ floor: HybridTime) throws -> Bool {
        try replica.store.read { transaction in
            let places = records.map {
                RecordAddress(partition: .common, collection: FileRecord.collection.name, id: $0.id.rawValue)
            }
            return try transaction.below.records(at: places).allSatisfy { $0.map { $0.stamp.time <= floor } ?? true }
        }
    }

    /// What was left by a device that never told of it, or once more by one that had not heard.
    private func collectStrays(in round: inout Round) throws {
        let told = Set(round.known.values.map { name(of: $0.digest) })
        let strays = Set(round.there.keys).subtracting(told)
        let (noted, age) = try replica.store.read { transaction in
            (try transaction.record(StrayFiles.only) ?? StrayFiles(), try transaction.record(SyncState.only)?.age ?? 0)
        }
        var now = noted
        now.since = noted.since.filter { strays.contains($0.key) }
        for name in strays.sorted() {
            let since = now.since[name] ?? age
            now.since[name] = since
            guard age - since >= FileExchange.strayDays * Replica.day else { continue }
            try place.remove(name)
            (now.since[name], round.there[name]) = (nil, nil)
            round.report.removed += 1
        }
        if now != noted { try replica.store.write { try $0.put(now) } }
    }

    /// Lets go of parts of files that are here by now, or wanted no more.
    func dropDrafts(_ named: [TravellingFile], in round: inout Round) throws {
        let waiting = try named.filter { try home.size(of: $0.path) == nil }.compactMap { round.known[$0.path] }
        let names = Set(waiting.map { name(of: $0.digest) })
        for name in try drafts.parts().keys.sorted() where !names.contains(name) { try drafts.remove(name) }
    }
}
