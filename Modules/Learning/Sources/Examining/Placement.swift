import Content
import Kernel
import Practice

/// What a placement makes of its answers: the words that are known beyond doubt become known, so that nobody meets three hundred of them as new.
public struct Placement: Sendable {
    /// A card that becomes known.
    public struct Known: Hashable, Sendable {
        /// One direction of a word.
        public let card: Card
        /// Where it is learned.
        public let grade: Grade
        /// How likely it is that it is known, 0…1.
        public let chance: Double
    }

    /// From here on a word counts as known: four of five such are.
    public static let enough = 0.8
    /// What was answered right may be somewhat less likely.
    static let shown = 0.5
    /// So many come up for a check each day from the next on, the least certain first.
    public static let aDay = 20

    let bank: QuestionBank
    let learner: Learner
    let moment: @Sendable () -> Moment

    /// The cards that a run shows to be known, the least certain first: of what was never answered and is open to the learner.
    ///
    /// - Parameter isNew: whether a card was never answered.
    func known(_ run: Run<TestExercise>, where isNew: (Card) throws -> Bool) rethrows -> [Known] {
        let (plan, answers) = (run.settings, run.answers)
        guard !answers.isEmpty else { return [] }
        let ability = plan.ability(after: answers.map { TestPlan.Given($0) })
        let asked = Dictionary(answers.map { (TestItem($0), $0.isRight) }, uniquingKeysWith: { $1 })
        return try bank.entries([.words], where: learner.syllabus.opens).compactMap { entry -> Known? in
            guard let card = Card(entry.item.target), try isNew(card) else { return nil }
            let chance = ability.knows(entry.difficulty)
            let least = asked[entry.item].map { $0 ? Placement.shown : 2 } ?? Placement.enough
            return chance >= least ? Known(card: card, grade: entry.grade, chance: chance) : nil
        }.sorted { ($0.chance, $0.card.name) < ($1.chance, $1.card.name) }
    }

    /// The box that a chance stands for.
    static func box(_ chance: Double) -> Int { chance >= 0.95 ? 5 : chance >= 0.9 ? 4 : 3 }

    /// Keeps what is known as answers of a run of its own, so that a memory that is made anew from the log finds them there.
    func keep(_ run: Run<TestExercise>, in unit: UnitOfWork) throws {
        let moment = moment()
        let known = try known(run) { try unit.transaction.record(ItemMemory.id(of: $0.target)) == nil }
        guard !known.isEmpty else { return }
        var marks = LoggedRun(
            id: Placement.marks(of: run.id), kind: .flashcards, subject: run.id.rawValue, activity: Placement.activity,
            startedAt: moment.instant, items: [],
            settings: .object([:]), seed: 0)
        marks.endedAt = moment.instant
        try unit.transaction.put(marks)
        for (turn, one) in known.enumerated() {
            let day = moment.day.adding(days: 1 + turn / Placement.aDay)
            let answer = Answer(
                id: Identifier("\(marks.id.rawValue)-\(turn)"), run: marks.id, target: one.card.target,
                question: Placement.activity,
                turn: turn, place: 0, next: 0, at: moment, Mark(.chosen, one.chance >= 0.9 ? .easy : .good), milliseconds: 0,
                before: nil, after: .schedule(Schedule(box: Placement.box(one.chance), due: day)))
            try unit.transaction.put(answer)
            try unit.transaction.put(ItemMemory(one.card.target, MemoryState(after: answer)))
        }
    }

    /// The run that holds what a placement has marked.
    static func marks(of run: Identifier<LoggedRun>) -> Identifier<LoggedRun> { Identifier("\(run.rawValue)-known") }

    static let activity = Answer.statement
}
