import Content
import Footwork
import Kernel
import Practice

/// A whole movement as one typed line: side, stance, direction, height and technique.
///
/// Words may be abbreviated, and stance and technique may be in either order.
package enum MovementLine {
    /// An example of the line format, which matches no movement of any pattern.
    package static let example = "left fixed stance D high kick"
    package static let shortExample = "l fix D hi kick"
    package static let rule =
        "Write side, stance, direction, height and technique, as in “\(example)”, or short: “\(shortExample)”."

    /// Returns the expected format of a line.
    static func form(of fields: [PatternQuestion.Field]) -> String {
        let words = fields.map { field in
            switch field {
            case .stanceSide: "side"
            case .to: "direction"
            case .section: "height"
            default: field.rawValue
            }
        }
        return words.joined(separator: ", ")
    }

    /// Parses the short words of a line, and returns their values and the remaining words for
    /// stance and technique.
    static func read(_ text: String, _ fields: [PatternQuestion.Field]) -> (
        values: [PatternQuestion.Field: String], names: [String]
    ) {
        var words = joiningLetters(Folding.words(text))
        var values = [PatternQuestion.Field: String]()
        if fields.contains(.to) {
            let letters = words.indices.filter { Bearing(words[$0].uppercased()) != nil }
            if let letterIndex = letters.last(where: { words[$0] != "a" }) ?? letters.last {
                values[.to] = words.remove(at: letterIndex).uppercased()
            }
        }
        values[.stanceSide] = AnswerWords.removeMeaning(AnswerWords.initials, from: &words)
        words.removeAll { AnswerWords.sides[$0] != nil }
        if fields.contains(.section) {
            values[.section] = AnswerWords.removeMeaning(AnswerWords.sections, from: &words)
        }
        words.removeAll { AnswerWords.fillers.contains($0) || linkWords.contains($0) }
        return (values.filter { fields.contains($0.key) }, words)
    }

    /// Returns the words with letters joined to stances: `l stance` is the L-stance and no left
    /// stance.
    private static func joiningLetters(_ words: [String]) -> [String] {
        words.enumerated().compactMap { index, word in
            if word == "stance", index > 0, ["l", "x"].contains(words[index - 1]) { return nil }
            let isStance = ["l", "x"].contains(word) && index + 1 < words.count && words[index + 1] == "stance"
            return isStance ? word + "stance" : word
        }
    }

    /// The words of a line that carry no value.
    private static let linkWords: Set<String> = ["toward", "towards", "facing", "in", "into", "with", "on"]

    // MARK: - Words cut short

    /// Returns whether abbreviated words name a stance. Among several stances with the same
    /// beginning they mean the shortest.
    static func names(_ words: [String], _ stance: String) -> Bool {
        let typed = significantWords(words)
        guard !typed.isEmpty else { return false }
        let matches = Stance.allCases.map(\.rawValue).filter {
            begins(significantWords(Folding.words($0)), typed, atLeast: 1)
        }
        return matches.min {
            (significantWords(Folding.words($0)).count, $0.count) < (
                significantWords(Folding.words($1)).count, $1.count
            )
        }
            == stance
    }

    /// Returns whether the words, each abbreviated to at least two letters, match one of these
    /// names and no rival.
    static func names(_ words: [String], oneOf names: [String], notOf rivals: Set<String>) -> Bool {
        func fits(_ name: String) -> Bool {
            let nameWords = Folding.words(name)
            return nameWords.count == words.count && begins(nameWords, words, atLeast: 2)
        }
        return !words.isEmpty && names.contains(where: fits) && !rivals.contains(where: fits)
    }

    /// Returns the words that identify a stance, without `stance` and articles.
    private static func significantWords(_ words: [String]) -> [String] {
        words.filter { $0 != "stance" && !AnswerWords.fillers.contains($0) }.map {
            $0 == "lstance" ? "l" : $0 == "xstance" ? "x" : $0
        }
    }

    /// Returns whether each word begins with its abbreviation of at least so many letters.
    private static func begins(_ words: [String], _ abbreviations: [String], atLeast letters: Int) -> Bool {
        abbreviations.count <= words.count
            && zip(words, abbreviations).allSatisfy { $0.hasPrefix($1) && $1.count >= min(letters, $0.count) }
    }
}

extension PatternJudge {
    /// Grades a line field by field, split between stance and technique at the best match of both.
    func gradeLine(_ text: String, for question: PatternQuestion) throws -> [Mark.Field] {
        let (values, words) = MovementLine.read(text, question.fields)
        var best = question.grade(values)
        for splitIndex in 0...words.count {
            let firstWords = Array(words[..<splitIndex])
            let lastWords = Array(words[splitIndex...])
            for (stance, technique) in [(firstWords, lastWords), (lastWords, firstWords)]
            where best.contains(where: { !$0.isRight }) {
                var allValues = values
                if question.fields.contains(.stance) { allValues[.stance] = try named(stance, .stance, question) }
                if question.fields.contains(.technique) {
                    allValues[.technique] = try named(technique, .technique, question)
                }
                let grades = question.grade(allValues)
                if grades.count(where: \.isRight) > best.count(where: \.isRight) { best = grades }
            }
        }
        return best
    }

    /// Returns the stance or technique that abbreviated or complete words name, or an empty string.
    private func named(_ words: [String], _ field: PatternQuestion.Field, _ question: PatternQuestion) throws -> String
    {
        let accepted = question.accepted.compactMap { $0[field] }
        let abbreviated = accepted.first { value in
            field == .stance
                ? MovementLine.names(words, value)
                : MovementLine.names(words, oneOf: PatternJudge.spellings(of: value, question), notOf: question.rivals)
        }
        return try abbreviated ?? named(words.joined(separator: " "), field, question)
    }
}
