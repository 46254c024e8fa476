import Kernel

/// The encryption of bytes between a device and the place, independent of records.
package protocol Seal: Sendable {
    /// Returns the encrypted bytes.
    ///
    /// - Throws: A `Failure`. Then nothing is sent.
    func seal(_ bytes: [UInt8]) throws -> [UInt8]

    /// Returns the decrypted bytes.
    ///
    /// - Throws: `syncWrongKey` for bytes of another key, `syncUnreadable` for damaged or
    ///   unencrypted bytes.
    func open(_ bytes: [UInt8]) throws -> [UInt8]
}

/// A seal without encryption. Anyone with access to the place can read the data.
package struct Unsealed: Seal {
    package init() {}

    package func seal(_ bytes: [UInt8]) -> [UInt8] { bytes }

    /// Returns the bytes as they are, or throws `syncWrongKey` for encrypted ones.
    package func open(_ bytes: [UInt8]) throws -> [UInt8] {
        guard !SealedForm.isSealed(bytes) else {
            throw Failure(
                .syncWrongKey, "What lies in the place is sealed, and this device has no key.",
                advice: "Give the account's key: the words that were shown when it was made.", kind: .badData)
        }
        return bytes
    }
}
