import Content
import Footwork
import Kernel

/// The common words of answers in English and Korean: sides, sections, feet and letters. They are
/// compared in the form that `Folding` produces.
enum AnswerWords {
    /// The words that carry no meaning in an answer.
    static let fillers: Set<String> = [
        "the", "foot", "feet", "from", "to", "and", "arm", "leg", "a", "an", "section", "they",
    ]

    /// Returns the meanings of the words of a single-word field, or nil for other fields.
    static func meanings(_ field: PatternQuestion.Field) -> [String: String]? {
        switch field {
        case .stanceSide: sides
        // The initials are unambiguous in these answers.
        case .side: initials
        case .foot: feet
        case .section: sections
        case .from, .to, .stance, .technique: nil
        }
    }

    /// The Korean words for left and right, which the names of stances also use.
    static let korean = ["left": (hangul: "왼", romanization: "wen"), "right": (hangul: "오른", romanization: "orun")]

    static let sides = table([
        "left": ["left", "왼", "왼쪽", "wen", "oen", "oenjjok"],
        "right": ["right", "오른", "오른쪽", "orun", "oreun", "oreunjjok"],
    ])
    static let initials = sides.merging(["l": "left", "r": "right"]) { first, _ in first }
    private static let feet = initials.merging(
        table([
            "both": ["both", "two", "b", "양", "양발", "두"],
            "none": ["none", "no", "neither", "n", "stay", "stays", "없음"],
        ])
    ) { first, _ in first }
    static let sections = table([
        "high": ["high", "hi", "높은데", "nopunde", "nopeunde"], "middle": ["middle", "mid", "가운데", "kaunde", "gaunde"],
        "low": ["low", "lo", "낮은데", "najunde", "najeunde"],
    ])

    /// Returns the meaning of each word, from the words of each meaning.
    private static func table(_ words: [String: [String]]) -> [String: String] {
        words.reduce(into: [:]) { table, entry in for word in entry.value { table[Folding.compact(word)] = entry.key } }
    }

    /// Removes the first word with a meaning, and returns the meaning.
    static func removeMeaning(_ meanings: [String: String], from words: inout [String]) -> String? {
        guard let index = words.firstIndex(where: { meanings[$0] != nil }) else { return nil }
        return meanings[words.remove(at: index)]
    }

    /// Returns the directions for diagram letters in order. A single letter is the target
    /// direction.
    static func directions(_ words: [String], _ fields: [PatternQuestion.Field]) -> [PatternQuestion.Field: String] {
        guard fields.contains(.to) else { return [:] }
        let letters = words.map { $0.uppercased() }.filter { Bearing($0) != nil }
        guard fields.contains(.from), letters.count > 1 else { return [.to: letters.last ?? ""] }
        return [.from: letters[0], .to: letters[1]]
    }
}
