import Kernel
import Sync

/// Closes a key with a passphrase: a program that is made for it, so that no cryptography is ours.
public protocol KeyWrap: Sendable {
    /// A new key, and the same behind a passphrase, as text.
    ///
    /// - Throws: `missingProgram`, `vaultUnable`.
    func make(behind passphrase: String) throws -> (key: AccountKey, wrapped: String)
    /// The key in such a text.
    ///
    /// - Throws: `vaultWrongPassphrase`, `missingProgram`, `vaultUnable`.
    func open(_ wrapped: String, with passphrase: String) throws -> AccountKey
    /// The same key behind another passphrase.
    ///
    /// - Throws: as `open`.
    func change(_ wrapped: String, from old: String, to new: String) throws -> String
}

extension Failure {
    /// A passphrase that opens nothing.
    package static let wrongPassphrase = Failure(
        .vaultWrongPassphrase, "This is not the passphrase.",
        advice: "Nothing was changed. Mind capitals and the layout of the keyboard, and try again.", kind: .badData)
}
