import Kernel

/// The memory of a target, with its history.
package struct MemoryState: Hashable, Codable, Sendable {
    /// The schedule, or the level with an optional schedule.
    package let memory: Memory
    /// The number of counted answers. Repeats and answers at learning steps are excluded.
    package let answers: Int
    /// The number of completely right answers, at most `answers`.
    package let right: Int
    /// The day of the latest counted answer.
    package let last: Day
    /// The latest answer, which is the only one that can be undone.
    package let latest: Identifier<Answer>
    /// The counts of confused answers, or nil if there are none. Older states have nil.
    package let mistaken: ConfusionCounts?

    package init(
        memory: Memory, answers: Int, right: Int, last: Day, latest: Identifier<Answer>,
        mistaken: ConfusionCounts? = nil
    ) {
        self.memory = memory
        self.answers = answers
        self.right = right
        self.last = last
        self.latest = latest
        self.mistaken = mistaken.flatMap { $0.times.isEmpty ? nil : $0 }
    }

    /// Creates the state after an answer, based on the state in its `before`. A repeat only becomes
    /// the latest answer.
    package init(after answer: Answer) {
        if answer.isRepeat, let before = answer.before {
            self.init(
                memory: before.memory, answers: before.answers, right: before.right, last: before.last,
                latest: answer.id, mistaken: before.mistaken)
            return
        }
        // At a learning step, the first answer of the day has already been counted.
        let countChange = answer.isAtLearningStep ? 0 : 1
        self.init(
            memory: answer.after, answers: (answer.before?.answers ?? 0) + countChange,
            right: (answer.before?.right ?? 0) + (answer.isRight ? countChange : 0), last: answer.day,
            latest: answer.id,
            mistaken: (answer.before?.mistaken ?? ConfusionCounts()).counting(answer.instead))
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        memory = try values.decode(Memory.self, forKey: .memory)
        answers = try values.number(.answers, within: Bounds.answers)
        right = try values.number(.right, within: 0...answers)
        last = try values.decode(Day.self, forKey: .last)
        latest = try values.decode(Identifier<Answer>.self, forKey: .latest)
        mistaken = try values.decodeIfPresent(ConfusionCounts.self, forKey: .mistaken)
    }
}

/// The memory of one target, created by its first answer.
package struct ItemMemory: Storable, Hashable {
    /// The number of misses that makes a leech, unless it has left the lower boxes. Exercises that
    /// count one answer a day add at most one miss a day.
    package static let leechMisses = 8

    package let target: Target
    package let state: MemoryState

    package init(_ target: Target, _ state: MemoryState) {
        self.target = target
        self.state = state
    }

    package var id: Identifier<ItemMemory> { Self.id(of: target) }
    /// The number of answers that were at least partly wrong.
    package var misses: Int { state.answers - state.right }
    /// The schedule, or nil for a level without a date.
    package var schedule: Schedule? { state.memory.schedule }
    /// The level, 0…1000, or 0 for a schedule alone.
    package var level: Int { state.memory.level?.value ?? 0 }

    /// Whether the item needs another way of learning: it has at least eight misses and is still in
    /// box 3 or below.
    package var isLeech: Bool { misses >= Self.leechMisses && schedule.map { $0.box <= 3 } ?? false }

    package static func id(of target: Target) -> Identifier<ItemMemory> { Identifier(target.name) }

    package static let byTarget = Index<ItemMemory, IndexKey>.ordered("target") {
        IndexKey($0.target.kind.rawValue, $0.target.subject, $0.target.part)
    }
    /// The due items by day. Queries for due items read only its keys, without memories. Items with
    /// a level are separate from those with a date only.
    static let byDue = Index<ItemMemory, IndexKey>.ordered("due") { memory in
        let target = memory.target
        let form = memory.state.memory.level == nil ? datedForm : leveledForm
        return memory.schedule.map { IndexKey(form, target.kind.rawValue, $0.due, target.subject, target.part) }
    }
    /// The first part of the index keys, which separates the two forms of memory.
    private static let (datedForm, leveledForm) = ("dated", "levelled")

    package static let collection = RecordCollection<ItemMemory>("practice.memory", indexes: [byTarget, byDue])

    /// The selection of all items with a level and a date, for callers that combine it with other
    /// prefetches.
    package static var scheduledLevels: Selection<ItemMemory> { byDue.under(leveledForm) }

    /// Returns the selection of items of a kind that have a date only and are due on or before a
    /// day.
    static func due(of kind: PracticeKind, until day: Day) -> Selection<ItemMemory> {
        byDue.from(IndexKey(datedForm, kind.rawValue), through: IndexKey(datedForm, kind.rawValue, day).endOfParts)
    }
}
