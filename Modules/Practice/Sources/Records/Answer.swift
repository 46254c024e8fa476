import Kernel

/// An answer in the log. It is immutable, and undoing it deletes the record.
package struct Answer: Storable, Hashable {
    /// The maximum time that counts for one answer, in milliseconds.
    package static let maximumMilliseconds = 60_000

    /// The identifier, assigned before saving, so that saving the answer twice has no further
    /// effect.
    package let id: Identifier<Answer>
    package let run: Identifier<LoggedRun>
    package let target: Target
    /// The question in terms of its exercise, such as `stance`.
    package let question: String
    /// The position among the answers of the run, from 0, because several answers may share a
    /// millisecond.
    package let turn: Int
    /// The place of the run before the answer, and the place after it.
    package let place, next: Int
    package let at: Instant
    /// The learner's local day at that time, unaffected by later travel.
    package let day: Day
    package let evidence: Evidence
    package private(set) var fields: [Mark.Field]
    package private(set) var rating: Rating
    /// The time from showing the task to the answer, 0…60,000. Longer times count as a minute.
    package let milliseconds: Int
    /// The previous memory, or nil for the first answer.
    package private(set) var before: MemoryState?
    /// The question of an answer that sets a memory directly, as a placement does. Memory rules
    /// accept its memory unchanged.
    package static let placementQuestion = "placed"
    package var isPlacement: Bool { question == Answer.placementQuestion }
    package private(set) var after: Memory
    /// True if the learner overruled a wrong judgment, or else nil.
    package private(set) var isCountedRight: Bool?
    /// The answer given instead, if it was wrong and the exercise reports it, or nil. Older answers
    /// have nil.
    package private(set) var instead: ConfusedAnswer?
    /// Whether the target was already answered that day, in an exercise that counts one answer a
    /// day. A repeat does not change the memory.
    package private(set) var isRepeat: Bool

    package init(
        id: Identifier<Answer>, run: Identifier<LoggedRun>, target: Target, question: String, turn: Int, place: Int,
        next: Int, at moment: Moment, _ mark: Mark, milliseconds: Int, before: MemoryState?, after: Memory,
        isRepeat: Bool = false
    ) {
        self.id = id
        self.run = run
        self.target = target
        self.question = question
        self.turn = turn
        self.place = place
        self.next = next
        at = moment.instant
        day = moment.day
        evidence = mark.evidence
        fields = mark.fields
        rating = mark.rating
        self.milliseconds = min(max(milliseconds, 0), Answer.maximumMilliseconds)
        self.before = before
        self.after = after
        isCountedRight = nil
        self.isRepeat = isRepeat
        instead = mark.instead
    }

    init(_ answer: Answer, before: MemoryState?, after: Memory, isRepeat: Bool) {
        self = answer
        self.before = before
        self.after = after
        self.isRepeat = isRepeat
    }

    init(countingRight answer: Answer, after: Memory) {
        self = answer
        rating = .good
        fields = answer.fields.map { Mark.Field($0.name, isRight: true) }
        self.after = after
        isCountedRight = true
        instead = nil
    }

    package init(from decoder: any Decoder) throws {
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
        milliseconds = try values.number(.milliseconds, within: 0...Answer.maximumMilliseconds)
        before = try values.decodeIfPresent(MemoryState.self, forKey: .before)
        after = try values.decode(Memory.self, forKey: .after)
        isCountedRight = try values.decodeIfPresent(Bool.self, forKey: .isCountedRight)
        isRepeat = try values.decodeIfPresent(Bool.self, forKey: .isRepeat) ?? false
        instead = try values.decodeIfPresent(ConfusedAnswer.self, forKey: .instead)
        guard !fields.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .fields, in: values, debugDescription: "an answer without fields")
        }
    }

    package var mark: Mark { Mark(evidence, fields, rating: rating, instead: instead) }
    package var isRight: Bool { mark.isRight }
    /// Whether the target was at a learning step of that day. Such an answer changes the memory but
    /// is not a further first answer.
    ///
    /// Answers that change a level always count, so they are never at a step.
    package var isAtLearningStep: Bool {
        before?.last == day && before?.memory.level == nil && before?.memory.schedule?.dueAt != nil
    }
    /// The share of right fields, in thousandths, 0…1000.
    package var share: Int { mark.share }

    package static let byRun = Index<Answer, IndexKey>.ordered("run") { IndexKey($0.run, $0.turn, $0.at, $0.id) }
    /// The answers of each target, used to rebuild its memory.
    static let byTarget = Index<Answer, IndexKey>.ordered("target") {
        IndexKey($0.target.kind.rawValue, $0.target.subject, $0.target.part, $0.at, $0.turn, $0.id)
    }
    package static let collection = RecordCollection<Answer>("practice.answers", indexes: [byRun, byTarget])
}
