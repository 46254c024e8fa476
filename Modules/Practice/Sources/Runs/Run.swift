import Kernel

/// A run of an exercise with its answers so far: where the learner stands in it. Moved on by `PracticeLog`.
public struct Run<Kind: Exercise>: Sendable {
    /// What is done.
    public let exercise: Kind
    /// What it goes through, in this order: what was planned, and what its answers added.
    public private(set) var items: [Kind.Item]
    private let planned: [Kind.Item]
    /// What the exercise must know to go on.
    public let settings: Kind.Settings
    /// How it stands in the log, but that its place is where the answers have brought it.
    public internal(set) var log: LoggedRun
    /// Its answers, oldest first.
    public internal(set) var answers: [Answer] {
        didSet { follow() }
    }

    init(_ exercise: Kind, _ log: LoggedRun, items: [Kind.Item], settings: Kind.Settings, answers: [Answer] = []) {
        (self.exercise, self.planned, self.items, self.settings) = (exercise, items, items, settings)
        (self.log, self.answers) = (log, answers)
        follow()
        self.log = log.standing(behind: answers, added: self.items.count - items.count)
    }

    private mutating func follow() {
        items = exercise.course(planned, behind: answers)
        log.added = items.count - planned.count
    }

    /// Its identifier.
    public var id: Identifier<LoggedRun> { log.id }
    /// What it is about: a pattern's id, a set's; empty for several.
    public var subject: String { log.subject }
    /// The number of the item that comes now, from 0; as many as there are items when none is left.
    public var place: Int { log.place }
    /// The item that comes now; nil when none is left.
    public var item: Kind.Item? { items.indices.contains(place) ? items[place] : nil }
    /// Whether every item was passed.
    public var isDone: Bool { item == nil }
    /// How many are left.
    public var remaining: Int { items.count - place }
    /// How many were passed over without an answer.
    public var skipped: Int { max(0, place - Set(answers.map(\.place)).count) }
    /// Right answers.
    public var right: Int { answers.count { $0.isRight } }
    /// Time spent on answers.
    public var milliseconds: Int { answers.reduce(0) { $0 + $1.milliseconds } }
    /// The share of right answers, 0…1; 0 without answers.
    public var accuracy: Double { Figures.share(right, of: answers.count) }
    /// The share of all fields that were right, in thousandths; 0 without answers.
    public var share: Int {
        let fields = answers.flatMap(\.fields)
        return fields.isEmpty ? 0 : fields.count { $0.isRight } * Level.full / fields.count
    }
    /// Decides what chance decides for the item that comes now, the same whenever it is looked at.
    public var seed: UInt64 { UInt64(bitPattern: Int64(log.seed)) &+ UInt64(place) }
}
