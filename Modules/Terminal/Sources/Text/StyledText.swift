import Kernel

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
    }

    /// The pieces, in order.
    public private(set) var spans: [Span]

    /// Text with one meaning.
    public init(_ text: String, _ role: TextRole = .plain) {
        spans = text.isEmpty ? [] : [Span(text: text, role: role, swatch: nil)]
    }

    /// A thing's colours as a swatch, and the word for them: a belt. Where there are no colours, the word alone.
    public static func swatch(_ colors: [RGBColor], _ word: String, _ role: TextRole = .plain) -> StyledText {
        var text = StyledText(" " + word, role)
        text.spans.insert(contentsOf: colors.map { Span(text: "  ", role: .plain, swatch: $0) }, at: 0)
        return text
    }

    /// The text without its meanings.
    public var text: String { spans.map(\.text).joined() }

    /// Every piece's text changed, the meanings kept.
    func mapped(_ change: (String) -> String) -> StyledText {
        var text = self
        text.spans = spans.map { Span(text: change($0.text), role: $0.role, swatch: $0.swatch) }
        return text
    }

    /// The text with the words of its swatches alone.
    var withoutSwatches: StyledText {
        guard spans.contains(where: { $0.swatch != nil }) else { return self }
        var bare = StyledText("")
        var followsSwatch = false
        for span in spans {
            if span.swatch == nil {
                bare = bare + StyledText(followsSwatch ? String(span.text.dropFirst()) : span.text, span.role)
            }
            followsSwatch = span.swatch != nil
        }
        return bare
    }

    /// One text behind another.
    public static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.spans += right.spans
        return sum
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    /// Plain text.
    public init(stringLiteral value: String) { self.init(value) }
}
