import Kernel

/// What can be a passphrase.
package enum Passphrase {
    /// The fewest characters.
    package static let least = 8
    private static let longest = 1_000

    package static let advice =
        "Take several words that have nothing to do with each other, such as four or five from a book opened by chance."

    /// One as it was typed or read from a file, whose last line end does not belong to it.
    ///
    /// - Throws: `vaultWeakPassphrase`.
    package static func checked(_ text: String) throws -> String {
        let text = trimmed(text)
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw weak("It holds a line end or another control character.")
        }
        guard text.contains(where: { !$0.isWhitespace }) else { throw weak("It is empty.") }
        guard text.count >= least else { throw weak("It has \(counted(text.count, "character")); \(least) are the least.") }
        guard text.utf8.count <= longest else { throw weak("It is longer than \(longest) bytes.") }
        guard Set(text).count >= 4 else { throw weak("It has hardly any different characters.") }
        return text
    }

    /// Text in one normal form, so that accents that look alike are alike, without the line end of a file.
    package static func trimmed(_ text: String) -> String {
        var text = text[...]
        if text.last?.isNewline == true { text.removeLast() }
        return String(text).inNormalForm
    }

    private static func weak(_ what: String) -> Failure {
        Failure(.vaultWeakPassphrase, "This cannot be a passphrase. \(what)", advice: advice, kind: .badData)
    }
}
