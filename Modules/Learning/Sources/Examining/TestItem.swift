import Content
import Kernel
import Practice

/// What a test asks: something of which memory is kept, and how it is asked.
public struct TestItem: Codable, Hashable, Sendable {
    /// What it is about.
    public let target: Target
    /// What of it, where several things can be asked: a kind of question about a movement; empty otherwise.
    public let asks: String

    /// What is asked about a target.
    public init(_ target: Target, asks: String = "") { (self.target, self.asks) = (target, asks) }

    /// The item that was answered. A word that was never met is kept under another kind.
    init(_ answer: Answer) {
        let target = answer.target
        self.init(
            target.kind == .tests ? Target(.flashcards, target.subject, target.part) : target, asks: answer.question)
    }

    /// What else would tell the answer: the other side of a word, the same movement, the same exchange.
    var neighbours: String {
        switch target.kind {
        case .flashcards, .sparring: "\(target.kind.rawValue):\(target.subject)"
        default: target.name
        }
    }
}

/// What tests ask about.
public enum TestKind: String, Codable, CaseIterable, Sendable, Comparable {
    /// Korean and English.
    case words
    /// Movements of patterns.
    case patterns
    /// Attack, defence, counter.
    case sparring
    /// What belts, patterns and tenets mean, history, etiquette.
    case theory

    /// How much of a test over everything it is, in parts.
    var weight: Double {
        switch self {
        case .words: 5
        case .patterns, .sparring: 1.5
        case .theory: 2
        }
    }

    /// The kind of what is remembered of it.
    init?(_ kind: PracticeKind) {
        switch kind {
        case .flashcards: self = .words
        case .patterns: self = .patterns
        case .sparring: self = .sparring
        case .theory: self = .theory
        default: return nil
        }
    }

    /// For people: `Words`.
    public var title: String {
        switch self {
        case .words: "Words"
        case .patterns: "Patterns"
        case .sparring: "Step sparring"
        case .theory: "Theory"
        }
    }

    /// In the order in which they are listed.
    public static func < (left: TestKind, right: TestKind) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}

/// What questions have in common: a category of words, a pattern, a kind of sparring, a subject of theory.
public struct TestArea: Codable, Hashable, Sendable, Comparable {
    /// What is asked.
    public let kind: TestKind
    /// `stances`, `chon-ji`, `three-step`, `tenets`.
    public let name: String

    /// An area of a kind.
    public init(kind: TestKind, name: String) { (self.kind, self.name) = (kind, name) }

    /// For people: `Words: stances`.
    public var title: String { "\(kind.title): \(name)" }

    /// By kind, then by name.
    public static func < (left: TestArea, right: TestArea) -> Bool { (left.kind, left.name) < (right.kind, right.name) }
}

/// An item that a test may ask, with what was believed of it when the test began.
public struct TestCandidate: Hashable, Sendable {
    /// What it asks.
    public let item: TestItem
    /// Where it counts.
    public let area: TestArea
    /// The grade at which it is learned.
    public let grade: Grade
    /// How hard it was for the learner, in thousandths of a logit.
    public let difficulty: Int
    /// Whether the learner had ever answered it; a word that was not met stays new.
    public let isMet: Bool

    var logits: Double { Double(difficulty) / 1000 }
}

extension TestCandidate: Codable {
    /// Written as a row, because a test keeps a hundred of them.
    public init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        let kind = PracticeKind(rawValue: try row.decode(String.self))
        item = TestItem(
            Target(kind, try row.decode(String.self), try row.decode(String.self)), asks: try row.decode(String.self))
        area = TestArea(kind: try row.decode(TestKind.self), name: try row.decode(String.self))
        grade = try row.decode(Grade.self)
        difficulty = try row.decode(Int.self)
        isMet = try row.decode(Bool.self)
        guard abs(difficulty) <= TestCandidate.hardest else {
            throw DecodingError.dataCorruptedError(in: row, debugDescription: "a difficulty that cannot be")
        }
    }

    /// Writes the row.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        for text in [item.target.kind.rawValue, item.target.subject, item.target.part, item.asks, area.kind.rawValue, area.name] {
            try row.encode(text)
        }
        try row.encode(grade)
        try row.encode(difficulty)
        try row.encode(isMet)
    }

    private static let hardest = 100_000
}
