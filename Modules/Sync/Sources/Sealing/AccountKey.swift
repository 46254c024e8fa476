import Kernel

/// The secret of an account: whoever has it reads everything, and nobody reads anything without it. It is an X25519 identity as `age` makes them, of
/// 32 bytes, and is kept by people as words.
///
/// It is never printed by accident: who wants to show it asks for `words` or `secret`.
public struct AccountKey: Hashable, Sendable {
    package let bytes: [UInt8]

    static let length = 32
    static let prefix = "age-secret-key-"
    /// More than any way to write a key down.
    private static let longestText = 4_096

    /// By which people and programs tell keys apart, in small letters and figures: nothing of the key follows from it.
    public var mark: String { derived("mark").prefix(8).hexadecimal }

    /// A key of 32 bytes; nil for any other number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == AccountKey.length else { return nil }
        self.bytes = bytes
    }

    /// Reads the words of a key, or its secret. Case, blanks, line ends, hyphens and numbers before the words do not matter.
    ///
    /// - Throws: `syncKeyInvalid`, which says the word that is wrong.
    public init(parsing text: String) throws {
        guard text.utf8.count <= AccountKey.longestText else { throw KeyPhrase.invalid("This is too long for a key.") }
        let clean = text.split(whereSeparator: \.isWhitespace).joined()
        guard clean.lowercased().hasPrefix(AccountKey.prefix) else {
            bytes = try KeyPhrase.bytes(text)
            return
        }
        guard let bytes = Bech32.bytes(clean, named: AccountKey.prefix), let key = AccountKey(bytes: bytes) else {
            throw KeyPhrase.invalid("This key is not whole: something in it is missing or was changed.")
        }
        self = key
    }

    /// `AGE-SECRET-KEY-1…`, as `age` reads it, for a file that nobody else may read.
    public var secret: String { Bech32.text(bytes, named: AccountKey.prefix).uppercased() }

    /// The words to keep: 27 of them, the last of which hold a checksum.
    public var words: [String] { KeyPhrase.words(bytes) }

    /// The name of the account whose key this is. It follows from the key, and nothing about the key follows from it.
    public var account: String { derived("account").prefix(16).letters }

    /// 32 bytes for one purpose, from which neither the key follows nor those for another.
    package func derived(_ purpose: String) -> [UInt8] { HMAC.code(Array("commonplace \(purpose)".utf8), by: bytes) }
}

extension Collection<UInt8> {
    /// Two small figures or letters for each.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension AccountKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says nothing.
    public var description: String { "a key that is not shown" }
    /// Says nothing.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What makes keys: chance that nobody can guess, which a `RandomSource` is not.
public struct KeyMaker: Sendable {
    /// A new key.
    public let make: @Sendable () throws -> AccountKey

    /// Keys that a function makes.
    public init(make: @escaping @Sendable () throws -> AccountKey) { self.make = make }
}
