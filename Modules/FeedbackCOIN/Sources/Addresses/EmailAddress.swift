import Kernel

/// An e-mail address: `local@domain`, as a dot-atom of RFC 5322 and a host name, in ASCII.
///
/// Quoted local parts, domain literals and non-ASCII addresses are refused, because few mail
/// servers accept them.
package struct EmailAddress: Hashable, Sendable {
    /// The address as text, at most 254 characters (RFC 5321, 4.5.3.1.3).
    package let text: String

    /// Parses an address that a person typed, without surrounding blanks.
    ///
    /// - Throws: `headerInjection` for control characters, `addressInvalid`.
    package init(_ text: String) throws {
        // The stored form, which is also the usual typed form.
        if EmailAddress.isAddress(text), text.utf8.count <= 254 {
            self.text = text
            return
        }
        let trimmed =
            try HeaderText.validated(text, upTo: 254, "An address", longer: EmailAddress.invalid(text.trimmed())) ?? ""
        guard EmailAddress.isAddress(trimmed) else { throw EmailAddress.invalid(trimmed) }
        self.text = trimmed
    }

    private static func invalid(_ text: String) -> Failure {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        return Failure(
            .addressInvalid, "“\(text.prefix(80))” is not an e-mail address.",
            advice: isASCII
                ? "Write it as in sam@example.org." : "Only ASCII can be sent; write the domain in its xn-- form.",
            kind: .badData)
    }

    package var domain: String { text.split(separator: "@").last.map { $0.lowercased() } ?? "" }

    /// Returns whether a text is an address in ASCII without blanks.
    private static func isAddress(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            guard let at = utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
            let local = utf8[..<at]
            let domain = utf8[(at + 1)...]
            return at <= 64 && isDotted(local, of: isAtom)
                && isDotted(domain, upTo: 63, edge: isLetterOrDigit) {
                    isLetterOrDigit($0) || $0 == UInt8(ascii: "-")
                }
        }
    }

    /// Returns whether bytes are words separated by dots, each of limited length and with allowed
    /// bytes only.
    ///
    /// It works byte by byte for speed, since every address of a store is checked.
    ///
    /// - Parameter edge: a further condition on the first and last byte of a word.
    private static func isDotted(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, upTo maxLength: Int = .max, edge: (UInt8) -> Bool = { _ in true },
        of isAllowed: (UInt8) -> Bool
    ) -> Bool {
        var length = 0
        var previous = UInt8(0)
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard length > 0, edge(previous) else { return false }
                length = 0
                continue
            }
            guard isAllowed(byte), length > 0 || edge(byte), length < maxLength else { return false }
            length = length + 1
            previous = byte
        }
        return length > 0 && edge(previous)
    }

    /// Returns whether a byte is a character of an atom (RFC 5322, 3.2.3).
    static func isAtom(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

extension EmailAddress: Codable, CustomStringConvertible {
    package var description: String { text }

    package init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
