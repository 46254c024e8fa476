import Kernel

/// The answers about items with due dates, by target and in order, in a form that any scheduler can
/// read.
///
/// A change of scheduler rebuilds memories from it, and FSRS fits its weights to it.
package struct ReviewLog: Sendable {
    /// An answer, reduced to the data that a scheduler needs.
    package struct Review: Sendable {
        package let rating: Rating
        package let moment: Moment
        let turn: Int
        package let run: Identifier<LoggedRun>
        /// The memory that the answer sets directly, or nil for an answer to a question.
        let placementSchedule: Schedule?
        /// The previous answer and schedule of the target, or nil for the first.
        let before: (latest: Identifier<Answer>, schedule: Schedule?)?

        init(_ answer: Answer) {
            rating = answer.rating
            moment = Moment(day: answer.day, instant: answer.at)
            turn = answer.turn
            run = answer.run
            placementSchedule = answer.isPlacement ? answer.after.schedule : nil
            before = answer.before.map { state in
                // The memory of another scheduler is dropped, because it is large and every
                // scheduler understands the box.
                (state.latest, state.memory.schedule.map { Schedule(box: $0.box, due: $0.due) })
            }
        }
    }

    /// The reviews of each target, in order.
    package private(set) var reviews: [Target: [Review]] = [:]
    /// The targets with missing answers on which later ones depend.
    package private(set) var incomplete: Set<Target> = []

    /// Reads the answers of some kinds.
    ///
    /// - Parameter progress: receives the number of answers read so far.
    init(
        of kinds: [PracticeKind], memories: [ItemMemory], in records: any PracticeRecords,
        progress: (_ answerCount: Int) throws -> Void
    ) throws {
        var (knownAnswers, answerCount): (Set<Identifier<Answer>>, Int) = ([], 0)
        try records.everyAnswer { answers in
            answerCount += answers.count
            for answer in answers where kinds.contains(answer.target.kind) {
                knownAnswers.insert(answer.id)
                reviews[answer.target, default: []].append(Review(answer))
            }
            try progress(answerCount)
        }
        for (target, targetReviews) in reviews {
            reviews[target] = targetReviews.sorted { ($0.moment.instant, $0.turn) < ($1.moment.instant, $1.turn) }
            if targetReviews.contains(where: { $0.before.map { !knownAnswers.contains($0.latest) } ?? false }) {
                incomplete.insert(target)
            }
        }
        for memory in memories where memory.schedule != nil && !knownAnswers.contains(memory.state.latest) {
            incomplete.insert(memory.target)
        }
    }

    /// Returns the schedule that a target's reviews produce, or nil without reviews. If the first
    /// reviews are missing, it starts from the target's box at that time.
    func schedule(of target: Target, _ rule: (Review) -> MemoryRule) -> Schedule? {
        guard let latest = reviews[target]?.last, let (schedule, last) = replay(target, rule) else { return nil }
        return latest.placementSchedule == nil ? rule(latest).movedToChosenDay(schedule, target, since: last) : schedule
    }

    /// Returns the schedule of every target under a rule, as if it had always applied, with the day
    /// of the latest answer.
    package func schedules(by rule: MemoryRule) -> [(target: Target, schedule: Schedule, last: Day)] {
        reviews.keys.sorted { $0.name < $1.name }.compactMap { target in
            replay(target) { _ in rule }.map { (target, rule.movedToChosenDay($0, target, since: $1), $1) }
        }
    }

    /// Returns the reviews that change a memory under a rule, for targets with complete logs. The
    /// weights are fitted to these.
    package func histories(by rule: MemoryRule) -> [[FSRSFit.Review]] {
        reviews.keys.filter { !incomplete.contains($0) }.sorted { $0.name < $1.name }.map { target in
            var countedReviews: [FSRSFit.Review] = []
            _ = replay(target, counting: { countedReviews.append(FSRSFit.Review($0.rating, on: $0.moment.day)) }) { _ in
                rule
            }
            return countedReviews
        }
    }

    /// Returns the schedule that a target's reviews produce under a rule for each, and the day of
    /// the last one. `counting` receives the reviews that change the schedule.
    private func replay(
        _ target: Target, counting: (Review) -> Void = { _ in }, _ rule: (Review) -> MemoryRule
    ) -> (schedule: Schedule, last: Day)? {
        guard let targetReviews = reviews[target] else { return nil }
        var schedule = targetReviews.first?.before?.schedule
        var last = nil as Day?
        for review in targetReviews {
            if let stated = review.placementSchedule {
                schedule = stated
                last = review.moment.day
                continue
            }
            guard let rule = rule(review).dueDateRule, case .daily(let scheduler, _) = rule,
                !rule.isSettled(schedule.map(Memory.schedule), last: last, on: review.moment.day)
            else { continue }
            counting(review)
            schedule = scheduler.schedule(after: review.rating, from: schedule, at: review.moment)
            last = review.moment.day
        }
        guard let schedule, let last else { return nil }
        return (schedule, last)
    }
}

extension PracticeRecords {
    private static var pageSize: Int { 1000 }

    /// Calls `body` with all answers of each run, reading a page at a time, so that a log of years
    /// is never in memory as a whole.
    fileprivate func everyAnswer(_ body: ([Answer]) throws -> Void) throws {
        var selection = Answer.byRun.all
        var seenAnswers = Set<Identifier<Answer>>()
        while true {
            let page = try unit.transaction.records(selection.limit(Self.pageSize))
            let newAnswers = page.filter { !seenAnswers.contains($0.id) }
            guard let last = newAnswers.last else { return }
            try body(newAnswers)
            seenAnswers = [last.id]
            selection = Answer.byRun.from(IndexKey(last.run, last.turn, last.at, last.id))
        }
    }
}
