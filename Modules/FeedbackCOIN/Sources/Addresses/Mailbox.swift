import Kernel

/// The sender or recipient of mail: an address and an optional name.
package struct Mailbox: Hashable, Sendable {
    /// The name, at most 100 characters, without control characters.
    package let name: String?
    package let address: EmailAddress

    private static let nameLimit = 100

    init(name: String?, address: EmailAddress) {
        self.name = name
        self.address = address
    }

    /// Parses `Sam Lee <sam@example.org>` or `sam@example.org`, and removes quotes around the name.
    ///
    /// - Throws: `headerInjection`, `addressInvalid`, `nameTooLong`.
    package init(_ text: String) throws {
        guard let open = text.lastIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close,
            text[close...].dropFirst().allSatisfy(Mailbox.isBlank)
        else {
            self.init(name: nil, address: try EmailAddress(text))
            return
        }
        let name = try Mailbox.checked(name: Mailbox.unquoted(String(text[..<open])))
        self.init(name: name, address: try EmailAddress(String(text[text.index(after: open)..<close])))
    }

    /// Parses a comma-separated list.
    ///
    /// A comma in quotes or angle brackets does not separate.
    ///
    /// - Throws: the errors of a single mailbox.
    package static func list(_ text: String) throws -> [Mailbox] { try pieces(text).map(Mailbox.init) }

    /// Returns the name composed, trimmed and with single spaces, or nil if it is empty.
    ///
    /// - Throws: `headerInjection`, `nameTooLong`.
    static func checked(name: String) throws -> String? {
        let tooLong = Failure(.nameTooLong, "A recipient's name has at most \(nameLimit) characters.", kind: .badData)
        return try HeaderText.validated(name, upTo: nameLimit, "A name", longer: tooLong)?.split(
            whereSeparator: \.isWhitespace
        )
        .joined(separator: " ")
    }

    /// Returns a name without its quotation marks and escapes.
    private static func unquoted(_ text: String) -> String {
        let trimmed = text.trimmed { $0 == " " }
        guard trimmed.count >= 2, trimmed.hasPrefix("\""), trimmed.hasSuffix("\"") else { return trimmed }
        var isEscaped = false
        return String(
            trimmed.dropFirst().dropLast().filter { character in
                isEscaped = !isEscaped && character == "\\"
                return !isEscaped
            })
    }

    /// Splits a list at the commas outside quotes and angle brackets.
    private static func pieces(_ text: String) -> [String] {
        var pieces = [""]
        var isQuoted = false
        var isEscaped = false
        var isBracketed = false
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
    /// The text for people: `Sam Lee <sam@example.org>`.
    ///
    /// Never use it in a header, see `HeaderField`.
    package var description: String { name.map { "\($0) <\(address)>" } ?? address.text }
}
