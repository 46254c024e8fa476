import Kernel

/// A wrapped key as `openssl` writes it: PEM around DER. Only its form is checked.
enum WrappedText {
    private static let head = "-----BEGIN ENCRYPTED PRIVATE KEY-----"
    private static let tail = "-----END ENCRYPTED PRIVATE KEY-----"
    /// More than any wrapped key has, in bytes.
    private static let longest = 16_384

    /// Returns whether the form is complete from the first byte to the last. Damage inside the
    /// encrypted part looks like a wrong passphrase.
    static func isWhole(_ text: String) -> Bool {
        guard text.utf8.count < longest else { return false }
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count > 2, lines.first ?? "" == head, lines.last ?? "" == tail,
            let bytes = Data(base64Encoded: lines.dropFirst().dropLast().joined()), bytes.first == 0x30
        else { return false }
        return values(Array(bytes)[...])?.count == 1
    }

    /// Returns the tags of consecutive DER values, or nil if a value is truncated.
    private static func values(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var remaining = bytes
        var tags = [UInt8]()
        while let tag = remaining.popFirst() {
            guard let first = remaining.popFirst() else { return nil }
            var length = Int(first)
            if first >= 0x80 {
                let width = Int(first & 0x7F)
                guard (1...2).contains(width), remaining.count >= width else { return nil }
                length = remaining.prefix(width).reduce(0) { $0 << 8 | Int($1) }
                remaining = remaining.dropFirst(width)
            }
            guard length <= remaining.count else { return nil }
            if tag & 0x20 != 0, values(remaining.prefix(length)) == nil { return nil }
            remaining = remaining.dropFirst(length)
            tags = tags + [tag]
        }
        return tags
    }
}
