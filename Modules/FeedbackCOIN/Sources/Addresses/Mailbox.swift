import Kernel

/// Somebody that mail goes to or comes from: an address, and a name when there is one.
public struct Mailbox: Hashable, Sendable {
    /// What they are called; at most 100 characters, without control characters.
    public let name: String?
    /// Where mail reaches them.
    public let address: EmailAddress

    private static let nameLimit = 100

    init(name: String?, address: EmailAddress) { (self.name, self.address) = (name, address) }

    /// Reads `Sam Lee <sam@example.org>` or `sam@example.org`. Quotes around the name are taken off.
    ///
    /// - Throws: `headerInjection`, `addressInvalid`, `nameTooLong`.
    public init(_ text: String) throws {
        guard let open = text.lastIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close,
            text[close...].dropFirst().allSatisfy(Mailbox.isBlank)
        else {
            self.init(name: nil, address: try EmailAddress(text))
            return
        }
        let name = try Mailbox.checked(name: Mailbox.unquoted(String(text[..<open])))
        self.init(name: name, address: try EmailAddress(String(text[text.index(after: open)..<close])))
    }

    /// Reads several, parted by commas; a comma within quotes or angle brackets parts nothing.
    ///
    /// - Throws: as the reading of one.
    public static func list(_ text: String) throws -> [Mailbox] {
        try pieces(text).map(Mailbox.init)
    }

    /// Composed, single spaces, without blanks around it; nil when nothing is left.
    ///
    /// - Throws: `headerInjection`, `nameTooLong`.
    static func checked(name: String) throws -> String? {
        let tooLong = Failure(.nameTooLong, "A recipient's name has at most \(nameLimit) characters.", kind: .badData)
        return try HeaderText.judged(name, upTo: nameLimit, "A name", longer: tooLong)?.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    private static func unquoted(_ text: String) -> String {
        let bare = text.trimmed { $0 == " " }
        guard bare.count >= 2, bare.hasPrefix("\""), bare.hasSuffix("\"") else { return bare }
        var isEscaped = false
        return String(
            bare.dropFirst().dropLast().filter { character in
                isEscaped = !isEscaped && character == "\\"
                return !isEscaped
            })
    }

    private static func pieces(_ text: String) -> [String] {
        var pieces = [""]
        var (isQuoted, isEscaped, isBracketed) = (false, false, false)
        for character in text {
            switch character {
            case "\"" where !isEscaped: isQuoted.toggle()
            case "<" where !isQuoted: isBracketed = true
            case ">" where !isQuoted: isBracketed = false
            case "," where !isQuoted && !isBracketed:
                pieces.append("")
                continue
            default: break
            }
            isEscaped = isQuoted && !isEscaped && character == "\\"
            pieces[pieces.count - 1].append(character)
        }
        return pieces.filter { !$0.allSatisfy(isBlank) }
    }

    private static func isBlank(_ character: Character) -> Bool { character.isWhitespace && !character.isNewline }
}

extension Mailbox: CustomStringConvertible {
    /// For people: `Sam Lee <sam@example.org>`. Never for a header: see `HeaderField`.
    public var description: String { name.map { "\($0) <\(address)>" } ?? address.text }
}
