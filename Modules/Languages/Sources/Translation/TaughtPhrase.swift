/// Translation of teaching content: a word, a sentence, or a composed phrase such as the movements
/// of a pattern.
extension Translator {
    /// Returns teaching content in the language, or in English unless all of it can be translated.
    func content(_ phrase: LocalizableText) -> String {
        let text = phrase.english.withoutOuterSpaces
        let hidesHangul = phrase.kind == .asked
        guard text.utf8.contains(where: \.isLetter), text.utf8.count <= StringsTable.longestKey else {
            return phrase.english
        }
        let words = translatedContent(text, hidesHangul, depth: 0) ?? translatedFigure(text)
        let result = words ?? matched(text) { hidesHangul ? LocalizableText(asked: $0) : LocalizableText(content: $0) }
        return result.map(phrase.english.outerSpaces(around:)) ?? phrase.english
    }

    /// The maximum nesting of a composed phrase. `right middle knife-hand strike to D` has a depth
    /// of four.
    private static let maximumDepth = 10

    /// Translates a word, sentence or phrase only if every part is known, because a mixed result
    /// would be worse than English.
    private func translatedContent(_ text: String, _ hidesHangul: Bool, depth: Int) -> String? {
        let key = TaughtKey.prefix + text
        if let entry = entry(key) {
            let word = filledTranslation(entry, key, [])
            return hidesHangul && word.unicodeScalars.contains(where: \.isHangul) ? nil : word
        }
        if let entry = entry(text) { return filledTranslation(entry, text, []) }
        // Directions and numbers are the same in every language.
        if !text.contains(where: { $0.isLetter && !$0.isUppercase }) { return text }
        guard depth < Self.maximumDepth, text.utf8.count <= 300 else { return nil }
        let matchingKeys = matches(of: key).filter { $0.key.hasPrefix(TaughtKey.prefix) }
        for match in matchingKeys.sorted(by: { TaughtKey($0.key).comes(before: TaughtKey($1.key)) }) {
            let parts = match.fillings.compactMap { translatedContent($0, hidesHangul, depth: depth + 1) }
            if parts.count == match.fillings.count {
                return filledTranslation(match.entry, match.key, parts.map(LocalizableText.init(own:)))
            }
        }
        return nil
    }
}

/// A key of teaching content. Phrases are split at signs first, then in two, then at the longest
/// words.
private struct TaughtKey {
    static let prefix = "term: "

    private let splitsAtSign: Bool
    private let places: Int
    private let length: Int

    init(_ key: String) {
        let (literals, places) = Placeholders.split(String(key.dropFirst(Self.prefix.count)))
        splitsAtSign = places.count > 1 && literals[1].utf8.first.map { $0 != 0x20 && !$0.isLetter } == true
        self.places = places.count
        length = literals.reduce(0) { $0 + $1.utf8.count }
    }

    /// Returns whether this key is tried before another one.
    func comes(before other: TaughtKey) -> Bool {
        if splitsAtSign != other.splitsAtSign { return splitsAtSign }
        if places != other.places { return places > other.places }
        return length > other.length
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a Korean syllable or letter.
    fileprivate var isHangul: Bool { (0xAC00...0xD7A3).contains(value) || (0x3131...0x318E).contains(value) }
}
