import Kernel
import Korean

/// A search query, folded once.
struct Query {
    private let compact: String
    private let letters: [UInt32]
    private let wordLetters: [[UInt32]]
    private let key: String
    private let isKorean: Bool
    private let isInitials: Bool

    /// Creates a query; nil if the folded text is empty.
    init?(_ text: String) {
        let bounded = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
        let plain = Folding.folded(bounded)
        let folded =
            plain.unicodeScalars.allSatisfy { Hangul.isConsonant($0) || $0 == " " }
            ? Hangul.splittingClusters(plain) : plain
        guard !folded.isEmpty else { return nil }
        let words = folded.split(separator: " ").map(String.init)
        compact = words.joined()
        wordLetters = words.map(Hangul.letters)
        letters = wordLetters.flatMap { $0 }
        isKorean = Hangul.isPresent(in: compact)
        isInitials = compact.unicodeScalars.allSatisfy(Hangul.isConsonant)
        key = isKorean ? "" : RomanizationKey.key(folded)
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

    private func initialsRank(_ name: SearchKey) -> SearchIndex.Rank? {
        if name.key.hasPrefix(compact) { return .initials }
        let beginnings = String(name.words.compactMap { Hangul.initials(of: $0).first })
        if compact.unicodeScalars.count > 1, beginnings == compact || name.key.contains(compact) { return .initials }
        return nil
    }

    /// Returns whether every word of the query begins a word of the name.
    private func hasWords(_ name: SearchKey) -> Bool {
        wordLetters.allSatisfy { word in name.wordLetters.contains { $0.starts(with: word) } }
    }

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

    private func contains(_ whole: [UInt32], _ part: [UInt32]) -> Bool {
        guard whole.count >= part.count else { return false }
        return (0...(whole.count - part.count)).contains { whole[$0] == part[0] && whole[$0...].starts(with: part) }
    }
}
