import Kernel

/// The answers about things that come back by dates, as any scheduler can read them again: by target, in the order in which they were given. It is
/// what a change of scheduler rebuilds memory from, and what FSRS learns its weights from.
public struct ReviewLog: Sendable {
    /// One answer, as far as a scheduler asks.
    public struct Review: Sendable {
        /// How well it was known.
        public let rating: Rating
        /// The learner's day and the clock.
        public let moment: Moment
        /// Its number within its run.
        let turn: Int
        /// The run in which it was given.
        public let run: Identifier<LoggedRun>
        /// What it states of memory; nil for one that was asked.
        let stated: Schedule?
        /// The answer that it was built upon, and where its target lay then; nil for the first.
        let before: (latest: Identifier<Answer>, schedule: Schedule?)?

        init(_ answer: Answer) {
            (rating, moment) = (answer.rating, Moment(day: answer.day, instant: answer.at))
            (turn, run) = (answer.turn, answer.run)
            stated = answer.isStated ? answer.after.schedule : nil
            before = answer.before.map { state in
                // What another scheduler remembered is not kept: it is long, and the box is what all of them understand.
                (state.latest, state.memory.schedule.map { Schedule(box: $0.box, due: $0.due) })
            }
        }
    }

    /// The reviews of each target, the earliest first.
    public private(set) var reviews: [Target: [Review]] = [:]
    /// Targets of which answers are missing that others were built upon.
    public private(set) var incomplete: Set<Target> = []

    /// The answers of some kinds.
    ///
    /// - Parameter telling: called with how many answers have been read.
    init(
        of kinds: [PracticeKind], memories: [ItemMemory], in records: any PracticeRecords, telling: (_ read: Int) throws -> Void
    ) throws {
        var (known, read): (Set<Identifier<Answer>>, Int) = ([], 0)
        try records.everyAnswer { answers in
            read += answers.count
            for answer in answers where kinds.contains(answer.target.kind) {
                known.insert(answer.id)
                reviews[answer.target, default: []].append(Review(answer))
            }
            try telling(read)
        }
        for (target, given) in reviews {
            reviews[target] = given.sorted { ($0.moment.instant, $0.turn) < ($1.moment.instant, $1.turn) }
            if given.contains(where: { $0.before.map { !known.contains($0.latest) } ?? false }) { incomplete.insert(target) }
        }
        for memory in memories where memory.schedule != nil && !known.contains(memory.state.latest) {
            incomplete.insert(memory.target)
        }
    }

    /// The schedule that the reviews of a target come to; nil where there are none. Where the first of them are missing, it begins in the box where
    /// the target lay then.
    func schedule(of target: Target, _ rule: (Review) -> MemoryRule) -> Schedule? {
        guard let latest = reviews[target]?.last, let (schedule, last) = replay(target, rule) else { return nil }
        return latest.stated == nil ? rule(latest).placed(schedule, target, since: last) : schedule
    }

    /// What a rule remembers of every target after all its reviews, and since when: as if it had been followed all the time.
    public func schedules(by rule: MemoryRule) -> [(target: Target, schedule: Schedule, last: Day)] {
        reviews.keys.sorted { $0.name < $1.name }.compactMap { target in
            replay(target) { _ in rule }.map { (target, rule.placed($0, target, since: $1), $1) }
        }
    }

    /// The reviews that move memory by a rule, of every target whose log is whole: what weights are fitted to.
    public func histories(by rule: MemoryRule) -> [[FSRSFit.Review]] {
        reviews.keys.filter { !incomplete.contains($0) }.sorted { $0.name < $1.name }.map { target in
            var counted: [FSRSFit.Review] = []
            _ = replay(target, counting: { counted.append(FSRSFit.Review($0.rating, on: $0.moment.day)) }) { _ in rule }
            return counted
        }
    }

    private func replay(
        _ target: Target, counting: (Review) -> Void = { _ in }, _ rule: (Review) -> MemoryRule
    ) -> (schedule: Schedule, last: Day)? {
        guard let given = reviews[target] else { return nil }
        var (schedule, last) = (given.first?.before?.schedule, nil as Day?)
        for review in given {
            if let stated = review.stated {
                (schedule, last) = (stated, review.moment.day)
                continue
            }
            guard let rule = rule(review).dated, case .daily(let scheduler, _) = rule,
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
    /// So many answers are read at once.
    private static var page: Int { 1000 }

    /// Every answer, run by run, a page at a time: a log of years never stands in memory whole.
    fileprivate func everyAnswer(_ body: ([Answer]) throws -> Void) throws {
        var (selection, seen) = (Answer.byRun.all, Set<Identifier<Answer>>())
        while true {
            let page = try unit.transaction.records(selection.limit(Self.page))
            let fresh = page.filter { !seen.contains($0.id) }
            guard let last = fresh.last else { return }
            try body(fresh)
            seen = [last.id]
            selection = Answer.byRun.from(IndexKey(last.run, last.turn, last.at, last.id))
        }
    }
}
