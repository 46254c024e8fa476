import Kernel

extension Replica {
    /// What gave way on this device and waits for a person, latest first.
    public func recovered() throws -> [Recovered] {
        try partitions().flatMap { partition in
            try store.scoped(to: partition).read { try $0.records(Recovered.byTime.all.descending) }
        }.sorted { ($0.at, $0.id.rawValue) > ($1.at, $1.id.rawValue) }
    }

    /// The texts of one; nil when it has been let go.
    public func texts(of one: Recovered) throws -> RecoveredTexts? {
        try store.read { transaction in
            guard let lost = try one.lost.record(in: transaction.below), let won = try one.won.record(in: transaction.below)
            else {
                return nil
            }
            return RecoveredTexts(lost: lost, won: won)
        }
    }

    /// Lets go of one that nobody needs any more.
    public func dismiss(_ one: Recovered) throws { try store.write { try $0.remove(one) } }

    /// What waits because it comes from a clock ahead of ours, earliest first.
    public func quarantined() throws -> [Quarantined] {
        try partitions().flatMap { partition in
            try store.scoped(to: partition).read { try $0.records(Quarantined.byStamp.all) }
        }.sorted { $0.stamp < $1.stamp }
    }

    func partitions() throws -> [Partition] {
        let state = try store.read { try $0.record(SyncState.only) }
        return (state?.keeping ?? []).sorted().map(Partition.init(rawValue:))
    }

    /// Lets go of what has waited for 90 days.
    func forgetOld() throws {
        let state = try state()
        let limit = state.age - Recovered.days * Replica.day
        guard limit >= 0, !state.keeping.isEmpty else { return }
        for partition in try partitions() {
            let old = Recovered.byTime.through(Int(limit))
            let all = try store.scoped(to: partition).read { try $0.records(old) }
            if !all.isEmpty { try store.write { transaction in for one in all { try transaction.remove(one) } } }
        }
    }
}

extension Transaction {
    fileprivate func remove(_ one: Recovered) throws {
        try one.lost.remove(in: below)
        try one.won.remove(in: below)
        try scoped(to: one.address.partition) { _ = try $0.delete(one.id) }
    }
}
