import Korean

/// A phrase that the grammar of techniques allows. Two that say the same are equal, whatever words were written.
public struct TechniquePhrase: Hashable, Sendable {
    /// In Korean order, in the usage of the ITF’s books.
    public let words: [PhraseWord]
    /// In English, in the order of English: `left walking stance knife-hand low block`.
    public let meaning: String

    /// With blanks between the words.
    public var hangul: String { words.map(\.hangul).joined(separator: " ") }
    /// In the spelling of the school’s books.
    public var romanization: String { words.map(\.romanization).joined(separator: " ") }

    /// How it is said; nil for nothing that the grammar makes.
    public func pronunciation(_ pace: Pronunciation.Pace = .wordByWord) -> Pronunciation? {
        Pronunciation(of: hangul, pace: pace)
    }
}

/// What the grammar makes of words.
public enum PhraseReading: Hashable, Sendable {
    /// They are a phrase.
    case allowed(TechniquePhrase)
    /// They are none; why, in one sentence.
    case refused(String)

    /// The phrase, if it is one.
    public var phrase: TechniquePhrase? { if case .allowed(let phrase) = self { phrase } else { nil } }
}

/// A phrase part by part, not yet judged.
struct PhraseDraft: Hashable, Sendable {
    var leap: PhrasePart?
    var stanceSide: PhrasePart?
    var stance: PhraseParts.Standing?
    /// The hand’s or the foot’s, where no stance says it.
    var side: PhrasePart?
    var tool: PhraseParts.Tool?
    var section: PhrasePart?
    var arm: PhrasePart?
    var way: [String] = []
    var action: String?

    /// In canonical order.
    var parts: [(role: PhraseWord.Role, words: [String], english: String)] {
        var parts: [(role: PhraseWord.Role, words: [String], english: String)] = []
        let add = { (role: PhraseWord.Role, part: PhrasePart?) in if let part { parts.append((role, part.words, part.english)) } }
        add(.leap, leap)
        add(.side, stanceSide)
        add(.stance, stance?.part)
        add(.side, side)
        add(.tool, tool?.part)
        add(.section, section)
        add(.arm, arm)
        if !way.isEmpty { parts.append((.way, way, "")) }
        if let action { parts.append((.action, [action], craft?.english ?? "")) }
        return parts
    }

    var count: Int { parts.reduce(0) { $0 + $1.words.count } }

    /// What is done, of what the tool allows where there are several; nil for a stance alone and for what nobody does.
    var craft: Craft? {
        let named = crafts
        let tool = tool?.part.words.joined(separator: " ")
        return named.first { tool.map($0.tools.contains) ?? $0.isBare } ?? named.first
    }

    private var crafts: [Craft] { action.flatMap { Craft.named[way + [$0]] } ?? [] }

    var english: String { parts.map(\.english).filter { !$0.isEmpty }.joined(separator: " ") }
}
