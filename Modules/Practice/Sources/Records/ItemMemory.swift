import Kernel

/// What is remembered of a target, and of how it came to that.
public struct MemoryState: Hashable, Codable, Sendable {
    /// Its schedule, or its level and maybe a schedule beside it.
    public let memory: Memory
    /// How often it was answered.
    public let answers: Int
    /// How often wholly right; never more than `answers`.
    public let right: Int
    /// The day of the latest answer.
    public let last: Day
    /// The latest answer: only that one can be taken back.
    public let latest: Identifier<Answer>
    /// What was answered instead, and how often; nil where nothing was, and in states of before.
    public let mistaken: Mistaken?

    /// A state from its parts.
    public init(
        memory: Memory, answers: Int, right: Int, last: Day, latest: Identifier<Answer>, mistaken: Mistaken? = nil
    ) {
        (self.memory, self.answers, self.right) = (memory, answers, right)
        (self.last, self.latest) = (last, latest)
        self.mistaken = mistaken.flatMap { $0.times.isEmpty ? nil : $0 }
    }

    /// The state after an answer; `before` it stands what was remembered until then. A repeat counts for nothing but that it was the latest.
    public init(after answer: Answer) {
        if answer.isRepeat, let before = answer.before {
            self.init(
                memory: before.memory, answers: before.answers, right: before.right, last: before.last, latest: answer.id,
                mistaken: before.mistaken)
            return
        }
        // At a learning step the first answer of the day has been counted.
        let one = answer.isAtStep ? 0 : 1
        self.init(
            memory: answer.after, answers: (answer.before?.answers ?? 0) + one,
            right: (answer.before?.right ?? 0) + (answer.isRight ? one : 0), last: answer.day, latest: answer.id,
            mistaken: (answer.before?.mistaken ?? Mistaken()).counting(answer.instead))
    }

    /// Reads a state; counts that cannot be are damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        memory = try values.decode(Memory.self, forKey: .memory)
        answers = try values.number(.answers, within: Bounds.answers)
        right = try values.number(.right, within: 0...answers)
        last = try values.decode(Day.self, forKey: .last)
        latest = try values.decode(Identifier<Answer>.self, forKey: .latest)
        mistaken = try values.decodeIfPresent(Mistaken.self, forKey: .mistaken)
    }
}

/// The memory of one target. There is one from the first answer on.
public struct ItemMemory: Storable, Hashable {
    /// As many misses make a leech, unless it has left the lower boxes since; a day counts one at most where memory moves once a day.
    public static let leechMisses = 8

    /// What it is the memory of.
    public let target: Target
    /// What is remembered.
    public let state: MemoryState

    /// Keeps the state under the name of what is remembered.
    public init(_ target: Target, _ state: MemoryState) { (self.target, self.state) = (target, state) }

    /// The target's name.
    public var id: Identifier<ItemMemory> { Self.id(of: target) }
    /// How often it was not wholly right.
    public var misses: Int { state.answers - state.right }
    /// When it comes back; nil for what is remembered by a level without a date.
    public var schedule: Schedule? { state.memory.schedule }
    /// 0…1000; 0 for what is remembered by a schedule.
    public var level: Int { state.memory.level?.value ?? 0 }

    /// What keeps being missed and needs another way of learning: at least eight misses, and still in box 3 or below.
    public var isLeech: Bool { misses >= Self.leechMisses && schedule.map { $0.box <= 3 } ?? false }

    /// The identifier of a target's memory.
    public static func id(of target: Target) -> Identifier<ItemMemory> { Identifier(target.name) }

    package static let byTarget = Index<ItemMemory, IndexKey>.ordered("target") {
        IndexKey($0.target.kind.rawValue, $0.target.subject, $0.target.part)
    }
    /// What comes back, by the day on which it does: who asks what is due reads keys, and no memory. What has a level stands apart from what has dates alone.
    static let byDue = Index<ItemMemory, IndexKey>.ordered("due") { memory in
        let (target, form) = (memory.target, memory.state.memory.level == nil ? dated : levelled)
        return memory.schedule.map { IndexKey(form, target.kind.rawValue, $0.due, target.subject, target.part) }
    }
    private static let (dated, levelled) = ("dated", "levelled")

    /// Where memories are kept.
    public static let collection = RecordCollection<ItemMemory>("practice.memory", indexes: [byTarget, byDue])

    /// Everything that has a level and comes back, for whoever asks something else at once.
    package static var returning: Selection<ItemMemory> { byDue.under(levelled) }

    /// What of a kind has no level and is due on a day or before.
    static func due(of kind: PracticeKind, until day: Day) -> Selection<ItemMemory> {
        byDue.from(IndexKey(dated, kind.rawValue), through: IndexKey(dated, kind.rawValue, day).endOfParts)
    }
}
