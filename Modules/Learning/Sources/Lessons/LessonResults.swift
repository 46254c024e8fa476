import Kernel

extension PracticeSitting {
    /// The item that comes next; nil when none is left.
    var next: Mastery.Item? { item.flatMap(Mastery.Item.init(named:)) }

    /// How many are left.
    public var remaining: Int { max(0, session.items.count - session.place) }

    /// Whether answers are typed where they are short enough.
    public var isTyped: Bool { session.settings[PracticeSitting.answering] == "type" }

    static let answering = "answer"

    /// What each item that was answered came to, in thousandths; the latest answer counts. In a grading everything counts for the grade, and an
    /// answer says by its question which item it was.
    var shares: [String: Int] {
        Dictionary(answers.map { ($0.item.kind == .grading ? $0.question : $0.item.name, $0.share) }, uniquingKeysWith: { $1 })
    }
}

extension PracticeAnswer {
    /// The share of its fields that are right, in thousandths; 0…1000.
    public var share: Int { parts.isEmpty ? 0 : parts.count { $0.isRight } * 1000 / parts.count }
}

/// What a run brought.
public struct LessonResults: Sendable {
    /// The run.
    public let run: PracticeSitting
    /// The set, page or grade, for people.
    public let title: String
    /// How well the subjects that were met are known by now, 0…1000 each, in the order in which they came; none for reading.
    public let standings: [(subject: String, level: Int)]

    /// The share of right answers, 0…1; 0 without answers.
    public var accuracy: Double { Figures.share(run.right, of: run.answers.count) }
    /// The items that were not right, in the order in which they came.
    public var missed: [Mastery.Item] { run.answers.filter { !$0.isRight }.map(\.item) }
}

extension StudyLog {
    /// How many sessions back one that was left is looked for.
    static let lookback = 200

    /// A session that goes on, with its answers.
    func sitting(at session: PracticeSession) throws -> PracticeSitting {
        PracticeSitting(session: session, answers: try repository.practiceAnswers(in: session.id))
    }
}
