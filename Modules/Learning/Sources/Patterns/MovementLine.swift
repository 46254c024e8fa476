import Content
import Footwork
import Kernel
import Practice

/// A whole movement in one line, as people write it down: side, stance, direction, height, technique. Words may be cut short, and stance and
/// technique may change places.
public enum MovementLine {
    /// The form of a line; no pattern has this movement.
    public static let example = "left fixed stance D high kick"
    /// The same cut short.
    public static let shortExample = "l fix D hi kick"
    /// What is said before the first line.
    public static let rule =
        "Write side, stance, direction, height and technique, as in “\(example)”, or short: “\(shortExample)”."

    /// What a line is to hold.
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

    /// What the small words of a line say, and the words that are left for stance and technique.
    static func read(_ text: String, _ fields: [PatternQuestion.Field]) -> (
        values: [PatternQuestion.Field: String], names: [String]
    ) {
        var (words, values) = (joiningLetters(Folding.words(text)), [PatternQuestion.Field: String]())
        if fields.contains(.to) {
            let letters = words.indices.filter { Bearing(words[$0].uppercased()) != nil }
            if let place = letters.last(where: { words[$0] != "a" }) ?? letters.last {
                values[.to] = words.remove(at: place).uppercased()
            }
        }
        values[.stanceSide] = SmallWords.take(SmallWords.initials, from: &words)
        words.removeAll { SmallWords.sides[$0] != nil }
        if fields.contains(.section) { values[.section] = SmallWords.take(SmallWords.sections, from: &words) }
        words.removeAll { SmallWords.fillers.contains($0) || linking.contains($0) }
        return (values.filter { fields.contains($0.key) }, words)
    }

    /// `l stance` is the L-stance, and no left one.
    private static func joiningLetters(_ words: [String]) -> [String] {
        words.enumerated().compactMap { place, word in
            if word == "stance", place > 0, ["l", "x"].contains(words[place - 1]) { return nil }
            let isStance = ["l", "x"].contains(word) && place + 1 < words.count && words[place + 1] == "stance"
            return isStance ? word + "stance" : word
        }
    }

    private static let linking: Set<String> = ["toward", "towards", "facing", "in", "into", "with", "on"]

    // MARK: - Words cut short

    /// Whether words, cut short, name a stance rather than another: of several that begin so it is the shortest.
    static func names(_ words: [String], _ stance: String) -> Bool {
        let typed = bare(words)
        guard !typed.isEmpty else { return false }
        let fitting = Stance.allCases.map(\.rawValue).filter { begins(bare(Folding.words($0)), typed, atLeast: 1) }
        return fitting.min { (bare(Folding.words($0)).count, $0.count) < (bare(Folding.words($1)).count, $1.count) } == stance
    }

    /// Whether words, each cut to two letters or more, are those of one of these names and of no other.
    static func names(_ words: [String], oneOf names: [String], notOf rivals: Set<String>) -> Bool {
        func fits(_ name: String) -> Bool {
            let whole = Folding.words(name)
            return whole.count == words.count && begins(whole, words, atLeast: 2)
        }
        return !words.isEmpty && names.contains(where: fits) && !rivals.contains(where: fits)
    }

    private static func bare(_ words: [String]) -> [String] {
        words.filter { $0 != "stance" && !SmallWords.fillers.contains($0) }.map {
            $0 == "lstance" ? "l" : $0 == "xstance" ? "x" : $0
        }
    }

    private static func begins(_ whole: [String], _ short: [String], atLeast letters: Int) -> Bool {
        short.count <= whole.count && zip(whole, short).allSatisfy { $0.hasPrefix($1) && $1.count >= min(letters, $0.count) }
    }
}

extension PatternJudge {
    /// What a line gets in each field: stance and technique are parted where both are named best.
    func gradeLine(_ text: String, for question: PatternQuestion) throws -> [Mark.Field] {
        let (values, words) = MovementLine.read(text, question.fields)
        var best = question.grade(values)
        for place in 0...words.count {
            let (first, rest) = (Array(words[..<place]), Array(words[place...]))
            for (stance, technique) in [(first, rest), (rest, first)] where best.contains(where: { !$0.isRight }) {
                var all = values
                if question.fields.contains(.stance) { all[.stance] = try named(stance, .stance, question) }
                if question.fields.contains(.technique) { all[.technique] = try named(technique, .technique, question) }
                let graded = question.grade(all)
                if graded.count(where: \.isRight) > best.count(where: \.isRight) { best = graded }
            }
        }
        return best
    }

    private func named(_ words: [String], _ field: PatternQuestion.Field, _ question: PatternQuestion) throws -> String {
        let accepted = question.accepted.compactMap { $0[field] }
        let short = accepted.first { value in
            field == .stance
                ? MovementLine.names(words, value)
                : MovementLine.names(words, oneOf: PatternJudge.spellings(of: value, question), notOf: question.rivals)
        }
        return try short ?? named(words.joined(separator: " "), field, question)
    }
}
