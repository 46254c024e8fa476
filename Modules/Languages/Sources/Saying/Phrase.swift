/// Something an app says to a person: the English sentence, and which parts of it were filled in, so that another language can say it in its own order.
///
/// The sentence is its own key: `"Added \(name) (\(id))."` has the key `Added {1} ({2}).`. What came from people is `own` and is never translated.
/// Made by writing a literal where a phrase is wanted; call sites look as they do for text.
public struct Phrase: Sendable {
    /// A part of the English that was filled in.
    struct Place: Sendable {
        let bytes: Range<Int>
        /// What is said in the same language; nil for text from people or data.
        let phrase: PhraseBox?
    }

    /// A phrase within a phrase.
    final class PhraseBox: Sendable {
        let phrase: Phrase
        init(_ phrase: Phrase) { self.phrase = phrase }
    }

    /// The sentence in English, complete.
    public let english: String
    let kind: Kind
    let places: [Place]

    /// Where a sentence comes from, by which a language looks for it.
    enum Kind: Sendable {
        /// A literal, with what was filled into it.
        case literal
        /// From people or data.
        case own
        /// Put together before it became a phrase, so that its key is to be looked for.
        case declared
        /// A word or sentence of what is taught.
        case content
        /// The same where it is asked for.
        case asked
        /// A figure.
        case figure
    }

    /// Whether it is of what is taught.
    var isContent: Bool { kind == .content || kind == .asked }

    /// Whether it came from people or data: it is the same in every language.
    public var isOwn: Bool { kind == .own }

    /// Text from people or data, which no language changes; but for whole sentences of the packs, which nobody else writes.
    public init(own text: String) { self.init(text, .own) }

    /// What an app says as text: a title, a summary, a sentence that was put together elsewhere. It is found by its key, or by the key with places that
    /// it can have been made from.
    public init(declared text: String) { self.init(text, .declared) }

    /// Something of what is taught, in English. A language may have other words for it, under the key `term: walking stance`, so that a word of the app
    /// which is written alike stays another; for its parts, under keys with places such as `term: right {1}`; or for the sentence, under itself.
    public init(content text: String) { self.init(text, .content) }

    /// The same where somebody is asked for the Korean: in hangul the word would give itself away, and so stays English.
    public init(asked text: String) { self.init(text, .asked) }

    /// A figure, `0.75`, which stands alone: other languages have other signs in it.
    public init(figure text: String) { self.init(text, .figure) }

    private init(_ english: String, _ kind: Kind = .literal, places: [Place] = []) {
        (self.english, self.kind, self.places) = (english, kind, places)
    }

    /// What a language looks it up by: the English with `{1}`, `{2}`, … in its places, without spaces around it.
    public var key: String {
        guard !places.isEmpty else { return english.withoutOuterSpaces }
        let bytes = Array(english.utf8)
        var (key, end) = ([UInt8](), 0)
        for (index, place) in places.enumerated() {
            key += bytes[end..<place.bytes.lowerBound]
            key += Array("{\(index + 1)}".utf8)
            end = place.bytes.upperBound
        }
        return String(decoding: key + bytes[end...], as: UTF8.self).withoutOuterSpaces
    }

    /// What stands in each place, in order.
    var fillings: [Phrase] {
        guard !places.isEmpty else { return [] }
        let bytes = Array(english.utf8)
        return places.map { $0.phrase?.phrase ?? Phrase(own: String(decoding: bytes[$0.bytes], as: UTF8.self)) }
    }
}

extension Phrase: ExpressibleByStringInterpolation {
    /// A sentence without places.
    public init(stringLiteral value: String) { self.init(value) }

    /// A sentence with what was filled into it.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.english, places: stringInterpolation.places)
    }

    /// Notes where each value stands.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var english = ""
        fileprivate var places: [Place] = []

        /// Room for a sentence.
        public init(literalCapacity: Int, interpolationCount: Int) {
            english.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// A piece that is the same each time.
        public mutating func appendLiteral(_ literal: String) { english += literal }

        /// A value from people or data.
        public mutating func appendInterpolation<Value>(_ value: Value) { append("\(value)", nil) }

        /// What an app says as text.
        public mutating func appendInterpolation(declared text: String) { appendInterpolation(Phrase(declared: text)) }

        /// Something of what is taught.
        public mutating func appendInterpolation(content text: String) { appendInterpolation(Phrase(content: text)) }

        /// Something of what is taught, where it is asked for.
        public mutating func appendInterpolation(asked text: String) { appendInterpolation(Phrase(asked: text)) }

        /// Something that is said in the same language.
        public mutating func appendInterpolation(_ value: Phrase) { append(value.english, value.isOwn ? nil : PhraseBox(value)) }

        private mutating func append(_ text: String, _ phrase: PhraseBox?) {
            let start = english.utf8.count
            english += text
            places.append(Place(bytes: start..<english.utf8.count, phrase: phrase))
        }
    }
}

extension Phrase: Hashable, CustomStringConvertible {
    /// By the English only: how a sentence came to be is nothing that callers or tests compare.
    public static func == (left: Self, right: Self) -> Bool { left.english == right.english }

    /// By the English only.
    public func hash(into hasher: inout Hasher) { hasher.combine(english) }

    /// The English.
    public var description: String { english }
}

extension String {
    var withoutOuterSpaces: String {
        guard utf8.first == 0x20 || utf8.last == 0x20, let first = firstIndex(where: { $0 != " " }) else { return self }
        return String(self[first...(lastIndex { $0 != " " } ?? first)])
    }
}
