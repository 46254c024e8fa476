import Content
import Kernel
import Practice

/// What the scheduler knows of a card: how well it is known, and when it comes next.
public struct CardOutlook: Sendable {
    /// The card and its term.
    public let card: Card
    /// The word.
    public let term: Term
    /// By what it comes back.
    public let scheduling: Scheduling
    /// What is remembered of it; nil for a card that was never answered.
    public let state: MemoryState?
    /// What FSRS remembers; nil with Leitner.
    public let memory: FSRSState?
    /// How likely it is to be known today, and on the day on which it comes: 0…1; nil for a card that was never answered.
    public let today, onReturn: Double?
    /// Whether the learner has set it aside.
    public let isSetAside: Bool

    /// Its box and day; nil for a card that was never answered.
    public var schedule: Schedule? { state?.memory.schedule }
}

extension Flashcards {
    /// What the scheduler knows of both cards of a word.
    public func outlooks(of term: Term) throws -> [CardOutlook] {
        let (scheduler, scheduling, aside) = (try scheduler(), try settings().scheduling, try setAside())
        return try Direction.allCases.map { direction in
            let card = Card(term: term.id, direction: direction)
            return outlook(card, term, try log.memory(of: card.target), scheduler, scheduling, isSetAside: aside.contains(card))
        }
    }

    /// What it knows of every card that was answered and is open, those first that are least likely to be known today.
    public func outlooks() throws -> [CardOutlook] {
        let (scheduler, scheduling, aside) = (try scheduler(), try settings().scheduling, try setAside())
        let all = try log.memories(of: .flashcards).compactMap { memory -> CardOutlook? in
            guard let card = memory.card, let term = library.term(card.term), learner.syllabus.opens(term.grade) else {
                return nil
            }
            return outlook(card, term, memory.state, scheduler, scheduling, isSetAside: aside.contains(card))
        }
        return all.sorted { ($0.today ?? 0, $0.card.name) < ($1.today ?? 0, $1.card.name) }
    }

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

    /// What a look for better parameters came to.
    public struct Optimised: Sendable {
        /// The parameters that were found, and how well they foretell.
        public let fit: FSRSFit
        /// What is settled now.
        public let settings: StudySettings
        /// What was rebuilt by them; nil where nothing had to be.
        public let rebuilt: Rebuilt?
    }

    /// Looks for parameters in the learner's own answers, and takes them where they foretell better what they have not seen.
    ///
    /// - Parameter telling: called with how far it is, in hundredths.
    /// - Throws: `tooFewReviews`, `weightsInvalid`, and then nothing is changed.
    public func optimise(telling: (_ hundredths: Int) throws -> Void = { _ in }) throws -> Optimised {
        let (settings, answers) = (try settings(), max(1, try log.answerCount()))
        let rule = MemoryRule.daily(FSRSScheduler(try settings.fsrs.fsrs()))
        let histories = try log.reviews(of: .flashcards) { try telling($0 * 30 / answers) }.histories(by: rule)
        let fit = try FSRSFit(histories, from: settings.fsrs.weights()) { try telling(30 + $0 * 40 / 100) }
        guard fit.isBetter else { return Optimised(fit: fit, settings: settings, rebuilt: nil) }
        let (changed, rebuilt) = try reschedule(telling: { try telling(70 + $0 * 30 / answers) }) {
            $0.fsrs.parameters = fit.weights.values
        }
        return Optimised(fit: fit, settings: changed, rebuilt: rebuilt)
    }

    // MARK: - Workload

    /// What a retention would ask of the coming days.
    public struct Workload: Sendable {
        /// Of a hundred cards, so many are known when they come back.
        public let retention: Int
        /// Cards that are open; those that are met at the end, and of them how many would be known then.
        public let cards, met, known: Int
        /// The days.
        public let loads: [StudySimulation.Load]

        /// Answers and minutes a day, over all days.
        public var answers: Double { loads.reduce(0) { $0 + Double($1.answers) } / Double(max(1, loads.count)) }
        /// Minutes a day, over all days.
        public var minutes: Double { loads.reduce(0) { $0 + $1.minutes } / Double(max(1, loads.count)) }
        /// The most answers of a day.
        public var most: Int { loads.map(\.answers).max() ?? 0 }
    }

    /// Lives the coming days in advance with FSRS, for each retention, from where the learner stands. They are taken to remember by their parameters.
    ///
    /// - Parameters:
    ///   - newADay: new cards a day; nil for what is settled.
    ///   - telling: called with how far it is, in hundredths.
    public func workloads(
        _ retentions: [Int], days: Int, newADay: Int? = nil, telling: (_ hundredths: Int) throws -> Void = { _ in }
    ) throws -> [Workload] {
        let (settings, aside, answers) = (try settings(), try setAside(), max(1, try log.answerCount()))
        let reviews = try log.reviews(of: .flashcards) { try telling($0 * 50 / answers) }
        let open = Set(
            learner.syllabus.opened(in: library.terms).filter(\.hasKorean).flatMap { term in
                Direction.allCases.map { Card(term: term.id, direction: $0) }
            }
        ).subtracting(aside)
        let random = log.split()
        return try retentions.enumerated().map { number, retention in
            try telling(50 + 50 * number / retentions.count)
            var wishes = settings.fsrs
            wishes.retention = retention
            let rule = MemoryRule.daily(FSRSScheduler(try wishes.fsrs()))
            let begun = reviews.schedules(by: rule).filter { Card($0.target).map(open.contains) ?? false }
            let plan = StudySimulation.Plan(things: open.count, days: days, newADay: newADay ?? settings.newADay)
            let lived = StudySimulation(plan, try learner(wishes), from: begun, on: log.today, random: random) { _ in rule }
            return Workload(
                retention: retention, cards: open.count, met: lived.met, known: Int(lived.known.rounded()), loads: lived.loads)
        }
    }

    /// Who remembers by the parameters, and takes as long for an answer as the learner does.
    private func learner(_ wishes: FSRSWishes) throws -> SimulatedLearner {
        var learner = SimulatedLearner(try wishes.weights())
        let days = try log.days().filter { $0.kind == .flashcards }
        let (answers, milliseconds) = (days.reduce(0) { $0 + $1.answers }, days.reduce(0) { $0 + $1.milliseconds })
        if answers >= 100 {
            let seconds = max(1, Double(milliseconds) / Double(answers) / 1000)
            learner.seconds = (seconds, seconds * 1.5, seconds * 2)
        }
        return learner
    }
}
