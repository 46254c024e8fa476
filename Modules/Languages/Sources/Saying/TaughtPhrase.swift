/// What is taught, as a language says it: a word, a sentence, or words put together by rules, such as the movements of a pattern.
extension Tongue {
    /// A phrase of what is taught; English where the language has no words for all of it.
    func content(_ phrase: Phrase) -> String {
        let (text, hidesHangul) = (phrase.english.withoutOuterSpaces, phrase.kind == .asked)
        guard text.utf8.contains(where: \.isLetter), text.utf8.count <= StringsTable.longestKey else { return phrase.english }
        let words = taught(text, hidesHangul, depth: 0) ?? figured(text)
        let said = words ?? matched(text) { hidesHangul ? Phrase(asked: $0) : Phrase(content: $0) }
        return said.map(phrase.english.outerSpaces(around:)) ?? phrase.english
    }

    /// How deep words are put together: `right middle knife-hand strike to D` is four.
    private static let deepest = 10

    /// A word, a sentence, or a phrase of which every part is known: a half in English would be worse than all of it.
    private func taught(_ text: String, _ hidesHangul: Bool, depth: Int) -> String? {
        let key = TaughtKey.prefix + text
        if let entry = entry(key) {
            let word = said(entry, key, [])
            return hidesHangul && word.unicodeScalars.contains(where: \.isHangul) ? nil : word
        }
        if let entry = entry(text) { return said(entry, text, []) }
        // Directions and figures are the same everywhere.
        if !text.contains(where: { $0.isLetter && !$0.isUppercase }) { return text }
        guard depth < Self.deepest, text.utf8.count <= 300 else { return nil }
        let ways = makings(of: key).filter { $0.key.hasPrefix(TaughtKey.prefix) }
        for way in ways.sorted(by: { TaughtKey($0.key).comes(before: TaughtKey($1.key)) }) {
            let parts = way.fillings.compactMap { taught($0, hidesHangul, depth: depth + 1) }
            if parts.count == way.fillings.count { return said(way.entry, way.key, parts.map(Phrase.init(own:))) }
        }
        return nil
    }
}

/// A key of what is taught. Phrases come apart at signs first, then in two, then at the longest words.
private struct TaughtKey {
    static let prefix = "term: "

    private let splitsAtSign: Bool
    private let places: Int
    private let length: Int

    init(_ key: String) {
        let (literals, places) = Places.split(String(key.dropFirst(Self.prefix.count)))
        splitsAtSign = places.count > 1 && literals[1].utf8.first.map { $0 != 0x20 && !$0.isLetter } == true
        self.places = places.count
        length = literals.reduce(0) { $0 + $1.utf8.count }
    }

    func comes(before other: TaughtKey) -> Bool {
        if splitsAtSign != other.splitsAtSign { return splitsAtSign }
        if places != other.places { return places > other.places }
        return length > other.length
    }
}

extension Unicode.Scalar {
    /// Whether it is a Korean syllable or letter.
    fileprivate var isHangul: Bool { (0xAC00...0xD7A3).contains(value) || (0x3131...0x318E).contains(value) }
}
