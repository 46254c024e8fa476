/// A rule for text that people type and others read. It is checked once, before the text is stored.
/// Text that was stored earlier is shown as it is.
///
///     let title = try InputTextRule(upTo: 120).validated(text, "The title")
///
/// Invisible characters are refused instead of dropped, so that people sign exactly what they read.
/// They include control characters and the marks that reverse the writing direction, which make one
/// text look like another in mail and on a terminal.
public struct InputTextRule: Hashable, Sendable {
    /// The treatment of line ends and other blanks.
    public enum Lines: Hashable, Sendable {
        /// Lines and tabs stay. `\r\n` becomes `\n`.
        case many
        /// One line. A line end is refused.
        case one
        /// One line. Each run of blanks becomes one space.
        case joined
    }

    /// The reason why a text is refused.
    public enum Fault: Error, Hashable, Sendable {
        /// The text is empty after trimming.
        case empty
        case tooLong(by: Int)
        /// The text contains control characters or marks that reverse the writing direction.
        case invisibleCharacters
    }

    /// The maximum number of characters as people count them: 👨‍👩‍👧 is one.
    public let limit: Int
    public let lines: Lines

    public init(upTo limit: Int, _ lines: Lines = .one) {
        self.limit = limit
        self.lines = lines
    }

    /// Returns the text as it is stored: composed (NFC) and trimmed.
    public func normalized(_ text: String) throws(Fault) -> String {
        // A character may have any number of scalars. One above this bound is no real character,
        // and the check comes before all slow work.
        guard text.utf8.count <= limit * InputTextRule.longestCharacter else {
            throw .tooLong(by: max(1, text.count - limit))
        }
        let cleanedText = cleaned(text)
        guard !cleanedText.isEmpty else { throw .empty }
        if cleanedText.utf8.count > min(limit, InputTextRule.longestCharacter) {
            guard cleanedText.count <= limit else { throw .tooLong(by: cleanedText.count - limit) }
            guard cleanedText.allSatisfy({ $0.utf8.count <= InputTextRule.longestCharacter }) else {
                throw .tooLong(by: 1)
            }
        }
        guard !containsInvisibleCharacters(cleanedText) else { throw .invisibleCharacters }
        return cleanedText
    }

    /// Returns the text as it is stored.
    ///
    /// - Parameter failure: returns the failure for a fault in this text.
    public func validated(_ text: String, or failure: (Fault) -> Failure) throws -> String {
        do { return try normalized(text) } catch { throw failure(error) }
    }

    /// Returns the text as it is stored, or nil if it is empty.
    public func validatedIfPresent(_ text: String?, or failure: (Fault) -> Failure) throws -> String? {
        guard let text else { return nil }
        do { return try normalized(text) } catch .empty { return nil } catch { throw failure(error) }
    }

    /// Returns the text as it is stored.
    ///
    /// - Parameter what: the name of the text as the beginning of a sentence: "The title".
    /// - Throws: `emptyText`, `textTooLong`, `controlCharacters` of kind `badData`.
    public func validated(_ text: String, _ what: String) throws -> String {
        try validated(text) { fault in
            switch fault {
            case .empty:
                Failure(.emptyText, "\(what) is empty.", advice: "Write something and send it again.", kind: .badData)
            case .tooLong:
                Failure(
                    .textTooLong, "\(what) is longer than \(limit) characters.", advice: "Make it shorter.",
                    kind: .badData)
            case .invisibleCharacters:
                Failure(
                    .controlCharacters,
                    "\(what) contains control characters, or marks that reverse the writing direction.",
                    advice: "Remove them.", kind: .badData)
            }
        }
    }

    /// The greatest size of a character in bytes. A family of four with skin tones has 41.
    private static let longestCharacter = 64

    private func cleaned(_ text: String) -> String {
        switch lines {
        case .joined: NormalForm.composed(text.joined)
        case .one: NormalForm.composed(text.trimmed())
        case .many: NormalForm.composed(text.replacing("\r\n", with: "\n").trimmed())
        }
    }

    private func containsInvisibleCharacters(_ text: String) -> Bool {
        var isInFlag = false
        for scalar in text.unicodeScalars {
            let value = scalar.value
            // The letters after a black flag name its region: 🏴󠁧󠁢󠁳󠁣󠁴󠁿.
            isInFlag = value == 0x1F3F4 || isInFlag && (0xE0020...0xE007F).contains(value)
            switch value {
            case 0x09, 0x0A: if lines != .many { return true }
            case 0xE0000...0xE007F: if !isInFlag { return true }
            case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: return true
            default: break
            }
        }
        return false
    }
}

extension String {
    /// The trimmed text with one space in place of each run of blanks and line ends.
    fileprivate var joined: String {
        unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init).joined(separator: " ")
            .trimmed()
    }
}
