import Kernel

/// What this device knows of another one without asking the place.
public struct KnownDevice: Hashable, Sendable {
    /// Its name in the account.
    public let device: String
    /// When it last said something new, by its own clock.
    public let saidAt: Instant
    /// For how long it has said nothing, as far as this device was there to hear it, in milliseconds.
    public let silentFor: Int64
    /// Whether nobody waits for it any more.
    public let isExpired: Bool
}

extension Replica {
    /// The kinds of record that Sync keeps for itself.
    public static var collections: [any StoredCollection] { OwnCollections.all }

    /// The other devices, as they were at the last round. Asks the store alone.
    public func known() throws -> [KnownDevice] {
        let state = try store.read { try $0.record(SyncState.only) }
        return (state?.silent ?? [:]).map { device, silence in
            KnownDevice(
                device: device, saidAt: silence.since, silentFor: silence.milliseconds, isExpired: silence.isTooLong)
        }.sorted { $0.device < $1.device }
    }

    /// Where the feed was when its changes were last in batches. Asks the store alone.
    public func feedPosition() throws -> Int { try store.read { try $0.record(SyncState.only)?.position.sequence ?? 0 } }

    /// What gave way, without its texts.
    public func recoveredCount() throws -> Int {
        try partitions().reduce(0) { sum, partition in
            sum + (try store.scoped(to: partition).read { try $0.count(Recovered.byTime.all) })
        }
    }
}
