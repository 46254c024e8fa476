import Content
import Kernel
import Practice

/// What a session of the older log went through, which stood there in texts, in three grammars. What cannot be read of the items stays as it was,
/// and then the session does not go on.
struct FormerPlan: Decodable {
    let kind: PracticeKind
    let activity: String
    let items: [String]
    let settings: [String: String]

    func presentSettings() throws -> JSONValue {
        switch kind {
        case .sparring, .lineWork, .theory:
            try JSONValue(encoding: LessonExercise.Settings(isTyped: settings["answer"] == "type"))
        case .grading:
            try JSONValue(encoding: GradingExercise.Settings(learned: settings["learned"].flatMap(Grade.init(id:))))
        default: try JSONValue(encoding: settings)
        }
    }

    func presentItems() throws -> [JSONValue] {
        let sections = sections
        return try items.enumerated().map { place, item in
            let value: (any Encodable)? =
                switch kind {
                case .patterns where activity == "practice": Int(item)
                case .patterns: FormerPlan.asked(item)
                case .sparring, .lineWork, .theory: FormerPlan.target(item)
                case .grading:
                    sections.indices.contains(place)
                        ? FormerPlan.target(item).map { GradingExercise.Item(section: sections[place], task: $0) } : nil
                default: nil
                }
            return try value.map { try JSONValue(encoding: $0) } ?? .string(item)
        }
    }

    /// `lineWork:3,pattern:5` as a section an item.
    private var sections: [GradingSection] {
        (settings["sections"] ?? "").split(separator: ",").flatMap { piece -> [GradingSection] in
            let words = piece.split(separator: ":")
            guard words.count == 2, let section = GradingSection(rawValue: String(words[0])), let count = Int(words[1]),
                (0...items.count).contains(count)
            else { return [] }
            return Array(repeating: section, count: count)
        }
    }

    /// `chon-ji:5:stance`.
    private static func asked(_ text: String) -> PatternRound.Item? {
        let parts = text.split(separator: ":").map(String.init)
        guard parts.count == 3, let move = Int(parts[1]), let asks = PatternQuestion.Kind(rawValue: parts[2]) else { return nil }
        return PatternRound.Item(pattern: parts[0], move: move, asks: asks)
    }

    /// `theory:tenets:question-1`; a subject may hold colons.
    private static func target(_ text: String) -> Target? {
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pieces.count >= 3, let kind = pieces.first, let part = pieces.last else { return nil }
        return Target(
            PracticeKind(rawValue: String(kind)), pieces.dropFirst().dropLast().joined(separator: ":"), String(part))
    }
}
