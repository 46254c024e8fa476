import Kernel

/// A batch in transit: encrypted bytes of one device, and their position in its stream.
package struct BatchEnvelope: Hashable, Sendable {
    package let device: String
    /// The number of the first record in it, from 1.
    package let first: Int
    package let last: Int
    /// The encrypted bytes, which the transport does not interpret.
    package let bytes: [UInt8]

    package init(device: String, first: Int, last: Int, bytes: [UInt8]) {
        self.device = device
        self.first = first
        self.last = last
        self.bytes = bytes
    }

    package var mark: StreamMark { StreamMark(last: last, checksum: bytes.syncChecksum) }
}

/// The end of a stream, with a checksum of the last batch.
package struct StreamMark: Hashable, Codable, Sendable {
    package let last: Int
    /// The CRC-32C of the last batch's bytes.
    package let checksum: UInt32

    package init(last: Int, checksum: UInt32) {
        self.last = last
        self.checksum = checksum
    }
}

extension [UInt8] {
    /// The CRC-32C of these bytes.
    package var syncChecksum: UInt32 { withUnsafeBytes { CRC32C.checksum($0) } }
}

/// The start for new devices: all records at one moment, with the cursor for each stream.
package struct SnapshotEnvelope: Hashable, Sendable {
    /// The number of the last included record for each stream.
    package let through: [String: Int]
    package let bytes: [UInt8]

    package init(through: [String: Int], bytes: [UInt8]) {
        self.through = through
        self.bytes = bytes
    }
}

/// A place where the devices of one account exchange changes.
///
/// Calls block, may fail and can be repeated. Batches in a stream never change. A listing of other
/// devices may be outdated, but the device's own stream and card are reported exactly. A card tells
/// the other devices what a device has sent and what it has read of their streams.
///
/// - Throws: Every call throws a `Failure`, with `isPermanent` if a repetition is useless.
package protocol SyncTransport: Sendable {
    /// Opens the place for an account, and creates the account if the place is empty.
    ///
    /// - Throws: `syncOtherAccount`, `syncForeignPlace`. Then nothing was changed.
    func join(_ account: String) throws

    /// Returns the sorted IDs of all devices that have written something.
    func devices() throws -> [String]

    /// Returns a device's card, or nil before the first one.
    func card(of device: String) throws -> [UInt8]?

    /// Replaces a device's card.
    func publish(_ card: [UInt8], of device: String) throws

    /// Adds a batch to a device's stream. A repeated call has no effect.
    ///
    /// - Throws: `syncStreamTaken` if the stream contains other bytes at this position.
    func offer(_ envelope: BatchEnvelope) throws

    /// Returns up to `limit` batches of a device after a record number, in order.
    ///
    /// Incomplete batches are omitted, even if complete ones follow.
    func envelopes(of device: String, after last: Int, limit: Int) throws -> [BatchEnvelope]

    /// Returns the end of a device's stream, or nil while it is empty.
    func latest(of device: String) throws -> StreamMark?

    /// Returns the most recent snapshot, or nil if there is none.
    func snapshot() throws -> SnapshotEnvelope?

    /// Stores a snapshot. Older ones may be deleted.
    func offer(_ snapshot: SnapshotEnvelope) throws

    /// Deletes whole batches of a device's stream up to a record number, if a snapshot contains
    /// them.
    func collect(_ device: String, through last: Int) throws

    /// Returns the number of bytes in batches and in the last snapshot.
    func size() throws -> (envelopes: Int, snapshot: Int)
}
