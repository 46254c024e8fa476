import Kernel

extension Failure.Code {
    /// Thrown when the app bundle lacks the catalog of an app or `seller.json`.
    package static var catalogueMissing: Self { Self() }
    /// Thrown when the file of the seller's private key has unsafe permissions or is unreadable.
    package static var keyUnsafe: Self { Self() }
    /// Thrown when a license, a signing key or a temporary file for `openssl` cannot be written.
    package static var licenceNotKept: Self { Self() }
    /// Thrown when the program `openssl` fails, or is older than 3.0.
    package static var verifierUnable: Self { Self() }
    /// Thrown when the program `openssl` accepts a wrong signature in a self-test.
    package static var verifierUnsound: Self { Self() }
}
