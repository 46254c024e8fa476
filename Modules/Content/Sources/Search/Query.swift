import Kernel
import Korean

/// What somebody looks for, folded once.
struct Query {
    private let compact: String
    private let letters: [UInt32]
    private let wordLetters: [[UInt32]]
    private let key: String
    private let isKorean: Bool
    private let isInitials: Bool

    /// Nil when nothing is left to look for.
    init?(_ text: String) {
        let bounded = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
        let plain = Folding.folded(bounded)
        let folded =
            plain.unicodeScalars.allSatisfy { Hangul.isConsonant($0) || $0 == " " } ? Hangul.partingClusters(plain) : plain
        guard !folded.isEmpty else { return nil }
        let words = folded.split(separator: " ").map(String.init)
        compact = words.joined()
        wordLetters = words.map(Hangul.letters)
        letters = wordLetters.flatMap { $0 }
        isKorean = Hangul.isPresent(in: compact)
        isInitials = compact.unicodeScalars.allSatisfy(Hangul.isConsonant)
        key = isKorean ? "" : RomanizationKey.key(folded)
    }

    /// Whether a face of that text can fit at all, judged by script: hangul fits no text without any, and Latin letters no Korean face that begins
    /// with hangul.
    func mayFit(_ face: String, _ script: Face.Script) -> Bool {
        if isKorean { return !face.utf8.allSatisfy { $0 < 0x80 } }
        return !script.isKorean || face.unicodeScalars.first.map { !$0.isHangul } ?? false
    }

    /// How the face fits, nil when it does not.
    func rank(of face: Face) -> SearchIndex.Rank? {
        guard let rank = plainRank(of: face) else { return nil }
        return face.script == .variant ? max(rank, .variant) : rank
    }

    private func plainRank(of face: Face) -> SearchIndex.Rank? {
        if face.compact == compact { return .exact }
        if isInitials, face.script.isKorean, let rank = initialsRank(face) { return rank }
        if isKorean != face.script.isKorean, !face.letters.starts(with: letters) { return nil }
        if face.letters.starts(with: letters) { return .prefix }
        if hasWords(face) { return .word }
        if face.script == .romanization, key.utf8.count > 1, face.key == key || (key.utf8.count > 2 && face.key.hasPrefix(key)) {
            return .variant
        }
        if letters.count > 2, contains(face.letters, letters) { return isKorean ? .word : .within }
        return isOneSlip(face) ? .fuzzy : nil
    }

    private func initialsRank(_ face: Face) -> SearchIndex.Rank? {
        if face.key.hasPrefix(compact) { return .initials }
        let beginnings = String(face.words.compactMap { Hangul.initials(of: $0).first })
        if compact.unicodeScalars.count > 1, beginnings == compact || face.key.contains(compact) { return .initials }
        return nil
    }

    /// Every word of the query begins a word of the face.
    private func hasWords(_ face: Face) -> Bool {
        wordLetters.allSatisfy { word in face.wordLetters.contains { $0.starts(with: word) } }
    }

    private func isOneSlip(_ face: Face) -> Bool {
        guard !isInitials else { return false }
        if Face.forgivesSlip(letters), EditDistance.isAtMostOne(letters, face.letters) { return true }
        var slips = 0
        for word in wordLetters where !face.wordLetters.contains(where: { $0.starts(with: word) }) {
            guard Face.forgivesSlip(word), face.wordLetters.contains(where: { EditDistance.isAtMostOne(word, $0) }) else {
                return false
            }
            slips += 1
        }
        return slips == 1
    }

    private func contains(_ whole: [UInt32], _ part: [UInt32]) -> Bool {
        guard whole.count >= part.count else { return false }
        return (0...(whole.count - part.count)).contains { whole[$0] == part[0] && whole[$0...].starts(with: part) }
    }
}
