import Kernel

/// The public half of an Ed25519 key. The private half signs, and this half verifies.
package struct LicenseKey: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// Creates a key, or nil unless it has 32 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Parses a key in base 64, or returns nil for other text.
    package init?(text: String) {
        guard let bytes = Base64.bytes(text, count: 32) else { return nil }
        self.bytes = bytes
    }

    /// The key in base 64, 44 characters.
    package var description: String { Data(bytes).base64EncodedString() }

    /// The first characters, for people who compare two keys.
    package var short: String { String(description.prefix(8)) }
}

enum Base64 {
    /// Decodes canonical base 64 of `count` bytes, or returns nil for other text.
    static func bytes(_ text: String, count: Int) -> [UInt8]? {
        guard let data = Data(base64Encoded: text), data.count == count, data.base64EncodedString() == text else {
            return nil
        }
        return Array(data)
    }
}
