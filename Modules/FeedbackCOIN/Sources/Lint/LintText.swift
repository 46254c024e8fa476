import Kernel

/// A word of a text, as the dictionary and as its writer have it.
struct LintWord: Sendable {
    /// Without case, accents and apostrophes.
    let folded: String
    let range: Range<String.Index>
    /// Which sentence it stands in, from 0.
    let sentence: Int
    /// Whether somebody else's words are repeated.
    let isQuoted: Bool
    let isCapital: Bool
}

/// A text as words in sentences, of which some are quoted.
struct LintText: Sendable {
    let text: String
    private(set) var words: [LintWord] = []

    init(_ text: String) {
        self.text = text
        let quoted = LintText.quotations(of: text)
        var (sentence, next) = (0, quoted[...])
        var place = text.startIndex
        while place < text.endIndex {
            guard LintText.isLetter(text[place]) else {
                if LintText.endsSentence(text, at: place) { sentence += 1 }
                place = text.index(after: place)
                continue
            }
            let start = place
            while place < text.endIndex, LintText.isLetter(text[place]) || LintText.isApostrophe(text, at: place) {
                place = text.index(after: place)
            }
            while let first = next.first, first.upperBound <= start { next = next.dropFirst() }
            words.append(
                LintWord(
                    folded: Folding.compact(String(text[start..<place])), range: start..<place, sentence: sentence,
                    isQuoted: next.first?.contains(start) ?? false, isCapital: text[start].isUppercase))
        }
    }

    /// Whether its words are English: a third language's are not judged for what they lack. Two words alone may be anything in Latin letters.
    var readsAsEnglish: Bool {
        guard words.count > 2 else {
            return words.allSatisfy { $0.folded.utf8.allSatisfy { $0 < 0x80 } } && text.utf8.allSatisfy { $0 < 0x80 }
        }
        let known = words.count {
            LintGrammar.englishAlone.contains($0.folded) || LintGrammar.otherPersons.contains($0.folded)
        }
        return known * LintText.fewestOfEnglish >= words.count
    }

    /// English has one of its small words among so many.
    private static let fewestOfEnglish = 8

    /// As it was written, from one word to another.
    func written(_ place: Int, _ length: Int) -> String {
        String(text[words[place].range.lowerBound..<words[place + length - 1].range.upperBound])
    }

    private static func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func isApostrophe(_ text: String, at place: String.Index) -> Bool {
        guard text[place] == "'" || text[place] == "’" else { return false }
        let after = text.index(after: place)
        return after < text.endIndex && text[after].isLetter
    }

    private static func endsSentence(_ text: String, at place: String.Index) -> Bool {
        let character = text[place]
        if character.isNewline || "!?;:…".contains(character) { return true }
        guard character == "." else { return false }
        let after = text.index(after: place)
        return after == text.endIndex || text[after].isWhitespace || text[after] == "\""
    }

    /// What stands between marks of quotation that are closed, and lines that begin with `>`.
    private static func quotations(of text: String) -> [Range<String.Index>] {
        let pairs: [Character: Character] = ["\"": "\"", "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'"]
        var found: [Range<String.Index>] = []
        var place = text.startIndex
        var isLineStart = true
        while place < text.endIndex {
            let (character, after) = (text[place], text.index(after: place))
            if isLineStart, character == ">" {
                let end = text[place...].firstIndex(where: \.isNewline) ?? text.endIndex
                found.append(place..<end)
                place = end
            } else if let closing = pairs[character], isOpening(text, place, character),
                let end = end(of: closing, in: text, from: after)
            {
                found.append(place..<end)
                place = end
            } else {
                place = after
            }
            isLineStart = character.isNewline || (isLineStart && character == " ")
        }
        return found
    }

    /// A straight mark opens a word, and never stands within one.
    private static func isOpening(_ text: String, _ place: String.Index, _ character: Character) -> Bool {
        guard character == "'" || character == "‘" || character == "\"" else { return true }
        let after = text.index(after: place)
        guard after < text.endIndex, !text[after].isWhitespace else { return false }
        return place == text.startIndex || !isLetter(text[text.index(before: place)])
    }

    /// The place of the closing mark: behind a word, without a letter after it, within the paragraph.
    private static func end(of closing: Character, in text: String, from start: String.Index) -> String.Index? {
        var place = start
        while place < text.endIndex, !(text[place] == "\n" && text[text.index(after: place)...].first == "\n") {
            let after = text.index(after: place)
            if text[place] == closing, after == text.endIndex || !isLetter(text[after]),
                place == start || !text[text.index(before: place)].isWhitespace
            {
                return place
            }
            place = after
        }
        return nil
    }
}
