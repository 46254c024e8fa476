import Kernel

/// What lies between a device and the place: bytes are closed before they leave, and opened when they come. It knows no records.
public protocol Seal: Sendable {
    /// The bytes as they leave.
    ///
    /// - Throws: `Failure`; nothing leaves then.
    func seal(_ bytes: [UInt8]) throws -> [UInt8]

    /// The bytes as they were.
    ///
    /// - Throws: `syncWrongKey` for what another key has sealed; `syncUnreadable` for what is damaged, or was not sealed at all.
    func open(_ bytes: [UInt8]) throws -> [UInt8]
}

/// No seal: whoever sees the place can read everything in it.
public struct Unsealed: Seal {
    /// Nothing to hold.
    public init() {}

    /// As they are.
    public func seal(_ bytes: [UInt8]) -> [UInt8] { bytes }

    /// As they are; what is sealed is not taken for damaged.
    ///
    /// - Throws: `syncWrongKey`.
    public func open(_ bytes: [UInt8]) throws -> [UInt8] {
        guard !SealedForm.isSealed(bytes) else {
            throw Failure(
                .syncWrongKey, "What lies in the place is sealed, and this device has no key.",
                advice: "Give the account's key: the words that were shown when it was made.", kind: .badData)
        }
        return bytes
    }
}
