import Kernel
import Languages

/// What a piece of text means; a theme decides how it looks. Never the only carrier of a meaning.
public enum TextRole: String, Sendable, CaseIterable {
    /// Running text.
    case plain
    /// Headings and names.
    case title
    /// What may be overlooked.
    case muted
    /// What a person should look at first.
    case accent
    /// Right, done, in time.
    case good
    /// Needs attention.
    case warning
    /// Wrong, overdue, lost.
    case bad
    /// Something to type: a command, a key.
    case input
}

/// Text in pieces that mean something. Holds no escape codes: what comes from outside is sanitised when it is drawn.
public struct StyledText: Hashable, Sendable {
    /// One piece with one meaning.
    public struct Span: Hashable, Sendable {
        /// Without codes; control characters are shown as pictures where it is drawn.
        public let text: String
        /// What it means.
        public let role: TextRole
        /// The colour behind it when it is a swatch; drawn only where there are colours.
        public let swatch: RGBColor?
        /// Its own colours when it is a piece of a picture.
        public var colors: CellColors?
        /// What stands for a piece of a picture where it cannot be drawn; nil for everything else.
        public var bare: String?
        /// What an app says there, for other languages; nothing for text from people.
        var said = Said()
    }

    /// What a piece says, which is no part of what it is: pieces with the same text are equal.
    struct Said: Hashable, Sendable {
        var phrase: Phrase?

        static func == (left: Self, right: Self) -> Bool { true }

        func hash(into hasher: inout Hasher) {}
    }

    /// The pieces, in order.
    public private(set) var spans: [Span]

    /// Text from people or data with one meaning, the same in every language.
    @_disfavoredOverload
    public init<Text: StringProtocol>(_ text: Text, _ role: TextRole = .plain) {
        // Generic, because the compiler prefers a literal as a String wherever it has the choice.
        spans = text.isEmpty ? [] : [Span(text: String(text), role: role, swatch: nil)]
    }

    /// What an app says, with one meaning: a literal, which other languages say in their own way.
    public init(_ phrase: Phrase, _ role: TextRole = .plain) {
        let said = Said(phrase: phrase.isOwn ? nil : phrase)
        spans = phrase.english.isEmpty ? [] : [Span(text: phrase.english, role: role, swatch: nil, said: said)]
    }

    /// What an app says as text that was put together elsewhere: a title, a line of help. Never what people wrote.
    public init(declared text: String, _ role: TextRole = .plain) { self.init(Phrase(declared: text), role) }

    /// Something of what is taught, in English.
    public init(content text: String, _ role: TextRole = .plain) { self.init(Phrase(content: text), role) }

    /// The same where somebody is asked for the Korean: hangul would give it away.
    public init(asked text: String, _ role: TextRole = .plain) { self.init(Phrase(asked: text), role) }

    /// The text as a language says it; what comes from people stays as it is, but for the dates of the house.
    func spoken(by tongue: Tongue) -> StyledText {
        var text = self
        text.spans = spans.map { span in
            guard span.bare == nil else { return span }
            let words = tongue.say(span.said.phrase ?? Phrase(own: span.text))
            return Span(text: words, role: span.role, swatch: span.swatch, colors: span.colors)
        }
        return text
    }

    /// A thing's colours as a swatch, and the word for them: a belt. Where there are no colours, the word alone.
    public static func swatch(_ colors: [RGBColor], _ word: String, _ role: TextRole = .plain) -> StyledText {
        var text = StyledText(Phrase(declared: " " + word), role)
        text.spans.insert(contentsOf: colors.map { Span(text: "  ", role: .plain, swatch: $0) }, at: 0)
        return text
    }

    /// A piece of a picture: text in colours of its own.
    ///
    /// - Parameter bare: stands for it where there are no colours, and, where the locale has nothing but ASCII, for text that is not. As wide as the text.
    public static func painted(_ text: String, _ ink: RGBColor?, on ground: RGBColor? = nil, bare: String) -> StyledText {
        var piece = StyledText("")
        let colors = CellColors(ink: ink, ground: ground)
        piece.spans = [Span(text: text, role: .plain, swatch: nil, colors: colors, bare: bare)]
        return piece
    }

    /// The text without its meanings.
    public var text: String { spans.map(\.text).joined() }

    /// Every piece's text changed, the meanings kept.
    func mapped(_ change: (String) -> String) -> StyledText {
        var text = self
        text.spans = spans.map { span in
            let isPiece = span.bare != nil && span.text.utf8.contains { $0 >= 0x80 }
            let changed = isPiece ? span.bare ?? "" : change(span.text)
            return Span(text: changed, role: span.role, swatch: span.swatch, colors: span.colors, bare: span.bare)
        }
        return text
    }

    /// The text with the words of its swatches alone, and of pictures what stands for them.
    var withoutSwatches: StyledText {
        guard spans.contains(where: { $0.swatch != nil || $0.bare != nil }) else { return self }
        var bare = StyledText("")
        var followsSwatch = false
        for span in spans {
            if let instead = span.bare {
                bare = bare + StyledText(instead, span.role)
            } else if span.swatch == nil {
                bare = bare + StyledText(followsSwatch ? String(span.text.dropFirst()) : span.text, span.role)
            }
            followsSwatch = span.swatch != nil
        }
        return bare
    }

    fileprivate mutating func append(_ more: [Span]) { spans += more }

    /// One text behind another.
    public static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.spans += right.spans
        return sum
    }
}

/// The colours of a piece of a picture.
public struct CellColors: Hashable, Sendable {
    /// Of what is written; nil for the terminal's own.
    public let ink: RGBColor?
    /// Behind it; nil for the terminal's own.
    public let ground: RGBColor?
}

extension Sequence<StyledText> {
    /// All of them as one text.
    public func joined() -> StyledText {
        var whole = StyledText("")
        whole.append(flatMap(\.spans))
        return whole
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    /// Plain text that an app says.
    public init(stringLiteral value: String) { self.init(Phrase(stringLiteral: value)) }

    /// Plain text that an app says, with what was filled into it.
    public init(stringInterpolation: Phrase.StringInterpolation) { self.init(Phrase(stringInterpolation: stringInterpolation)) }
}
