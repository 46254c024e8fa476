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
        var pendingQuotations = quoted[...]
        var index = text.startIndex
        while index < text.endIndex {
            guard LintText.isLetter(text[index]) else {
                if LintText.endsSentence(text, at: index) { sentence += 1 }
                index = text.index(after: index)
                continue
            }
            let start = index
            while index < text.endIndex, LintText.isLetter(text[index]) || LintText.isApostrophe(text, at: index) {
                index = text.index(after: index)
            }
            while let first = pendingQuotations.first, first.upperBound <= start {
                pendingQuotations = pendingQuotations.dropFirst()
            }
            words.append(
                LintWord(
                    folded: Folding.compact(String(text[start..<index])), range: start..<index, sentence: sentence,
                    isQuoted: pendingQuotations.first?.contains(start) ?? false, isCapital: text[start].isUppercase))
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
        return functionWords * LintText.maxWordsPerFunctionWord >= words.count
    }

    /// The number of words of which at least one is a function word in an English text.
    private static let maxWordsPerFunctionWord = 8

    /// Returns the written text from one word to another.
    func substring(_ index: Int, _ length: Int) -> String {
        String(text[words[index].range.lowerBound..<words[index + length - 1].range.upperBound])
    }

    private static func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Returns whether a character is an apostrophe within a word.
    private static func isApostrophe(_ text: String, at index: String.Index) -> Bool {
        guard text[index] == "'" || text[index] == "’" else { return false }
        let next = text.index(after: index)
        return next < text.endIndex && text[next].isLetter
    }

    /// Returns whether a character ends a sentence or a clause.
    private static func endsSentence(_ text: String, at index: String.Index) -> Bool {
        let character = text[index]
        if character.isNewline || "!?;:…".contains(character) { return true }
        guard character == "." else { return false }
        let next = text.index(after: index)
        return next == text.endIndex || text[next].isWhitespace || text[next] == "\""
    }

    /// Returns the ranges inside closed quotation marks, and lines that begin with `>`.
    private static func quotations(of text: String) -> [Range<String.Index>] {
        let pairs: [Character: Character] = ["\"": "\"", "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'"]
        var ranges: [Range<String.Index>] = []
        var index = text.startIndex
        var isLineStart = true
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            if isLineStart, character == ">" {
                let end = text[index...].firstIndex(where: \.isNewline) ?? text.endIndex
                ranges.append(index..<end)
                index = end
            } else if let closing = pairs[character], opensQuotation(text, index, character),
                let end = end(of: closing, in: text, from: next)
            {
                ranges.append(index..<end)
                index = end
            } else {
                index = next
            }
            isLineStart = character.isNewline || (isLineStart && character == " ")
        }
        return ranges
    }

    /// Returns whether a quotation mark opens.
    ///
    /// A straight mark opens only before a word, not within one.
    private static func opensQuotation(_ text: String, _ index: String.Index, _ character: Character) -> Bool {
        guard character == "'" || character == "‘" || character == "\"" else { return true }
        let next = text.index(after: index)
        guard next < text.endIndex, !text[next].isWhitespace else { return false }
        return index == text.startIndex || !isLetter(text[text.index(before: index)])
    }

    /// Returns the place of the closing mark: after a word, without a following letter, in the same
    /// paragraph.
    private static func end(of closing: Character, in text: String, from start: String.Index) -> String.Index? {
        var index = start
        while index < text.endIndex, !(text[index] == "\n" && text[text.index(after: index)...].first == "\n") {
            let next = text.index(after: index)
            if text[index] == closing, next == text.endIndex || !isLetter(text[next]),
                index == start || !text[text.index(before: index)].isWhitespace
            {
                return index
            }
            index = next
        }
        return nil
    }
}
