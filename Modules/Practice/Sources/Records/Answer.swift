import Kernel

/// One answer, as it stands in the log. Never changed; taking it back removes it.
public struct Answer: Storable, Hashable {
    /// The longest time that one answer counts for, in milliseconds.
    public static let longest = 60_000

    /// Given before it is kept: keeping it twice is keeping it once.
    public let id: Identifier<Answer>
    /// The run in which it was given.
    public let run: Identifier<LoggedRun>
    /// What it was about, and what moves in memory.
    public let target: Target
    /// How it was asked: a word of its exercise, such as `stance`.
    public let question: String
    /// Its number among the answers of its run, from 0: several answers may fall into one millisecond.
    public let turn: Int
    /// The place of its run before it, and where the run goes on after it.
    public let place, next: Int
    /// When.
    public let at: Instant
    /// The learner's local day then; it stays what it was when they travel.
    public let day: Day
    /// What it shows.
    public let evidence: Evidence
    /// Its fields, each graded; at least one.
    public let fields: [Mark.Field]
    /// How well it was known, as a scheduler counts.
    public let rating: Rating
    /// Time from showing to the answer; 0…60,000, what is longer counts as a minute.
    public let milliseconds: Int
    /// What was remembered before, or nil when this was the first answer.
    public let before: MemoryState?
    /// What an answer asks that states what is remembered instead of asking: a placement's. Rules take its memory as it is.
    public static let statement = "placed"
    /// Whether it states what is remembered.
    public var isStated: Bool { question == Answer.statement }
    /// The memory after it.
    public let after: Memory
    /// Whether the learner said that it was right although it was judged otherwise; nil for all others.
    public let isCountedRight: Bool?
    /// What was answered instead, where it was wrong and the exercise says what; nil in answers of before.
    public let instead: Instead?
    /// Whether its target had been answered that day already, by an exercise whose memory moves once a day: then it is practice and moves nothing.
    public let isRepeat: Bool

    /// An answer; a time outside 0…60,000 ms is moved to the nearest.
    public init(
        id: Identifier<Answer>, run: Identifier<LoggedRun>, target: Target, question: String, turn: Int, place: Int, next: Int,
        at moment: Moment, _ graded: Mark, milliseconds: Int, before: MemoryState?, after: Memory, isRepeat: Bool = false
    ) {
        (self.id, self.run, self.target, self.question) = (id, run, target, question)
        (self.turn, self.place, self.next) = (turn, place, next)
        (at, day) = (moment.instant, moment.day)
        (evidence, fields, rating) = (graded.evidence, graded.fields, graded.rating)
        self.milliseconds = min(max(milliseconds, 0), Answer.longest)
        (self.before, self.after, isCountedRight, self.isRepeat) = (before, after, nil, isRepeat)
        instead = graded.instead
    }

    /// The same answer, given behind something else.
    init(_ answer: Answer, before: MemoryState?, after: Memory, isRepeat: Bool) {
        (id, run, target, question) = (answer.id, answer.run, answer.target, answer.question)
        (turn, place, next, at, day) = (answer.turn, answer.place, answer.next, answer.at, answer.day)
        (evidence, rating, milliseconds, fields) = (answer.evidence, answer.rating, answer.milliseconds, answer.fields)
        (self.before, self.after, isCountedRight) = (before, after, answer.isCountedRight)
        (self.isRepeat, instead) = (isRepeat, answer.instead)
    }

    /// The same answer, right because the learner says so.
    init(countingRight answer: Answer, after: Memory) {
        (id, run, target, question) = (answer.id, answer.run, answer.target, answer.question)
        (turn, place, next, at, day) = (answer.turn, answer.place, answer.next, answer.at, answer.day)
        (evidence, rating, milliseconds) = (answer.evidence, .good, answer.milliseconds)
        fields = answer.fields.map { Mark.Field($0.name, isRight: true) }
        (before, self.after, isCountedRight) = (answer.before, after, true)
        (isRepeat, instead) = (answer.isRepeat, nil)
    }

    /// Reads an answer; numbers that cannot be, and an answer without fields, are damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Identifier<Answer>.self, forKey: .id)
        run = try values.decode(Identifier<LoggedRun>.self, forKey: .run)
        target = try values.decode(Target.self, forKey: .target)
        question = try values.decode(String.self, forKey: .question)
        turn = try values.number(.turn, within: Bounds.answers)
        place = try values.number(.place, within: Bounds.answers)
        next = try values.number(.next, within: Bounds.answers)
        at = try values.decode(Instant.self, forKey: .at)
        day = try values.decode(Day.self, forKey: .day)
        evidence = try values.decode(Evidence.self, forKey: .evidence)
        fields = try values.decode([Mark.Field].self, forKey: .fields)
        rating = try values.decode(Rating.self, forKey: .rating)
        milliseconds = try values.number(.milliseconds, within: 0...Answer.longest)
        before = try values.decodeIfPresent(MemoryState.self, forKey: .before)
        after = try values.decode(Memory.self, forKey: .after)
        isCountedRight = try values.decodeIfPresent(Bool.self, forKey: .isCountedRight)
        isRepeat = try values.decodeIfPresent(Bool.self, forKey: .isRepeat) ?? false
        instead = try values.decodeIfPresent(Instead.self, forKey: .instead)
        guard !fields.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .fields, in: values, debugDescription: "an answer without fields")
        }
    }

    /// What it was worth.
    public var mark: Mark { Mark(evidence, fields, rating: rating, instead: instead) }
    /// Whether every field is right.
    public var isRight: Bool { mark.isRight }
    /// Whether its target was at a learning step of that day: it moves memory, and is not another first answer. Every answer moves a level, and counts.
    public var isAtStep: Bool {
        before?.last == day && before?.memory.level == nil && before?.memory.schedule?.dueAt != nil
    }
    /// The share of its fields that are right, in thousandths, 0…1000.
    public var share: Int { mark.share }

    package static let byRun = Index<Answer, IndexKey>.ordered("run") { IndexKey($0.run, $0.turn, $0.at, $0.id) }
    /// What each target was answered, for whoever makes anew what is remembered of it.
    static let byTarget = Index<Answer, IndexKey>.ordered("target") {
        IndexKey($0.target.kind.rawValue, $0.target.subject, $0.target.part, $0.at, $0.turn, $0.id)
    }
    /// Where answers are kept.
    public static let collection = RecordCollection<Answer>("practice.answers", indexes: [byRun, byTarget])
}
