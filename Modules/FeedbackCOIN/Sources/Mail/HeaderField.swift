/// A folded line of a header, at most 78 characters unless a single address is longer.
enum HeaderField {
    /// Returns a field of free text, such as a subject.
    static func text(_ name: String, _ value: String) -> String {
        let pieces = isPlain(value) ? value.split(separator: " ").map(String.init) : EncodedWord.encode(value)
        return folded(name, pieces)
    }

    /// Returns a field of mailboxes separated by commas.
    static func mailboxes(_ name: String, _ mailboxes: [Mailbox]) -> String {
        let pieces = mailboxes.enumerated().flatMap { index, mailbox in
            var pieces = mailbox.name.map(displayName) ?? []
            let address = mailbox.name == nil ? mailbox.address.text : "<\(mailbox.address)>"
            pieces.append(address + (index == mailboxes.count - 1 ? "" : ","))
            return pieces
        }
        return folded(name, pieces)
    }

    /// Returns a display name: atoms, a quoted string, or encoded words (RFC 5322, 3.2.5; RFC 2047,
    /// 5).
    private static func displayName(_ name: String) -> [String] {
        guard isPlain(name) else { return EncodedWord.encode(name) }
        let words = name.split(separator: " ").map(String.init)
        if words.allSatisfy({ $0.utf8.allSatisfy(EmailAddress.isAtom) }) { return words }
        guard name.utf8.count <= 60 else { return EncodedWord.encode(name) }
        let quoted = name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        return ["\"\(quoted)\""]
    }

    /// Returns whether a text is printable ASCII that cannot be mistaken for an encoded word and
    /// keeps its blanks when folded.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !text.contains("=?") && !text.contains("  ")
            && !text.hasPrefix(" ") && !text.hasSuffix(" ")
            && text.split(separator: " ").allSatisfy { $0.utf8.count <= 60 }
    }

    /// Joins the pieces of a field with blanks or line breaks.
    private static func folded(_ name: String, _ pieces: [String]) -> String {
        var text = "\(name):"
        var column = text.utf8.count
        for (index, piece) in pieces.enumerated() {
            if index > 0, column + 1 + piece.utf8.count > 76 {
                text += "\r\n"
                column = 0
            }
            text += " " + piece
            column += 1 + piece.utf8.count
        }
        return text + "\r\n"
    }
}
