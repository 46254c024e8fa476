import Kernel

/// A key behind a passphrase as `openssl` writes it: PEM around DER, of which the form is looked at and nothing else.
enum WrappedText {
    private static let head = "-----BEGIN ENCRYPTED PRIVATE KEY-----"
    private static let tail = "-----END ENCRYPTED PRIVATE KEY-----"
    private static let longest = 16_384

    /// Whether it has its form from the first byte to the last. Damage within what is encrypted cannot be told from a wrong passphrase.
    static func isWhole(_ text: String) -> Bool {
        guard text.utf8.count < longest else { return false }
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count > 2, lines.first ?? "" == head, lines.last ?? "" == tail,
            let bytes = Data(base64Encoded: lines.dropFirst().dropLast().joined()), bytes.first == 0x30
        else { return false }
        return values(Array(bytes)[...])?.count == 1
    }

    /// The tags of values of DER that stand one behind the other; nil where one of them, or one in it, is cut short.
    private static func values(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var (rest, tags) = (bytes, [UInt8]())
        while let tag = rest.popFirst() {
            guard let first = rest.popFirst() else { return nil }
            var length = Int(first)
            if first >= 0x80 {
                let width = Int(first & 0x7F)
                guard (1...2).contains(width), rest.count >= width else { return nil }
                length = rest.prefix(width).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(width)
            }
            guard length <= rest.count else { return nil }
            if tag & 0x20 != 0, values(rest.prefix(length)) == nil { return nil }
            (rest, tags) = (rest.dropFirst(length), tags + [tag])
        }
        return tags
    }
}
