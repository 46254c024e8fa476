/// A translatable text: the English sentence and its interpolated parts, which another language can
/// reorder.
///
/// The sentence is its own key: `"Added \(name) (\(id))."` has the key `Added {1} ({2}).`. Text of
/// users is `own` and is never translated. A string literal creates a value wherever this type is
/// expected.
public struct LocalizableText: Sendable {
    /// An interpolated part of the English text.
    struct Place: Sendable {
        let bytes: Range<Int>
        /// The part to translate, or `nil` for text from users or data.
        let phrase: PhraseBox?
    }

    /// A box for a text nested in another.
    final class PhraseBox: Sendable {
        let phrase: LocalizableText
        init(_ phrase: LocalizableText) { self.phrase = phrase }
    }

    public let english: String
    let kind: Kind
    let places: [Place]

    /// The origin of a text, which determines its lookup.
    enum Kind: Sendable {
        /// Text of the app, whose key is known.
        case literal
        /// Text from users or data.
        case own
        /// Text composed before it became a `LocalizableText`, so that its key must be searched.
        case declared
        /// Teaching content in English.
        case content
        /// Teaching content in a question for the Korean word.
        case asked
        /// A number, which each language formats in its own way.
        case figure
    }

    /// Whether the text is teaching content.
    var isContent: Bool { kind == .content || kind == .asked }

    /// Whether the text is from users or data and so the same in every language.
    public var isOwn: Bool { kind == .own }

    /// Creates a text from users or data. It stays untranslated unless it is a whole sentence of
    /// the packs.
    public init(own text: String) { self.init(text, .own) }

    /// Creates a text from an app's string, such as a title, a summary or a composed sentence. The
    /// lookup uses its key, or the key with placeholders that can produce it.
    public init(declared text: String) { self.init(text, .declared) }

    /// Creates a text from English teaching content.
    ///
    /// A language may translate it under a key such as `term: walking stance`, so that an equal
    /// word of the app stays separate. It may also translate its parts, under keys such as `term:
    /// right {1}`, or the whole sentence under its own key.
    public init(content text: String) { self.init(text, .content) }

    /// Creates a text from teaching content in a question for the Korean word. It stays English
    /// where Hangul would reveal the answer.
    public init(asked text: String) { self.init(text, .asked) }

    /// Creates a text from a number, which each language formats in its own way.
    public init(figure text: String) { self.init(text, .figure) }

    private init(_ english: String, _ kind: Kind = .literal, places: [Place] = []) {
        self.english = english
        self.kind = kind
        self.places = places
    }

    /// The lookup key: the English text with `{1}`, `{2}`, … for its interpolated parts, without
    /// outer spaces.
    public var key: String {
        guard !places.isEmpty else { return english.withoutOuterSpaces }
        let bytes = Array(english.utf8)
        var key = [UInt8]()
        var end = 0
        for (index, place) in places.enumerated() {
            key += bytes[end..<place.bytes.lowerBound]
            key += Array("{\(index + 1)}".utf8)
            end = place.bytes.upperBound
        }
        return String(decoding: key + bytes[end...], as: UTF8.self).withoutOuterSpaces
    }

    /// The interpolated texts, in order.
    var fillings: [LocalizableText] {
        guard !places.isEmpty else { return [] }
        let bytes = Array(english.utf8)
        return places.map {
            $0.phrase?.phrase ?? LocalizableText(own: String(decoding: bytes[$0.bytes], as: UTF8.self))
        }
    }
}

extension LocalizableText: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.english, places: stringInterpolation.places)
    }

    /// The string interpolation that records the position of each value.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var english = ""
        fileprivate var places: [Place] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            english.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Appends a constant piece.
        public mutating func appendLiteral(_ literal: String) { english += literal }

        /// Appends a value from users or data.
        public mutating func appendInterpolation<Value>(_ value: Value) { append("\(value)", nil) }

        /// Appends an app's string.
        public mutating func appendInterpolation(declared text: String) {
            appendInterpolation(LocalizableText(declared: text))
        }

        /// Appends teaching content.
        public mutating func appendInterpolation(content text: String) {
            appendInterpolation(LocalizableText(content: text))
        }

        /// Appends teaching content in a question.
        public mutating func appendInterpolation(asked text: String) {
            appendInterpolation(LocalizableText(asked: text))
        }

        /// Appends a text to be said in the same language.
        public mutating func appendInterpolation(_ value: LocalizableText) {
            append(value.english, value.isOwn ? nil : PhraseBox(value))
        }

        private mutating func append(_ text: String, _ phrase: PhraseBox?) {
            let start = english.utf8.count
            english += text
            places.append(Place(bytes: start..<english.utf8.count, phrase: phrase))
        }
    }
}

extension LocalizableText: Hashable, CustomStringConvertible {
    /// Reports whether the English texts are equal, whatever their origin.
    public static func == (left: Self, right: Self) -> Bool { left.english == right.english }

    /// Hashes the English text, which identifies the sentence.
    public func hash(into hasher: inout Hasher) { hasher.combine(english) }

    public var description: String { english }
}

extension String {
    /// The text without spaces at both ends.
    package var withoutOuterSpaces: String {
        guard utf8.first == 0x20 || utf8.last == 0x20, let first = firstIndex(where: { $0 != " " }) else { return self }
        return String(self[first...(lastIndex { $0 != " " } ?? first)])
    }
}
