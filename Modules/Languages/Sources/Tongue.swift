/// A language as an app speaks it: what becomes of its English sentences. In English nothing is looked up and nothing is read.
public struct Tongue: Sendable {
    /// What it speaks; English where there are no sentences of what was asked for.
    public let language: Language
    /// Whether a machine made its sentences, and nobody who speaks it has read them.
    public let isMachineMade: Bool
    private let tables: @Sendable () -> [StringsTable]

    /// What everything is written in.
    public static let english = Tongue(.english, isMachineMade: false) { [] }

    /// A language whose packs are asked for when the first sentence is said: of two with one key the first wins.
    public init(_ language: Language, isMachineMade: Bool, packs: @escaping @Sendable () -> [[UInt8]]) {
        let memory = Once { packs().map(StringsTable.init) }
        (self.language, self.isMachineMade) = (language, isMachineMade)
        tables = { memory.value }
    }

    /// Whether anything is said otherwise than in English.
    public var isEnglish: Bool { language == .english }

    /// A phrase in the language; English where the language has no words for it.
    public func say(_ phrase: Phrase) -> String {
        if isEnglish { return phrase.english }
        if phrase.isDeclared { return say(sentence: phrase.english) }
        if phrase.isOwn { return figured(phrase.english) ?? phrase.english }
        let key = phrase.key
        // A sentence is said whole or stays English, with all that stands in it.
        guard key.utf8.contains(where: \.isLetter) else { return phrase.places.isEmpty ? phrase.english : filled(phrase) }
        guard let entry = entry(key) else { return phrase.english }
        return phrase.english.outerSpaces(around: said(entry, key, phrase.fillings))
    }

    /// A sentence that an app has put together as text, where no word of it came from people but what stands in its places: a notice, a failure.
    ///
    /// It is found by its key, or by the key with places that it can have been made from.
    public func say(sentence: String) -> String {
        guard !isEnglish, sentence.utf8.contains(where: \.isLetter), sentence.utf8.count <= 2000 else { return sentence }
        let key = sentence.withoutOuterSpaces
        if let entry = entry(key) { return sentence.outerSpaces(around: said(entry, key, [])) }
        return (figured(key) ?? matched(key)).map(sentence.outerSpaces(around:)) ?? sentence
    }

    // MARK: - Looking up

    private func entry(_ key: String) -> StringsTable.Entry? { tables().lazy.compactMap { $0.entry(key) }.first }

    /// Places with nothing but signs between them.
    private func filled(_ phrase: Phrase) -> String {
        let (literals, _) = Places.split(phrase.key)
        let parts = phrase.fillings.map(say)
        let whole = literals.enumerated().map { $1 + ($0 < parts.count ? parts[$0] : "") }.joined()
        return phrase.english.outerSpaces(around: whole)
    }

    private func said(_ entry: StringsTable.Entry, _ key: String, _ fillings: [Phrase]) -> String {
        let number = fillings.lazy.compactMap { Int($0.english.prefix { ("0"..."9").contains($0) }) }.first
        let text = entry.text(number.map(language.plurals.form) ?? .other) ?? key
        guard !fillings.isEmpty else { return text }
        let quoted = Tongue.quoted(key)
        let (literals, places) = Places.split(text)
        return literals.enumerated().map { index, literal in
            guard index < places.count, fillings.indices.contains(places[index] - 1) else { return literal }
            let filling = fillings[places[index] - 1]
            return literal + (quoted.contains(places[index]) ? filling.english : say(filling))
        }.joined()
    }

    /// What is no sentence and yet is said in every language: a date of the house, a figure and what it counts (`3 words`, `9th keup`).
    private func figured(_ text: String) -> String? {
        guard (3...60).contains(text.utf8.count) else { return nil }
        if let date = LongDate.said(text, in: language) { return date }
        let figures = text.prefix { ("0"..."9").contains($0) }
        guard !figures.isEmpty, figures.endIndex < text.endIndex else { return nil }
        let key = "{1}" + text[figures.endIndex...]
        return entry(key).map { said($0, key, [Phrase(own: String(figures))]) }
    }

    /// The places that stand between quotation marks: what people wrote.
    private static func quoted(_ key: String) -> Set<Int> {
        let (literals, places) = Places.split(key)
        return Set(
            places.enumerated().filter { literals[$0.offset].hasSuffix("“") && literals[$0.offset + 1].hasPrefix("”") }.map(
                \.element))
    }

    /// A key with fewer bytes of its own tells too little to be found by: single words must stand in its places.
    private static let telling = 8

    /// What is said for a text that a key with places makes; the key of the longest literals wins.
    private func matched(_ text: String) -> String? {
        var best: (length: Int, said: () -> String)?
        let bytes = Array(text.utf8)
        for table in tables() {
            for length in 0...min(bytes.count, 80) where length == 0 || bytes[length - 1] >= 0x80 || !bytes[length - 1].isLetter {
                table.keys(beginning: bytes[..<length] + Array("{1}".utf8)) { key, entry in
                    let literal = Places.split(key).literals.reduce(0) { $0 + $1.utf8.count }
                    if literal > (best?.length ?? 1), let fillings = Tongue.fillings(of: key, in: text),
                        literal >= Tongue.telling
                            || fillings.allSatisfy({ !$0.contains(" ") || ("0"..."9").contains($0.first ?? " ") })
                    {
                        let entry = entry()
                        best = (literal, { self.said(entry, key, fillings.map(Phrase.init(own:))) })
                    }
                    return true
                }
            }
        }
        return best?.said()
    }

    /// What stands in the places where a text is made from a key; nil where it is not.
    static func fillings(of key: String, in text: String) -> [String]? {
        let (literals, places) = Places.split(key)
        guard places == Array(1...max(1, places.count)), text.hasPrefix(literals[0]) else { return nil }
        var rest = text.dropFirst(literals[0].count)
        var fillings: [String] = []
        for (index, literal) in literals.dropFirst().enumerated() {
            let isLast = index == places.count - 1
            if literal.isEmpty {
                guard isLast else { return nil }
                fillings.append(String(rest))
                rest = ""
            } else if isLast {
                guard rest.hasSuffix(literal) else { return nil }
                fillings.append(String(rest.dropLast(literal.count)))
                rest = ""
            } else {
                // What people wrote may itself have quotation marks.
                let places = rest.ranges(of: literal)
                let whole = places.first { range in
                    let filling = rest[..<range.lowerBound]
                    return filling.count(where: { $0 == "“" }) == filling.count(where: { $0 == "”" })
                }
                guard let found = whole ?? places.first else { return nil }
                fillings.append(String(rest[..<found.lowerBound]))
                rest = rest[found.upperBound...]
            }
        }
        return rest.isEmpty && fillings.allSatisfy { !$0.isEmpty } ? fillings : nil
    }
}

extension UInt8 {
    /// Whether a byte belongs to a letter.
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self >= 0x80 }
}

extension String {
    /// Another text with the spaces that stand around this one.
    fileprivate func outerSpaces(around text: String) -> String {
        guard utf8.first == 0x20 || utf8.last == 0x20 else { return text }
        let (before, after) = (prefix { $0 == " " }, reversed().prefix { $0 == " " })
        return before + text + String(after)
    }
}
