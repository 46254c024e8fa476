import Kernel

extension Store {
    /// Returns the superseded and quarantined versions of a collection, for
    /// `Kernel.PendingVersions`.
    package func pendingVersions(of collection: String) throws -> [StoredRecord] {
        let keeping = try scoped(to: .common).read { try $0.record(SyncState.only) }?.keeping ?? []
        return try keeping.sorted().flatMap { name in
            try scoped(to: Partition(rawValue: name)).read { transaction in
                let supersededVersions = try transaction.records(Recovered.byTime.all).map(\.lost)
                let quarantinedVersions = try transaction.records(Quarantined.byStamp.all).map(\.version)
                return try (supersededVersions + quarantinedVersions).filter { $0.address.collection == collection }
                    .compactMap {
                        try $0.record(in: transaction.below)
                    }
            }
        }
    }
}
