import Kernel

/// The rules of a passphrase.
package enum Passphrase {
    /// The minimum number of characters.
    package static let minimumLength = 8
    private static let longest = 1_000

    package static let advice =
        "Take several words that have nothing to do with each other, such as four or five from a book opened by chance."

    /// Validates a typed passphrase, or one from a file, and removes a trailing line end.
    ///
    /// - Throws: `vaultWeakPassphrase`.
    package static func checked(_ text: String) throws -> String {
        let text = trimmed(text)
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw weak("It holds a line end or another control character.")
        }
        guard text.contains(where: { !$0.isWhitespace }) else { throw weak("It is empty.") }
        guard text.count >= minimumLength else {
            throw weak("It has \(counted(text.count, "character")); \(minimumLength) are the least.")
        }
        guard text.utf8.count <= longest else { throw weak("It is longer than \(longest) bytes.") }
        guard Set(text).count >= 4 else { throw weak("It has hardly any different characters.") }
        return text
    }

    /// Returns the text without a trailing line end, in Unicode normal form, so that equal-looking
    /// accents are equal.
    package static func trimmed(_ text: String) -> String {
        var text = text[...]
        if text.last?.isNewline == true { text.removeLast() }
        return String(text).inNormalForm
    }

    private static func weak(_ what: String) -> Failure {
        Failure(.vaultWeakPassphrase, "This cannot be a passphrase. \(what)", advice: advice, kind: .badData)
    }
}
