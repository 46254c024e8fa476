/// The rule of text that people type and others read: judged once, before it is kept; what was kept before is shown as it is.
///
///     let title = try TypedText(upTo: 120).kept(text, "The title")
///
/// What cannot be seen is refused and not dropped, so that nobody signs something else than they read: control characters, and the marks that
/// turn the direction of writing around (in mail and on a terminal they make one text look like another).
public struct TypedText: Hashable, Sendable {
    /// What becomes of line ends and other blanks.
    public enum Lines: Hashable, Sendable {
        /// Lines and tabs stay; `\r\n` becomes `\n`.
        case many
        /// One line; a line end is refused.
        case one
        /// One line; whatever parts words becomes one space.
        case joined
    }

    /// What is wrong with a text.
    public enum Fault: Error, Hashable, Sendable {
        /// Nothing is left without the blanks around it.
        case empty
        /// By how many characters, at least one.
        case tooLong(by: Int)
        /// It holds control characters, or marks that turn the direction of writing around.
        case unseen
    }

    /// The most characters, counted as people count them: 👨‍👩‍👧 is one.
    public let limit: Int
    /// What becomes of line ends.
    public let lines: Lines

    /// A rule for text of up to this many characters.
    public init(upTo limit: Int, _ lines: Lines = .one) { (self.limit, self.lines) = (limit, lines) }

    /// The text as it is kept: composed (NFC), without blanks around it.
    public func judged(_ text: String) throws(Fault) -> String {
        // A character may be any number of scalars. One of more is none that people know, and this bound comes before whatever takes time.
        guard text.utf8.count <= limit * TypedText.longestCharacter else { throw .tooLong(by: max(1, text.count - limit)) }
        let clean = cleaned(text)
        guard !clean.isEmpty else { throw .empty }
        if clean.utf8.count > min(limit, TypedText.longestCharacter) {
            guard clean.count <= limit else { throw .tooLong(by: clean.count - limit) }
            guard clean.allSatisfy({ $0.utf8.count <= TypedText.longestCharacter }) else { throw .tooLong(by: 1) }
        }
        guard !holdsUnseen(clean) else { throw .unseen }
        return clean
    }

    /// The text as it is kept.
    ///
    /// - Parameter failure: what a fault is called where the text is written.
    public func kept(_ text: String, or failure: (Fault) -> Failure) throws -> String {
        do { return try judged(text) } catch { throw failure(error) }
    }

    /// The text as it is kept; nil when nothing is left of it.
    public func keptIfAny(_ text: String?, or failure: (Fault) -> Failure) throws -> String? {
        guard let text else { return nil }
        do { return try judged(text) } catch .empty { return nil } catch { throw failure(error) }
    }

    /// The text as it is kept.
    ///
    /// - Parameter what: what it is, as the beginning of a sentence: "The title".
    /// - Throws: `emptyText`, `textTooLong`, `controlCharacters` of kind `badData`.
    public func kept(_ text: String, _ what: String) throws -> String {
        try kept(text) { fault in
            switch fault {
            case .empty: Failure(.emptyText, "\(what) is empty.", advice: "Write something and send it again.", kind: .badData)
            case .tooLong:
                Failure(.textTooLong, "\(what) is longer than \(limit) characters.", advice: "Make it shorter.", kind: .badData)
            case .unseen:
                Failure(
                    .controlCharacters, "\(what) holds control characters, or marks that reverse the direction of writing.",
                    advice: "Remove them.", kind: .badData)
            }
        }
    }

    /// In bytes; a family of four with a colour of skin each has 41.
    private static let longestCharacter = 64

    private func cleaned(_ text: String) -> String {
        switch lines {
        case .joined: NormalForm.composed(text.joined)
        case .one: NormalForm.composed(text.trimmed())
        case .many: NormalForm.composed(text.replacing("\r\n", with: "\n").trimmed())
        }
    }

    private func holdsUnseen(_ text: String) -> Bool {
        var isInFlag = false
        for scalar in text.unicodeScalars {
            let value = scalar.value
            // The letters behind a black flag say whose it is: 🏴󠁧󠁢󠁳󠁣󠁴󠁿.
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
    /// With one space wherever blanks and line ends were, and none around it.
    fileprivate var joined: String {
        unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init).joined(separator: " ").trimmed()
    }
}
