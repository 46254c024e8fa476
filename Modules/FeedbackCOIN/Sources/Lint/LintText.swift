import Kernel

/// A word of a text in folded and written form.
struct LintWord: Sendable {
    let folded: String
    let range: Range<String.Index>
    /// The index of its sentence, from 0.
    let sentence: Int
    let isQuoted: Bool
    let isCapital: Bool
}

/// A text as words in sentences, some of them quoted.
struct LintText: Sendable {
    let text: String
    private(set) var words: [LintWord] = []

    init(_ text: String) {
        self.text = text
        let quoted = LintText.quotations(of: text)
        var sentence = 0
        var next = quoted[...]
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

    /// Whether the text is English.
    ///
    /// Texts in other languages are not checked for missing parts. Two words are too few to decide.
    var readsAsEnglish: Bool {
        guard words.count > 2 else {
            return words.allSatisfy { $0.folded.utf8.allSatisfy { $0 < 0x80 } } && text.utf8.allSatisfy { $0 < 0x80 }
        }
        let functionWords = words.count {
            LintGrammar.englishFunctionWords.contains($0.folded) || LintGrammar.otherPersons.contains($0.folded)
        }
        return functionWords * LintText.fewestOfEnglish >= words.count
    }

    /// The number of words of which at least one is a function word in an English text.
    private static let fewestOfEnglish = 8

    /// Returns the written text from one word to another.
    func substring(_ place: Int, _ length: Int) -> String {
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

    /// Returns the ranges inside closed quotation marks, and lines that begin with `>`.
    private static func quotations(of text: String) -> [Range<String.Index>] {
        let pairs: [Character: Character] = ["\"": "\"", "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'"]
        var ranges: [Range<String.Index>] = []
        var place = text.startIndex
        var isLineStart = true
        while place < text.endIndex {
            let character = text[place]
            let after = text.index(after: place)
            if isLineStart, character == ">" {
                let end = text[place...].firstIndex(where: \.isNewline) ?? text.endIndex
                ranges.append(place..<end)
                place = end
            } else if let closing = pairs[character], isOpening(text, place, character),
                let end = end(of: closing, in: text, from: after)
            {
                ranges.append(place..<end)
                place = end
            } else {
                place = after
            }
            isLineStart = character.isNewline || (isLineStart && character == " ")
        }
        return ranges
    }

    /// Returns whether a quotation mark opens.
    ///
    /// A straight mark opens only before a word, not within one.
    private static func isOpening(_ text: String, _ place: String.Index, _ character: Character) -> Bool {
        guard character == "'" || character == "‘" || character == "\"" else { return true }
        let after = text.index(after: place)
        guard after < text.endIndex, !text[after].isWhitespace else { return false }
        return place == text.startIndex || !isLetter(text[text.index(before: place)])
    }

    /// Returns the place of the closing mark: after a word, without a following letter, in the same
    /// paragraph.
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
