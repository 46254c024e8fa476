import Kernel

/// A run of an exercise with its answers and current place. `PracticeLog` advances it.
package struct Run<Kind: Exercise>: Sendable {
    package let exercise: Kind
    /// The items in order: the plan and those added by answers.
    package private(set) var items: [Kind.Item]
    private let planned: [Kind.Item]
    /// The further data with which the run resumes.
    package let settings: Kind.Settings
    /// The logged run, at the place that its answers have reached.
    package internal(set) var log: LoggedRun
    package internal(set) var answers: [Answer] {
        didSet { updateItems() }
    }

    init(_ exercise: Kind, _ log: LoggedRun, items: [Kind.Item], settings: Kind.Settings, answers: [Answer] = []) {
        self.exercise = exercise
        self.planned = items
        self.items = items
        self.settings = settings
        self.log = log
        self.answers = answers
        updateItems()
        self.log = log.advanced(after: answers, added: self.items.count - items.count)
    }

    /// Adds the items that the present answers bring.
    private mutating func updateItems() {
        items = exercise.items(planned, after: answers)
        log.added = items.count - planned.count
    }

    package var id: Identifier<LoggedRun> { log.id }
    /// The subject: the identifier of a pattern or set, or empty for several.
    package var subject: String { log.subject }
    /// The index of the current item, or the number of items at the end.
    package var place: Int { log.place }
    /// The current item, or nil at the end.
    package var item: Kind.Item? { items.indices.contains(place) ? items[place] : nil }
    package var isDone: Bool { item == nil }
    package var remaining: Int { items.count - place }
    /// The number of items skipped without an answer.
    package var skipped: Int { max(0, place - Set(answers.map(\.place)).count) }
    package var right: Int { answers.count { $0.isRight } }
    package var milliseconds: Int { answers.reduce(0) { $0 + $1.milliseconds } }
    /// The share of right answers, 0…1, and 0 without answers.
    package var accuracy: Double { Figures.share(right, of: answers.count) }
    /// The share of right fields in thousandths, and 0 without answers.
    package var share: Int {
        let fields = answers.flatMap(\.fields)
        return fields.isEmpty ? 0 : fields.count { $0.isRight } * Level.full / fields.count
    }
    /// The random seed of the current item, constant across calls.
    package var seed: UInt64 { UInt64(bitPattern: Int64(log.seed)) &+ UInt64(place) }
}
