import Korean

/// A phrase as separate parts, before validation.
struct PhraseDraft: Hashable, Sendable {
    var leap: PhrasePart?
    var stanceSide: PhrasePart?
    var stance: PhraseParts.StancePart?
    var side: PhrasePart?
    var tool: PhraseParts.Tool?
    var section: PhrasePart?
    var arm: PhrasePart?
    var manner: [String] = []
    var action: String?

    /// The parts in canonical order.
    var parts: [(role: PhraseWord.Role, words: [String], english: String)] {
        var parts: [(role: PhraseWord.Role, words: [String], english: String)] = []
        let add = { (role: PhraseWord.Role, part: PhrasePart?) in
            if let part { parts.append((role, part.words, part.english)) }
        }
        add(.leap, leap)
        add(.side, stanceSide)
        add(.stance, stance?.part)
        add(.side, side)
        add(.tool, tool?.part)
        add(.section, section)
        add(.arm, arm)
        if !manner.isEmpty { parts.append((.way, manner, "")) }
        if let action { parts.append((.action, [action], technique?.english ?? "")) }
        return parts
    }

    var count: Int { parts.reduce(0) { $0 + $1.words.count } }

    /// The technique that the tool allows; nil for a stance alone and for a combination that does
    /// not exist.
    var technique: NamedTechnique? {
        let techniques = namedTechniques
        let tool = tool?.part.words.joined(separator: " ")
        return techniques.first { tool.map($0.tools.contains) ?? $0.allowsNoTool } ?? techniques.first
    }

    /// The techniques of this manner and action, which differ in their tools.
    private var namedTechniques: [NamedTechnique] { action.flatMap { NamedTechnique.byWords[manner + [$0]] } ?? [] }

    var english: String { parts.map(\.english).filter { !$0.isEmpty }.joined(separator: " ") }
}
