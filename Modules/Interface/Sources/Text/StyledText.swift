import Kernel
import Languages

/// The role of a piece of text, whose appearance a theme determines.
///
/// It is never the only sign of a meaning.
public enum TextRole: String, Sendable, CaseIterable {
    case plain
    case title
    case muted
    case accent
    case good
    case warning
    case bad
    /// Text for the user to type: a command, a key.
    case input
}

/// Text in pieces with roles, without escape codes.
///
/// Text from outside is sanitized when it is drawn.
public struct StyledText: Hashable, Sendable {
    /// A piece of text with one role.
    public struct Span: Hashable, Sendable {
        /// The text without escape codes.
        ///
        /// Control characters are drawn as pictures.
        public let text: String
        public let role: TextRole
        /// The background color of a swatch, drawn only if there are colors.
        public let swatch: RGBColor?
        /// The colors of a piece of a picture.
        public var colors: CellColors?
        /// The replacement for a piece of a picture that cannot be drawn, or nil for any other
        /// piece.
        public var fallback: String?
        /// The app's phrase in this piece, for translation.
        ///
        /// It is empty for text from people.
        var said = TranslationSource()
    }

    /// The phrase of a piece, which does not affect equality: pieces with the same text are equal.
    struct TranslationSource: Hashable, Sendable {
        var phrase: LocalizableText?

        static func == (left: Self, right: Self) -> Bool { true }

        func hash(into hasher: inout Hasher) {}
    }

    public private(set) var spans: [Span]

    /// Creates text from people or data with one role, the same in every language.
    @_disfavoredOverload
    public init<Text: StringProtocol>(_ text: Text, _ role: TextRole = .plain) {
        // Generic, because the compiler prefers a literal as a String wherever it has the choice.
        spans = text.isEmpty ? [] : [Span(text: String(text), role: role, swatch: nil)]
    }

    /// Creates translatable text of the app with one role, from a literal.
    public init(_ phrase: LocalizableText, _ role: TextRole = .plain) {
        let source = TranslationSource(phrase: phrase.isOwn ? nil : phrase)
        spans = phrase.english.isEmpty ? [] : [Span(text: phrase.english, role: role, swatch: nil, said: source)]
    }

    /// Creates translatable text that was composed elsewhere, such as a title or a line of help.
    ///
    /// Never pass text from people.
    public init(declared text: String, _ role: TextRole = .plain) { self.init(LocalizableText(declared: text), role) }

    /// Creates text from taught content, which the language packs translate.
    public init(content text: String, _ role: TextRole = .plain) { self.init(LocalizableText(content: text), role) }

    /// Creates taught content in a question for the Korean word. It stays English where Hangul
    /// would reveal the answer.
    public init(asked text: String, _ role: TextRole = .plain) { self.init(LocalizableText(asked: text), role) }

    /// Returns the text in another language.
    ///
    /// Text from people remains unchanged, except for dates in the app's format.
    package func translated(by translator: Translator) -> StyledText {
        var text = self
        text.spans = spans.map { span in
            guard span.fallback == nil else { return span }
            let words = translator.translation(span.said.phrase ?? LocalizableText(own: span.text))
            return Span(text: words, role: span.role, swatch: span.swatch, colors: span.colors)
        }
        return text
    }

    /// Returns a swatch in the colors of a thing, such as a belt, and its word.
    ///
    /// Without colors only the word is shown.
    public static func swatch(_ colors: [RGBColor], _ word: String, _ role: TextRole = .plain) -> StyledText {
        var text = StyledText(LocalizableText(declared: " " + word), role)
        text.spans.insert(contentsOf: colors.map { Span(text: "  ", role: .plain, swatch: $0) }, at: 0)
        return text
    }

    /// Returns a piece of a picture, as text in colors of its own.
    ///
    /// - Parameter fallback: the replacement without colors, and for text that an ASCII locale
    ///   cannot show. It has the same width as the text.
    public static func painted(_ text: String, _ ink: RGBColor?, on ground: RGBColor? = nil, fallback: String)
        -> StyledText
    {
        var piece = StyledText("")
        let colors = CellColors(ink: ink, ground: ground)
        piece.spans = [Span(text: text, role: .plain, swatch: nil, colors: colors, fallback: fallback)]
        return piece
    }

    /// The text without roles.
    public var text: String { spans.map(\.text).joined() }

    /// Returns the text with each piece changed and its role kept.
    func mapped(_ change: (String) -> String) -> StyledText {
        var text = self
        text.spans = spans.map { span in
            let isPiece = span.fallback != nil && span.text.utf8.contains { $0 >= 0x80 }
            let changed = isPiece ? span.fallback ?? "" : change(span.text)
            return Span(
                text: changed, role: span.role, swatch: span.swatch, colors: span.colors, fallback: span.fallback)
        }
        return text
    }

    /// The text with only the words of its swatches, and with the replacements of its pictures.
    package var withoutSwatches: StyledText {
        guard spans.contains(where: { $0.swatch != nil || $0.fallback != nil }) else { return self }
        var plainText = StyledText("")
        var followsSwatch = false
        for span in spans {
            if let replacement = span.fallback {
                plainText = plainText + StyledText(replacement, span.role)
            } else if span.swatch == nil {
                plainText = plainText + StyledText(followsSwatch ? String(span.text.dropFirst()) : span.text, span.role)
            }
            followsSwatch = span.swatch != nil
        }
        return plainText
    }

    fileprivate mutating func append(_ more: [Span]) { spans += more }

    /// Returns two texts joined.
    public static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.spans += right.spans
        return sum
    }
}

/// The colors of a piece of a picture.
public struct CellColors: Hashable, Sendable {
    /// The foreground color, or nil for the terminal's own.
    public let ink: RGBColor?
    /// The background color, or nil for the terminal's own.
    public let ground: RGBColor?
}

extension Sequence<StyledText> {
    /// Returns all texts joined.
    public func joined() -> StyledText {
        var joinedText = StyledText("")
        joinedText.append(flatMap(\.spans))
        return joinedText
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(LocalizableText(stringLiteral: value)) }

    public init(stringInterpolation: LocalizableText.StringInterpolation) {
        self.init(LocalizableText(stringInterpolation: stringInterpolation))
    }
}
