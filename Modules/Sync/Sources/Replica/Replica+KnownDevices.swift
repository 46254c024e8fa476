import Kernel

/// The data that this device has stored about another device.
package struct KnownDevice: Hashable, Sendable {
    package let device: String
    /// The time of its latest card, by its own clock.
    package let lastContact: Instant
    /// The milliseconds of its silence, measured while this device was active.
    package let silence: Int64
    package let isExpired: Bool
}

extension Replica {
    /// The collections that sync uses itself.
    package static var collections: [any StoredCollection] { OwnCollections.all }

    /// Returns the other devices as of the last round, from the store only.
    package func knownDevices() throws -> [KnownDevice] {
        let state = try store.read { try $0.record(SyncState.only) }
        return (state?.silent ?? [:]).map { device, silence in
            KnownDevice(
                device: device, lastContact: silence.since, silence: silence.milliseconds, isExpired: silence.isTooLong)
        }.sorted { $0.device < $1.device }
    }

    /// Returns the feed position of the last batch, from the store only.
    package func feedPosition() throws -> Int {
        try store.read { try $0.record(SyncState.only)?.position.sequence ?? 0 }
    }

    /// Returns the number of superseded versions, without reading their texts.
    package func recoveredCount() throws -> Int {
        try partitions().reduce(0) { sum, partition in
            sum + (try store.scoped(to: partition).read { try $0.count(Recovered.byTime.all) })
        }
    }
}
