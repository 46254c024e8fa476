import Content
import Kernel
import Learning
import Practice

/// The result of a placement: it marks well-known words, so that the learner need not meet hundreds
/// of them as new.
package struct Placement: Sendable {
    /// A card that a placement marks as known.
    package struct Known: Hashable, Sendable {
        package let card: Card
        package let grade: Grade
        /// The probability that the card is known, 0…1.
        package let chance: Double
    }

    /// The minimum probability of a marked word: four of five such words are known.
    package static let minimumChance = 0.8
    /// The minimum probability of a marked word that was answered right.
    static let minimumAnsweredChance = 0.5
    /// The number of marked cards to check each day from the next day on, the least certain first.
    package static let dailyChecks = 20

    let bank: QuestionBank
    let learner: Learner
    let moment: @Sendable () -> Moment

    /// Returns the cards that a run shows to be known, the least certain first.
    ///
    /// The result contains only open cards that were never answered.
    ///
    /// - Parameter isNew: returns whether a card was never answered.
    func knownCards(_ run: Run<TestExercise>, where isNew: (Card) throws -> Bool) rethrows -> [Known] {
        let plan = run.settings
        let answers = run.answers
        guard !answers.isEmpty else { return [] }
        let ability = plan.ability(after: answers.map { TestPlan.AnsweredItem($0) })
        let isRightByItem = Dictionary(answers.map { (TestItem($0), $0.isRight) }, uniquingKeysWith: { $1 })
        return try bank.entries([.words], where: learner.syllabus.opens).compactMap { entry -> Known? in
            guard let card = Card(entry.item.target), try isNew(card) else { return nil }
            let chance = ability.probabilityOfKnowing(entry.difficulty)
            // No chance reaches 2, so a word that was answered wrong stays unmarked.
            let minimum =
                isRightByItem[entry.item].map { $0 ? Placement.minimumAnsweredChance : 2 } ?? Placement.minimumChance
            return chance >= minimum ? Known(card: card, grade: entry.grade, chance: chance) : nil
        }.sorted { ($0.chance, $0.card.name) < ($1.chance, $1.card.name) }
    }

    /// Returns the Leitner box for a probability.
    static func box(_ chance: Double) -> Int { chance >= 0.95 ? 5 : chance >= 0.9 ? 4 : 3 }

    /// Saves the known cards as answers of a separate run, so that a memory rebuilt from the log
    /// includes them.
    func save(_ run: Run<TestExercise>, in unit: UnitOfWork) throws {
        let moment = moment()
        let cards = try knownCards(run) { try unit.transaction.record(ItemMemory.id(of: $0.target)) == nil }
        guard !cards.isEmpty else { return }
        var markRun = LoggedRun(
            id: Placement.marks(of: run.id), kind: .flashcards, subject: run.id.rawValue, activity: Placement.activity,
            startedAt: moment.instant, items: [], settings: .object([:]), seed: 0)
        markRun.endedAt = moment.instant
        try unit.transaction.put(markRun)
        for (turn, knownCard) in cards.enumerated() {
            let day = moment.day.adding(days: 1 + turn / Placement.dailyChecks)
            let answer = Answer(
                id: Identifier("\(markRun.id.rawValue)-\(turn)"), run: markRun.id, target: knownCard.card.target,
                question: Placement.activity,
                turn: turn, place: 0, next: 0, at: moment, Mark(.chosen, knownCard.chance >= 0.9 ? .easy : .good),
                milliseconds: 0, before: nil, after: .schedule(Schedule(box: Placement.box(knownCard.chance), due: day))
            )
            try unit.transaction.put(answer)
            try unit.transaction.put(ItemMemory(knownCard.card.target, MemoryState(after: answer)))
        }
    }

    /// Returns the identifier of the run that contains the marks of a placement.
    static func marks(of run: Identifier<LoggedRun>) -> Identifier<LoggedRun> { Identifier("\(run.rawValue)-known") }

    static let activity = Answer.placementQuestion
}
