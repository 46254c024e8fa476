import Content
import Kernel
import Practice

/// A test item: a remembered target and the way of asking it.
package struct TestItem: Codable, Hashable, Sendable {
    package let target: Target
    /// The kind of question about a movement, or an empty string for targets with a single
    /// question.
    package let asks: String

    package init(_ target: Target, asks: String = "") {
        self.target = target
        self.asks = asks
    }

    /// Creates the item of an answer. A word that was never met is stored under another kind.
    init(_ answer: Answer) {
        let target = answer.target
        self.init(
            target.kind == .tests ? Target(.flashcards, target.subject, target.part) : target, asks: answer.question)
    }

    /// The key of items that reveal each other's answers: both sides of a word, one movement, or
    /// one exchange.
    var exclusionKey: String {
        switch target.kind {
        case .flashcards, .sparring: "\(target.kind.rawValue):\(target.subject)"
        default: target.name
        }
    }
}

/// The subject areas of tests.
package enum TestSubject: String, Codable, CaseIterable, Sendable, Comparable {
    case words
    case patterns
    case sparring
    case theory

    /// The relative weight in a comprehensive test.
    var weight: Double {
        switch self {
        case .words: 5
        case .patterns, .sparring: 1.5
        case .theory: 2
        }
    }

    /// Creates the test kind for a practice kind.
    init?(_ kind: PracticeKind) {
        switch kind {
        case .flashcards: self = .words
        case .patterns: self = .patterns
        case .sparring: self = .sparring
        case .theory: self = .theory
        default: return nil
        }
    }

    /// The display name, such as `Words`.
    package var title: String {
        switch self {
        case .words: "Words"
        case .patterns: "Patterns"
        case .sparring: "Step sparring"
        case .theory: "Theory"
        }
    }

    /// Compares two kinds by their order of declaration.
    package static func < (left: TestSubject, right: TestSubject) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}

/// A group of related questions: a category of words, a pattern, a kind of sparring or a theory
/// subject.
package struct TestArea: Codable, Hashable, Sendable, Comparable {
    package let kind: TestSubject
    /// The name, such as `stances`, `chon-ji`, `three-step` or `tenets`.
    package let name: String

    package init(kind: TestSubject, name: String) {
        self.kind = kind
        self.name = name
    }

    /// The display name, such as `Words: stances`.
    package var title: String { "\(kind.title): \(name)" }

    /// Compares two areas by kind and then by name.
    package static func < (left: TestArea, right: TestArea) -> Bool {
        (left.kind, left.name) < (right.kind, right.name)
    }
}

/// An item that a test may ask, with its estimates at the start of the test.
package struct TestCandidate: Hashable, Sendable {
    package let item: TestItem
    package let area: TestArea
    package let grade: Grade
    /// The difficulty for the learner, in thousandths of a logit.
    package let difficulty: Int
    /// Whether the learner had ever answered the item. An unmet word stays new.
    package let isMet: Bool

    var logits: Double { Double(difficulty) / 1000 }
}

extension TestCandidate: Codable {
    package init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        let kind = PracticeKind(rawValue: try row.decode(String.self))
        item = TestItem(
            Target(kind, try row.decode(String.self), try row.decode(String.self)), asks: try row.decode(String.self))
        area = TestArea(kind: try row.decode(TestSubject.self), name: try row.decode(String.self))
        grade = try row.decode(Grade.self)
        difficulty = try row.decode(Int.self)
        isMet = try row.decode(Bool.self)
        guard abs(difficulty) <= TestCandidate.hardest else {
            throw DecodingError.dataCorruptedError(in: row, debugDescription: "a difficulty that cannot be")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        for text in [
            item.target.kind.rawValue, item.target.subject, item.target.part, item.asks, area.kind.rawValue, area.name,
        ] {
            try row.encode(text)
        }
        try row.encode(grade)
        try row.encode(difficulty)
        try row.encode(isMet)
    }

    /// The largest stored difficulty, in thousandths of a logit.
    private static let hardest = 100_000
}
