import Content
import Kernel
import Practice

/// The scheduler's data about a card: its recall and its next date.
package struct CardOutlook: Sendable {
    package let card: Card
    package let term: Term
    package let scheduling: Scheduling
    /// The memory of the card, or nil if it has no answers.
    package let state: MemoryState?
    /// The FSRS state, or nil with Leitner.
    package let memory: FSRSState?
    /// The probability of recall today and on the next date, 0…1, or nil for a card without
    /// answers.
    package let today, onReturn: Double?
    package let isSetAside: Bool

    /// The box and date, or nil for a card without answers.
    package var schedule: Schedule? { state?.memory.schedule }
}

extension Flashcards {
    /// Returns the scheduler's data about both cards of a word.
    package func outlooks(of term: Term) throws -> [CardOutlook] {
        let scheduler = try scheduler()
        let scheduling = try settings().scheduling
        let setAsideCards = try setAside()
        return try Direction.allCases.map { direction in
            let card = Card(term: term.id, direction: direction)
            return outlook(
                card, term, try log.memory(of: card.target), scheduler, scheduling,
                isSetAside: setAsideCards.contains(card))
        }
    }

    /// Returns the scheduler's data about every open card with answers, least likely to be known
    /// first.
    package func outlooks() throws -> [CardOutlook] {
        let scheduler = try scheduler()
        let scheduling = try settings().scheduling
        let setAsideCards = try setAside()
        let outlooks = try log.memories(of: .flashcards).compactMap { memory -> CardOutlook? in
            guard let card = memory.card, let term = library.term(card.term), learner.syllabus.opens(term.grade) else {
                return nil
            }
            return outlook(card, term, memory.state, scheduler, scheduling, isSetAside: setAsideCards.contains(card))
        }
        return outlooks.sorted { ($0.today ?? 0, $0.card.name) < ($1.today ?? 0, $1.card.name) }
    }

    /// Returns the scheduler's data about one card.
    private func outlook(
        _ card: Card, _ term: Term, _ state: MemoryState?, _ scheduler: any Scheduler, _ scheduling: Scheduling,
        isSetAside: Bool
    ) -> CardOutlook {
        let schedule = state?.memory.schedule
        return CardOutlook(
            card: card, term: term, scheduling: scheduling, state: state, memory: schedule.flatMap(FSRSState.init(of:)),
            today: state?.retrievability(on: log.today, by: scheduler),
            onReturn: schedule.flatMap { state?.retrievability(on: max($0.due, log.today), by: scheduler) },
            isSetAside: isSetAside)
    }

    // MARK: - Parameters

    /// The result of an optimization of the FSRS parameters.
    package struct Optimized: Sendable {
        package let fit: FSRSFit
        package let settings: StudySettings
        /// The rebuilt memories, or nil if none had to be rebuilt.
        package let rebuilt: Rebuilt?
    }

    /// Optimizes the parameters on the learner's own answers, and saves them if they predict
    /// held-out answers better.
    ///
    /// - Parameter progress: receives the progress in hundredths.
    /// - Throws: `tooFewReviews`, `weightsInvalid`, without having changed anything.
    package func optimize(progress: (_ hundredths: Int) throws -> Void = { _ in }) throws -> Optimized {
        let settings = try settings()
        let answers = max(1, try log.answerCount())
        let rule = MemoryRule.daily(FSRSScheduler(try settings.fsrs.fsrs()))
        let histories = try log.reviews(of: .flashcards) { try progress($0 * 30 / answers) }.histories(by: rule)
        let fit = try FSRSFit(histories, from: settings.fsrs.weights()) { try progress(30 + $0 * 40 / 100) }
        guard fit.isBetter else { return Optimized(fit: fit, settings: settings, rebuilt: nil) }
        let (newSettings, rebuilt) = try reschedule(progress: { try progress(70 + $0 * 30 / answers) }) {
            $0.fsrs.parameters = fit.weights.values
        }
        return Optimized(fit: fit, settings: newSettings, rebuilt: rebuilt)
    }

    // MARK: - Workload

    /// The forecast workload for a retention.
    package struct Workload: Sendable {
        /// The percentage of cards that are known when they come back.
        package let retention: Int
        /// The number of open cards, of cards met at the end, and of those known then.
        package let cards, met, known: Int
        package let loads: [StudySimulation.Load]

        /// The answers a day, averaged over all days.
        package var answers: Double { loads.reduce(0) { $0 + Double($1.answers) } / Double(max(1, loads.count)) }
        package var minutes: Double { loads.reduce(0) { $0 + $1.minutes } / Double(max(1, loads.count)) }
        package var maximumAnswers: Int { loads.map(\.answers).max() ?? 0 }
    }

    /// Simulates the coming days with FSRS for each retention, from the learner's present state.
    /// The simulated learner follows the FSRS parameters.
    ///
    /// - Parameters:
    ///   - newADay: new cards a day, or nil for the setting.
    ///   - progress: receives the progress in hundredths.
    package func workloads(
        _ retentions: [Int], days: Int, newADay: Int? = nil, progress: (_ hundredths: Int) throws -> Void = { _ in }
    ) throws -> [Workload] {
        let settings = try settings()
        let setAsideCards = try setAside()
        let answers = max(1, try log.answerCount())
        let reviews = try log.reviews(of: .flashcards) { try progress($0 * 50 / answers) }
        let openCards = Set(
            learner.syllabus.opened(in: library.terms).filter(\.hasKorean).flatMap { term in
                Direction.allCases.map { Card(term: term.id, direction: $0) }
            }
        ).subtracting(setAsideCards)
        let random = log.makeRandomSource()
        return try retentions.enumerated().map { number, retention in
            try progress(50 + 50 * number / retentions.count)
            var options = settings.fsrs
            options.retention = retention
            let rule = MemoryRule.daily(FSRSScheduler(try options.fsrs()))
            let startSchedules = reviews.schedules(by: rule).filter { Card($0.target).map(openCards.contains) ?? false }
            let plan = StudySimulation.Plan(
                items: openCards.count, days: days, newItemsPerDay: newADay ?? settings.newADay)
            let simulation = StudySimulation(
                plan, try learner(options), from: startSchedules, on: log.today, random: random
            ) { _ in
                rule
            }
            return Workload(
                retention: retention, cards: openCards.count, met: simulation.introducedCount,
                known: Int(simulation.expectedKnownCount.rounded()),
                loads: simulation.loads)
        }
    }

    /// Returns a simulated learner who follows the parameters and takes as long for an answer as
    /// the real learner.
    private func learner(_ options: FSRSOptions) throws -> SimulatedLearner {
        var learner = SimulatedLearner(try options.weights())
        let days = try log.days().filter { $0.kind == .flashcards }
        let answers = days.reduce(0) { $0 + $1.answers }
        let milliseconds = days.reduce(0) { $0 + $1.milliseconds }
        if answers >= 100 {
            let seconds = max(1, Double(milliseconds) / Double(answers) / 1000)
            learner.seconds = (seconds, seconds * 1.5, seconds * 2)
        }
        return learner
    }
}
