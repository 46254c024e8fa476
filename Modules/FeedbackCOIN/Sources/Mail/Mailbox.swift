import Kernel

/// Somebody that mail goes to or comes from: an address, and a name when there is one.
public struct Mailbox: Hashable, Sendable {
    /// What they are called; at most 100 characters, without control characters.
    public let name: String?
    /// Where mail reaches them.
    public let address: EmailAddress

    static let nameLimit = 100

    init(name: String?, checked address: EmailAddress) { (self.name, self.address) = (name, address) }

    /// Somebody with an address.
    ///
    /// - Throws: `headerInjection`, `nameTooLong`.
    public init(name: String? = nil, _ address: EmailAddress) throws {
        self.init(name: try name.flatMap(Mailbox.checked(name:)), checked: address)
    }

    /// Reads `Sam Lee <sam@example.org>` or `sam@example.org`. Quotes around the name are taken off.
    ///
    /// - Throws: `headerInjection`, `addressInvalid`, `nameTooLong`.
    public init(_ text: String) throws {
        try HeaderText.refuseControls(text, in: "A recipient")
        let bare = Wording.trimmed(text)
        guard bare.hasSuffix(">"), let open = bare.lastIndex(of: "<") else {
            self.init(name: nil, checked: try EmailAddress(bare))
            return
        }
        let name = try Mailbox.checked(name: Mailbox.unquoted(String(bare[..<open])))
        self.init(name: name, checked: try EmailAddress(String(bare[bare.index(after: open)...].dropLast())))
    }

    /// Reads several, parted by commas; a comma within quotes or angle brackets parts nothing.
    ///
    /// - Throws: as the reading of one.
    public static func list(_ text: String) throws -> [Mailbox] {
        try HeaderText.refuseControls(text, in: "A recipient")
        return try pieces(text).map(Mailbox.init)
    }

    /// Composed, single spaces, without blanks around it; nil when nothing is left.
    ///
    /// - Throws: `headerInjection`, `nameTooLong`.
    static func checked(name: String) throws -> String? {
        try HeaderText.refuseControls(name, in: "A name")
        let words = name.inNormalForm.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard words.count <= nameLimit, words.utf8.count <= nameLimit * 16 else {
            throw Failure(.nameTooLong, "A recipient's name has at most \(nameLimit) characters.", kind: .badData)
        }
        return words.isEmpty ? nil : words
    }

    private static func unquoted(_ text: String) -> String {
        let bare = Wording.trimmed(text)
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
        return pieces.filter { !$0.allSatisfy(\.isWhitespace) }
    }
}

extension Mailbox: CustomStringConvertible {
    /// For people: `Sam Lee <sam@example.org>`. Never for a header: see `HeaderField`.
    public var description: String { name.map { "\($0) <\(address)>" } ?? address.text }
}
