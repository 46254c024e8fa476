import Kernel

extension Replica {
    /// Returns the superseded versions that wait for the user, latest first.
    package func recovered() throws -> [Recovered] {
        try partitions().flatMap { partition in
            try store.scoped(to: partition).read { try $0.records(Recovered.byTime.all.descending) }
        }.sorted { ($0.at, $0.id.rawValue) > ($1.at, $1.id.rawValue) }
    }

    /// Returns the texts of a superseded version, or nil if it was dismissed.
    package func texts(of version: Recovered) throws -> RecoveredTexts? {
        try store.read { transaction in
            guard let lost = try version.lost.record(in: transaction.below),
                let won = try version.won.record(in: transaction.below)
            else { return nil }
            return RecoveredTexts(lost: lost, won: won)
        }
    }

    /// Deletes a superseded version that the user no longer needs.
    package func dismiss(_ version: Recovered) throws { try store.write { try $0.remove(version) } }

    /// Returns the quarantined versions, earliest first.
    package func quarantined() throws -> [Quarantined] {
        try partitions().flatMap { partition in
            try store.scoped(to: partition).read { try $0.records(Quarantined.byStamp.all) }
        }.sorted { $0.stamp < $1.stamp }
    }

    /// Returns the partitions that contain superseded or quarantined versions.
    func partitions() throws -> [Partition] {
        let state = try store.read { try $0.record(SyncState.only) }
        return (state?.keeping ?? []).sorted().map(Partition.init(rawValue:))
    }

    /// Deletes superseded versions after 90 days.
    func forgetOld() throws {
        let state = try state()
        let limit = state.age - Recovered.days * Replica.day
        guard limit >= 0, !state.keeping.isEmpty else { return }
        for partition in try partitions() {
            let expiredSelection = Recovered.byTime.through(Int(limit))
            let versions = try store.scoped(to: partition).read { try $0.records(expiredSelection) }
            if !versions.isEmpty {
                try store.write { transaction in for version in versions { try transaction.remove(version) } }
            }
        }
    }
}

extension Transaction {
    fileprivate func remove(_ version: Recovered) throws {
        try version.lost.remove(in: below)
        try version.won.remove(in: below)
        try scoped(to: version.address.partition) { _ = try $0.delete(version.id) }
    }
}
