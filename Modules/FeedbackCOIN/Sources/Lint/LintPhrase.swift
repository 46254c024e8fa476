import Kernel

/// A line of the dictionary: words that follow each other, with ways to write one (`is|was`), any ending (`terribl*`), and a wording to offer behind `=>`.
struct LintPhrase: Sendable {
    private let words: [[Form]]
    /// What to write instead, where the phrase has its own.
    let wording: String?

    private struct Form: Sendable {
        let text: String
        let isStem: Bool

        func fits(_ word: String) -> Bool { isStem ? word.hasPrefix(text) : word == text }
    }

    init(_ line: Substring) {
        let parts = line.split(separator: "=>", maxSplits: 1).map { $0.trimmed() }
        words = (parts.first ?? "").split(separator: " ").map { word in
            word.split(separator: "|").map { Form(text: $0.filter { $0 != "*" }, isStem: $0.last == "*") }
        }
        wording = parts.count > 1 ? parts[1] : nil
    }

    /// With which letters it may begin.
    var initials: Set<Character> { Set((words.first ?? []).compactMap(\.text.first)) }

    /// How many words it takes up from a place on; nil where it does not stand.
    func length(in text: ArraySlice<LintWord>) -> Int? {
        guard let first = text.first, text.count >= words.count else { return nil }
        for (word, forms) in zip(text, words) {
            guard word.sentence == first.sentence, !word.isQuoted, forms.contains(where: { $0.fits(word.folded) }) else {
                return nil
            }
        }
        return words.count
    }
}

/// Phrases by their initials, so that a long text is read once.
struct LintPhrases: Sendable {
    private let byInitial: [Character: [LintPhrase]]

    init(_ lines: String) {
        var byInitial: [Character: [LintPhrase]] = [:]
        for phrase in lines.split(separator: "\n").map({ LintPhrase($0) }) {
            for initial in phrase.initials { byInitial[initial, default: []].append(phrase) }
        }
        self.byInitial = byInitial
    }

    /// The longest phrase that begins at a place.
    func match(in text: ArraySlice<LintWord>) -> (phrase: LintPhrase, length: Int)? {
        guard let initial = text.first?.folded.first else { return nil }
        return (byInitial[initial] ?? []).compactMap { phrase in phrase.length(in: text).map { (phrase, $0) } }
            .max { $0.1 < $1.1 }
    }

    func contains(_ word: LintWord) -> Bool { match(in: [word][...]) != nil }
}
