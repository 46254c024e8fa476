import Kernel

/// An address that mail can be sent to: `local@domain`, as a dot-atom of RFC 5322 and a host name, in ASCII.
///
/// Quoted local parts, domain literals and addresses beyond ASCII are refused: few mail servers take them.
public struct EmailAddress: Hashable, Sendable {
    /// At most 254 characters (RFC 5321, 4.5.3.1.3).
    public let text: String

    /// An address as a person writes it; blanks around it are dropped.
    ///
    /// - Throws: `headerInjection` for control characters, `addressInvalid`.
    public init(_ text: String) throws {
        // As it was kept, and as most type it.
        if EmailAddress.isAddress(text), text.utf8.count <= 254 {
            self.text = text
            return
        }
        let bare = try HeaderText.judged(text, upTo: 254, "An address", longer: EmailAddress.invalid(text.trimmed())) ?? ""
        guard EmailAddress.isAddress(bare) else { throw EmailAddress.invalid(bare) }
        self.text = bare
    }

    private static func invalid(_ text: String) -> Failure {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        return Failure(
            .addressInvalid, "“\(text.prefix(80))” is not an e-mail address.",
            advice: isASCII ? "Write it as in sam@example.org." : "Only ASCII can be sent; write the domain in its xn-- form.",
            kind: .badData)
    }

    /// The host part, in lower case.
    public var domain: String { text.split(separator: "@").last.map { $0.lowercased() } ?? "" }

    /// Whether it is one as it stands: all of it ASCII, without blanks.
    private static func isAddress(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            guard let at = utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
            let (local, domain) = (utf8[..<at], utf8[(at + 1)...])
            return at <= 64 && isDotted(local, of: isAtom)
                && isDotted(domain, upTo: 63, edge: isLetterOrFigure) { isLetterOrFigure($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// Whether words stand there with dots between them, each of so many bytes and of nothing but those that pass.
    ///
    /// Byte by byte: every address of a store is judged.
    ///
    /// - Parameter edge: what the first and the last byte of a word must be besides.
    private static func isDotted(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, upTo most: Int = .max, edge: (UInt8) -> Bool = { _ in true },
        of passes: (UInt8) -> Bool
    ) -> Bool {
        var (length, last) = (0, UInt8(0))
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard length > 0, edge(last) else { return false }
                length = 0
                continue
            }
            guard passes(byte), length > 0 || edge(byte), length < most else { return false }
            (length, last) = (length + 1, byte)
        }
        return length > 0 && edge(last)
    }

    /// A character of an atom (RFC 5322, 3.2.3).
    static func isAtom(_ byte: UInt8) -> Bool { isLetterOrFigure(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte) }

    private static func isLetterOrFigure(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

extension EmailAddress: Codable, CustomStringConvertible {
    /// The address itself.
    public var description: String { text }

    /// Reads a string, by the same rules.
    public init(from decoder: any Decoder) throws { try self.init(try decoder.singleValueContainer().decode(String.self)) }

    /// Writes a string.
    public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
