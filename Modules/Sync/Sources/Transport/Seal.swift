import Kernel

/// What lies between a device and the place: bytes are closed before they leave, and opened when they come. It knows no records.
public protocol Seal: Sendable {
    /// The bytes as they leave.
    ///
    /// - Throws: `Failure`; nothing leaves then.
    func seal(_ bytes: [UInt8]) throws -> [UInt8]

    /// The bytes as they were.
    ///
    /// - Throws: `syncUnreadable` for what was not sealed with the account's key.
    func open(_ bytes: [UInt8]) throws -> [UInt8]
}

/// No seal: whoever sees the place can read everything in it.
public struct Unsealed: Seal {
    /// Nothing to hold.
    public init() {}

    /// As they are.
    public func seal(_ bytes: [UInt8]) -> [UInt8] { bytes }

    /// As they are.
    public func open(_ bytes: [UInt8]) -> [UInt8] { bytes }
}
