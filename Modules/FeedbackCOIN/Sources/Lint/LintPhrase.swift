import Kernel

/// A line of the dictionary: consecutive words, with alternatives (`is|was`), any ending
/// (`terribl*`), and a suggestion after `=>`.
struct LintPhrase: Sendable {
    private let words: [[Form]]
    let suggestion: String?

    /// An alternative of a word: the whole word or its beginning.
    private struct Form: Sendable {
        let text: String
        let isStem: Bool

        func matches(_ word: String) -> Bool { isStem ? word.hasPrefix(text) : word == text }
    }

    init(_ line: Substring) {
        let parts = line.split(separator: "=>", maxSplits: 1).map { $0.trimmed() }
        words = (parts.first ?? "").split(separator: " ").map { word in
            word.split(separator: "|").map { Form(text: $0.filter { $0 != "*" }, isStem: $0.last == "*") }
        }
        suggestion = parts.count > 1 ? parts[1] : nil
    }

    /// The first characters of all alternatives of the first word.
    var initials: Set<Character> { Set((words.first ?? []).compactMap(\.text.first)) }

    /// Returns the number of words that the phrase covers at a place, or nil if it does not match.
    func length(in text: ArraySlice<LintWord>) -> Int? {
        guard let first = text.first, text.count >= words.count else { return nil }
        for (word, forms) in zip(text, words) {
            guard word.sentence == first.sentence, !word.isQuoted, forms.contains(where: { $0.matches(word.folded) })
            else { return nil }
        }
        return words.count
    }
}

/// Phrases indexed by their initials, so that one pass reads a long text.
struct LintPhrases: Sendable {
    private let byInitial: [Character: [LintPhrase]]

    init(_ lines: String) {
        var byInitial: [Character: [LintPhrase]] = [:]
        for phrase in lines.split(separator: "\n").map({ LintPhrase($0) }) {
            for initial in phrase.initials { byInitial[initial, default: []].append(phrase) }
        }
        self.byInitial = byInitial
    }

    /// Returns the longest phrase that begins at a place.
    func match(in text: ArraySlice<LintWord>) -> (phrase: LintPhrase, length: Int)? {
        guard let initial = text.first?.folded.first else { return nil }
        return (byInitial[initial] ?? []).compactMap { phrase in phrase.length(in: text).map { (phrase, $0) } }
            .max { $0.1 < $1.1 }
    }

    func contains(_ word: LintWord) -> Bool { match(in: [word][...]) != nil }
}
