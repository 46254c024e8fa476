import Kernel

/// Whether a signature fits: `openssl` where there is a machine.
public struct SignatureVerifier: Sendable {
    /// Whether the 64 bytes are the signature of the message under the key.
    ///
    /// - Throws: `missingProgram` where nothing can tell, `verifierUnsound` where what would tell says yes to everything.
    public let verify: @Sendable (_ message: [UInt8], _ signature: [UInt8], _ key: LicenceKey) throws -> Bool

    /// A verifier that asks a function.
    public init(verify: @escaping @Sendable (_ message: [UInt8], _ signature: [UInt8], _ key: LicenceKey) throws -> Bool) {
        self.verify = verify
    }
}

/// The private half of the seller's key, on the seller's own machine.
public struct SigningKey: Sendable {
    /// The public half; nil where no key was made yet.
    public let publicHalf: @Sendable () throws -> LicenceKey?
    /// Makes a pair where there is none, and gives the public half.
    public let make: @Sendable () throws -> LicenceKey
    /// The signature of a message: 64 bytes.
    ///
    /// - Throws: `noSigningKey` where none was made.
    public let sign: @Sendable (_ message: [UInt8]) throws -> [UInt8]

    /// A key that asks functions.
    public init(
        publicHalf: @escaping @Sendable () throws -> LicenceKey?, make: @escaping @Sendable () throws -> LicenceKey,
        sign: @escaping @Sendable (_ message: [UInt8]) throws -> [UInt8]
    ) {
        (self.publicHalf, self.make, self.sign) = (publicHalf, make, sign)
    }
}

/// Where an app keeps its licences: small files of its own, apart from its records, so that erasing these leaves what was paid for.
public struct LicenceFiles: Sendable {
    /// Where it is, for a person.
    public let place: String
    /// Every file by its name; none where there is no such place yet.
    public let all: @Sendable () throws -> [String: [UInt8]]
    /// Keeps a file, whole or not at all, in the place of one of the same name.
    public let keep: @Sendable (_ name: String, _ bytes: [UInt8]) throws -> Void

    /// Files that are read and written by functions.
    public init(
        place: String, all: @escaping @Sendable () throws -> [String: [UInt8]],
        keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) throws -> Void
    ) {
        (self.place, self.all, self.keep) = (place, all, keep)
    }

    /// The same files, in which nothing is kept: for `--dry-run`.
    public var rehearsed: LicenceFiles { LicenceFiles(place: place, all: all) { _, _ in } }
}
