import Kernel

/// A batch on its way: bytes of one device that nobody but devices of the account can read, and which part of its stream they are.
public struct Parcel: Hashable, Sendable {
    /// Whose stream.
    public let device: String
    /// The number of the first record in it, from 1.
    public let first: Int
    /// The number of the last one.
    public let last: Int
    /// What is sent; the transport looks at no byte of it.
    public let bytes: [UInt8]

    /// A part of a stream.
    public init(device: String, first: Int, last: Int, bytes: [UInt8]) {
        (self.device, self.first, self.last, self.bytes) = (device, first, last, bytes)
    }

    /// How far the stream goes with it.
    public var mark: StreamMark { StreamMark(last: last, checksum: bytes.syncChecksum) }
}

/// How far a stream goes, and what stands last in it.
public struct StreamMark: Hashable, Codable, Sendable {
    /// The number of its last record.
    public let last: Int
    /// CRC-32C of its last parcel's bytes.
    public let checksum: UInt32

    /// A mark as a transport found it.
    public init(last: Int, checksum: UInt32) { (self.last, self.checksum) = (last, checksum) }
}

extension [UInt8] {
    /// CRC-32C of these bytes.
    package var syncChecksum: UInt32 { withUnsafeBytes { CRC32C.checksum($0) } }
}

/// What everybody knows who begins: all records as they were at one moment, and how far into each stream that is.
public struct SnapshotParcel: Hashable, Sendable {
    /// For each stream the number of the last record that it holds.
    public let through: [String: Int]
    /// What is sent.
    public let bytes: [UInt8]

    /// A snapshot that goes so far into each stream.
    public init(through: [String: Int], bytes: [UInt8]) { (self.through, self.bytes) = (through, bytes) }
}

/// A place where the devices of one account leave their changes for each other. Blocking; every call may fail and be tried again.
///
/// Bytes come in and go out as they are: what they mean is sealed. What is in a stream never changes. A listing may be old: what is there already may not be
/// seen yet; but of this device's own stream and card a transport tells what it has.
///
/// - Throws: every call `Failure`: `isPermanent` where trying again is of no use.
public protocol SyncTransport: Sendable {
    /// Opens the place for an account, and makes it where there is nothing.
    ///
    /// - Throws: `syncOtherAccount`, `syncForeignPlace`; nothing was changed then.
    func join(_ account: String) throws

    /// The names of all devices that have left something, in order.
    func devices() throws -> [String]

    /// What a device says of itself; nil before it does.
    func card(of device: String) throws -> [UInt8]?

    /// Puts a device's card in the place of its last one.
    func publish(_ card: [UInt8], of device: String) throws

    /// Adds to a device's stream. The same parcel twice is one.
    ///
    /// - Throws: `syncStreamTaken` where other bytes stand in its place.
    func offer(_ parcel: Parcel) throws

    /// The next parcels of a device behind a number, in order, at most so many. What is half there is not there; parcels behind it may be.
    func parcels(of device: String, after last: Int, limit: Int) throws -> [Parcel]

    /// How far a device's stream goes; nil while it is empty.
    func latest(of device: String) throws -> StreamMark?

    /// The snapshot that goes furthest; nil while there is none.
    func snapshot() throws -> SnapshotParcel?

    /// Leaves a snapshot. Those that go no further than it in any stream may be removed.
    func offer(_ snapshot: SnapshotParcel) throws

    /// Removes whole parcels of a device's stream up to a number, as far as a snapshot holds them.
    func collect(_ device: String, through last: Int) throws

    /// How many bytes lie in parcels, and how many in the last snapshot.
    func size() throws -> (parcels: Int, snapshot: Int)
}
