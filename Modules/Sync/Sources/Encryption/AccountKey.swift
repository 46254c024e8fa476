import Kernel

/// The secret of an account, required to read any of its data.
///
/// It is an X25519 identity of 32 bytes, as `age` creates them. Users write it down as words.
/// Accidental output never shows it. Use `words` or `secret` to show it on purpose.
package struct AccountKey: Hashable, Sendable {
    package let bytes: [UInt8]

    static let length = 32
    static let prefix = "age-secret-key-"
    /// More than any notation of a key has, in bytes.
    private static let longestText = 4_096

    /// The fingerprint of the key in lowercase hexadecimal digits. The key cannot be computed from
    /// it.
    package var fingerprint: String { derived("mark").prefix(8).hexadecimal }

    /// Creates a key from 32 bytes, or returns nil for any other number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == AccountKey.length else { return nil }
        self.bytes = bytes
    }

    /// Parses the words of a key, or its secret. Case, white space, hyphens and numbers before the
    /// words are ignored.
    ///
    /// - Throws: `syncKeyInvalid`, which names the wrong word.
    package init(parsing text: String) throws {
        guard text.utf8.count <= AccountKey.longestText else { throw KeyPhrase.invalid("This is too long for a key.") }
        let compactText = text.split(whereSeparator: \.isWhitespace).joined()
        guard compactText.lowercased().hasPrefix(AccountKey.prefix) else {
            bytes = try KeyPhrase.bytes(text)
            return
        }
        guard let bytes = Bech32.bytes(compactText, named: AccountKey.prefix), let key = AccountKey(bytes: bytes) else {
            throw KeyPhrase.invalid("This key is not whole: something in it is missing or was changed.")
        }
        self = key
    }

    /// The text `AGE-SECRET-KEY-1…` as `age` reads it, for a private file.
    package var secret: String { Bech32.text(bytes, named: AccountKey.prefix).uppercased() }

    /// The 27 words of the key. The last ones contain a checksum.
    package var words: [String] { KeyPhrase.words(bytes) }

    /// The account ID computed from the key. The key cannot be computed from it.
    package var account: String { derived("account").prefix(16).letters }

    /// Derives 32 bytes for one purpose. Neither the key nor the bytes for another purpose can be
    /// computed from them.
    package func derived(_ purpose: String) -> [UInt8] {
        KeyedDigest(key: bytes).code(of: Array("commonplace \(purpose)".utf8))
    }
}

extension AccountKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a key that is not shown" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Creates keys from unpredictable random bytes, which a `RandomSource` does not provide.
package struct KeyMaker: Sendable {
    package let make: @Sendable () throws -> AccountKey

    package init(make: @escaping @Sendable () throws -> AccountKey) { self.make = make }
}
