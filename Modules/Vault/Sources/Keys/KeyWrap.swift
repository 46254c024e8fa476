import Kernel
import Sync

/// The encryption of a key with a passphrase. An external program implements it, so the project
/// contains no cryptography.
package protocol KeyWrap: Sendable {
    /// Creates a random key, and returns it with its wrapped form as text.
    ///
    /// - Throws: `missingProgram`, `vaultUnable`.
    func make(wrappedBy passphrase: String) throws -> (key: AccountKey, wrapped: String)
    /// Returns the key of a wrapped form.
    ///
    /// - Throws: `vaultWrongPassphrase`, `missingProgram`, `vaultUnable`.
    func open(_ wrapped: String, with passphrase: String) throws -> AccountKey
    /// Wraps the same key with another passphrase.
    ///
    /// - Throws: As `open`.
    func change(_ wrapped: String, from old: String, to new: String) throws -> String
}

extension Failure {
    package static let wrongPassphrase = Failure(
        .vaultWrongPassphrase, "This is not the passphrase.",
        advice: "Nothing was changed. Mind capitals and the layout of the keyboard, and try again.", kind: .badData)
}
