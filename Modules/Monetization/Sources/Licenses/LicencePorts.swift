import Kernel

/// A verifier of signatures, by `openssl` on a real machine.
package struct SignatureVerifier: Sendable {
    /// Returns whether the 64 bytes are the signature of the message under the key.
    ///
    /// - Throws: `missingProgram` without a verifier, `verifierUnsound` for one that accepts
    ///   everything.
    package let verify: @Sendable (_ message: [UInt8], _ signature: [UInt8], _ key: LicenseKey) throws -> Bool

    package init(
        verify: @escaping @Sendable (_ message: [UInt8], _ signature: [UInt8], _ key: LicenseKey) throws -> Bool
    ) {
        self.verify = verify
    }
}

/// The private half of the seller's key, on the seller's machine.
package struct SigningKey: Sendable {
    /// Returns the public half, or nil before a key was made.
    package let publicHalf: @Sendable () throws -> LicenseKey?
    /// Creates a pair if there is none, and returns the public half.
    package let make: @Sendable () throws -> LicenseKey
    /// Returns the signature of a message: 64 bytes.
    ///
    /// - Throws: `noSigningKey` before a key was made.
    package let sign: @Sendable (_ message: [UInt8]) throws -> [UInt8]

    package init(
        publicHalf: @escaping @Sendable () throws -> LicenseKey?, make: @escaping @Sendable () throws -> LicenseKey,
        sign: @escaping @Sendable (_ message: [UInt8]) throws -> [UInt8]
    ) {
        self.publicHalf = publicHalf
        self.make = make
        self.sign = sign
    }
}

/// The license files of an app. They are separate from its records, so a reset of the records keeps
/// them.
package struct LicenseFiles: Sendable {
    package let place: String
    /// Returns every file by name, or none if the folder is missing.
    package let all: @Sendable () throws -> [String: [UInt8]]
    /// Stores a whole file or nothing, in place of one with its name.
    package let keep: @Sendable (_ name: String, _ bytes: [UInt8]) throws -> Void

    package init(
        place: String, all: @escaping @Sendable () throws -> [String: [UInt8]],
        keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) throws -> Void
    ) {
        self.place = place
        self.all = all
        self.keep = keep
    }

    /// A copy that stores nothing, for `--dry-run`.
    package var dryRunCopy: LicenseFiles { LicenseFiles(place: place, all: all) { _, _ in } }
}
