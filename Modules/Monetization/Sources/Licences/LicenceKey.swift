import Kernel

/// The public half of an Ed25519 key: who has the private half can sign, who has this can tell.
public struct LicenceKey: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// A key; nil unless it has 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// A key as it is written: base 64; nil for anything else.
    public init?(text: String) {
        guard let bytes = Base64.bytes(text, count: 32) else { return nil }
        self.bytes = bytes
    }

    /// Base 64, 44 characters.
    public var description: String { Data(bytes).base64EncodedString() }

    /// Enough of it for a person to tell two keys apart.
    public var short: String { String(description.prefix(8)) }
}

enum Base64 {
    /// So many bytes, written in the one way in which an encoder writes them; nil for anything else.
    static func bytes(_ text: String, count: Int) -> [UInt8]? {
        guard let data = Data(base64Encoded: text), data.count == count, data.base64EncodedString() == text else { return nil }
        return Array(data)
    }
}
