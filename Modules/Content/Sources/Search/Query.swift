import Kernel
import Korean

/// A search query, folded once.
struct Query {
    /// The folded query without spaces.
    private let compact: String
    /// The letters in which typing errors are counted.
    private let letters: [UInt32]
    private let wordLetters: [[UInt32]]
    /// The key of a romanization, or empty for a query in hangul.
    private let key: String
    private let isKorean: Bool
    /// Whether the query consists of initial consonants only.
    private let isInitials: Bool

    /// Creates a query; nil if the folded text is empty.
    init?(_ text: String) {
        let boundedText = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
        let foldedText = Folding.folded(boundedText)
        let queryText =
            foldedText.unicodeScalars.allSatisfy { Hangul.isConsonant($0) || $0 == " " }
            ? Hangul.splittingClusters(foldedText) : foldedText
        guard !queryText.isEmpty else { return nil }
        let words = queryText.split(separator: " ").map(String.init)
        compact = words.joined()
        wordLetters = words.map(Hangul.letters)
        letters = wordLetters.flatMap { $0 }
        isKorean = Hangul.isPresent(in: compact)
        isInitials = compact.unicodeScalars.allSatisfy(Hangul.isConsonant)
        key = isKorean ? "" : RomanizationKey.key(queryText)
    }

    /// Returns whether a name can match at all, judged by script.
    ///
    /// Hangul matches only text with hangul. Latin letters match no Korean name that begins with
    /// hangul.
    func canMatch(_ name: String, _ script: SearchKey.Script) -> Bool {
        if isKorean { return !name.utf8.allSatisfy { $0 < 0x80 } }
        return !script.isKorean || name.unicodeScalars.first.map { !$0.isHangul } ?? false
    }

    /// Returns the rank of a match; nil if the name does not match.
    func rank(of name: SearchKey) -> SearchIndex.Rank? {
        guard let rank = plainRank(of: name) else { return nil }
        return name.script == .variant ? max(rank, .variant) : rank
    }

    /// Returns the rank, regardless of whether the name is only a variant.
    private func plainRank(of name: SearchKey) -> SearchIndex.Rank? {
        if name.compact == compact { return .exact }
        if isInitials, name.script.isKorean, let rank = initialsRank(name) { return rank }
        if isKorean != name.script.isKorean, !name.letters.starts(with: letters) { return nil }
        if name.letters.starts(with: letters) { return .prefix }
        if hasWords(name) { return .word }
        if name.script == .romanization, key.utf8.count > 1,
            name.key == key || (key.utf8.count > 2 && name.key.hasPrefix(key))
        {
            return .variant
        }
        if letters.count > 2, contains(name.letters, letters) { return isKorean ? .word : .within }
        return hasOneTypo(name) ? .fuzzy : nil
    }

    /// Returns the rank if initial consonants match the name or the beginnings of its words.
    private func initialsRank(_ name: SearchKey) -> SearchIndex.Rank? {
        if name.key.hasPrefix(compact) { return .initials }
        let wordInitials = String(name.words.compactMap { Hangul.initials(of: $0).first })
        if compact.unicodeScalars.count > 1, wordInitials == compact || name.key.contains(compact) { return .initials }
        return nil
    }

    /// Returns whether every word of the query begins a word of the name.
    private func hasWords(_ name: SearchKey) -> Bool {
        wordLetters.allSatisfy { word in name.wordLetters.contains { $0.starts(with: word) } }
    }

    /// Returns whether one typing error explains the difference, in the name or in one of its
    /// words.
    private func hasOneTypo(_ name: SearchKey) -> Bool {
        guard !isInitials else { return false }
        if SearchKey.allowsTypo(letters), EditDistance.isAtMostOne(letters, name.letters) { return true }
        var typos = 0
        for word in wordLetters where !name.wordLetters.contains(where: { $0.starts(with: word) }) {
            guard SearchKey.allowsTypo(word), name.wordLetters.contains(where: { EditDistance.isAtMostOne(word, $0) })
            else { return false }
            typos += 1
        }
        return typos == 1
    }

    /// Returns whether the letters contain the sequence.
    private func contains(_ letters: [UInt32], _ sequence: [UInt32]) -> Bool {
        guard letters.count >= sequence.count else { return false }
        return (0...(letters.count - sequence.count)).contains {
            letters[$0] == sequence[0] && letters[$0...].starts(with: sequence)
        }
    }
}
