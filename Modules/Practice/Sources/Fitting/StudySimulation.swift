import Kernel

/// A simulated learner, who recalls items as FSRS predicts with hidden weights of their own.
package struct SimulatedLearner: Sendable {
    package let weights: FSRSWeights
    /// The seconds for a recalled, a missed and a new item.
    package var seconds = (recalled: 8.0, missed: 12.0, new: 20.0)
    /// The percentages of recalled answers that are hard and easy, and of new items that are missed
    /// at first.
    package var answerShares = (hard: 10, easy: 12, missedAtFirst: 25)

    package init(_ weights: FSRSWeights = .standard) { self.weights = weights }

    /// Creates a random learner, whose weights differ from the standard ones by up to a number of
    /// hundredths.
    package init(maximumDeviation hundredths: Int, _ random: inout RandomSource) {
        var values = FSRSWeights.standard.values
        for (index, bounds) in FSRSWeights.bounds.enumerated() {
            let share = 1 + Double(Int.random(in: -hundredths...hundredths, using: &random)) / 100
            values[index] = min(max(values[index] * share, bounds.lowerBound), bounds.upperBound)
        }
        for rating in 1..<Rating.allCases.count { values[rating] = max(values[rating], values[rating - 1]) }
        self.init(FSRSWeights(trusted: values))
    }
}

/// A simulation of days of study with a scheduler and a simulated learner.
///
/// It is pure: equal seeds give equal days.
package struct StudySimulation: Sendable {
    /// The inputs of a simulation.
    package struct Plan: Sendable {
        package var items: Int
        package var days: Int
        /// The maximum number of new items a day.
        package var newItemsPerDay: Int
        /// The maximum minutes a day, or nil for no limit. Due items that do not fit wait.
        package var minutes: Double?
        /// The percentage of days without study.
        package var daysOff = 0
        /// The number of days over which unmet items are spread, recalculated daily as for a
        /// grading date. Nil means `newItemsPerDay` items a day.
        package var introductionDays: Int?

        package init(items: Int, days: Int, newItemsPerDay: Int, minutes: Double? = nil, daysOff: Int = 0) {
            self.items = items
            self.days = days
            self.newItemsPerDay = newItemsPerDay
            self.minutes = minutes
            self.daysOff = daysOff
        }

        /// Returns the maximum number of new items on a day.
        ///
        /// - Parameters:
        ///   - number: the day, counted from 0.
        ///   - met: the number of items introduced before.
        fileprivate func newItemLimit(on number: Int, met: Int) -> Int {
            guard let introductionDays else { return newItemsPerDay }
            let days = introductionDays - number
            return days <= 0 ? 0 : min(newItemsPerDay, (max(0, items - met) + days - 1) / days)
        }
    }

    /// The workload of a day.
    package struct Load: Hashable, Sendable {
        package var answers = 0
        package var minutes = 0.0
    }

    /// The workload of each day, first day first.
    package private(set) var loads: [Load] = []
    /// The number of items that were introduced.
    package var introducedCount: Int { simulatedItems.count }
    /// The expected number of items known on the day after the last: the sum of their
    /// probabilities.
    package private(set) var expectedKnownCount = 0.0

    package var minutes: Double { loads.reduce(0) { $0 + $1.minutes } }
    package var answers: Int { loads.reduce(0) { $0 + $1.answers } }

    /// An item with its scheduled memory and its true memory.
    private struct SimulatedItem {
        let target: Target
        var memory: Memory?
        var stability: Double
        var difficulty: Double
        var last: Int
    }

    private let learner: SimulatedLearner
    private let curve: FSRS.Curve
    private var simulatedItems: [SimulatedItem] = []
    private var random: RandomSource

    /// Simulates the days of a plan.
    ///
    /// - Parameters:
    ///   - schedules: the initial FSRS memories.
    ///   - first: the first day.
    ///   - rule: returns the memory rule of a day, counted from 0.
    package init(
        _ plan: Plan, _ learner: SimulatedLearner,
        from schedules: [(target: Target, schedule: Schedule, last: Day)] = [],
        on first: Day = Day(ordinal: 20_000), random: RandomSource, by rule: (_ day: Int) -> MemoryRule
    ) {
        self.learner = learner
        self.random = random
        curve = FSRS.Curve(learner.weights)
        simulatedItems = schedules.compactMap { target, schedule, last in
            FSRSState(memory: schedule.memory).map {
                SimulatedItem(
                    target: target, memory: .schedule(schedule), stability: $0.stability, difficulty: $0.difficulty,
                    last: last.ordinal)
            }
        }
        for number in 0..<max(0, plan.days) {
            simulate(
                first.adding(days: number), plan, rule(number),
                newItemLimit: plan.newItemLimit(on: number, met: simulatedItems.count))
        }
        let dayAfterLast = first.ordinal + plan.days
        expectedKnownCount = simulatedItems.reduce(0) {
            $0 + curve.retrievability(of: $1.stability, after: Double(max(0, dayAfterLast - $1.last)))
        }
    }

    /// Simulates a day: due items first, then new ones, until the minutes are over.
    private mutating func simulate(_ day: Day, _ plan: Plan, _ rule: MemoryRule, newItemLimit: Int) {
        var load = Load()
        defer { loads.append(load) }
        guard Int.random(in: 0..<100, using: &random) >= plan.daysOff else { return }
        let limit = plan.minutes.map { $0 * 60 } ?? .infinity
        var seconds = 0.0
        let due = simulatedItems.indices.filter { simulatedItems[$0].memory?.schedule?.isDue(on: day) ?? false }
            .sorted {
                (simulatedItems[$0].memory?.schedule?.due ?? day, $0) < (
                    simulatedItems[$1].memory?.schedule?.due ?? day, $1
                )
            }
        for index in due where seconds < limit { seconds += answer(index, on: day, rule, &load) }
        var newCount = 0
        while newCount < newItemLimit, simulatedItems.count < plan.items, seconds < limit {
            let target = Target(PracticeKind(rawValue: "simulated"), "\(simulatedItems.count)", "")
            simulatedItems.append(
                SimulatedItem(target: target, memory: nil, stability: 0, difficulty: 0, last: day.ordinal))
            seconds += answer(simulatedItems.count - 1, on: day, rule, &load)
            newCount += 1
        }
        load.minutes = seconds / 60
    }

    /// Simulates an answer and its repetitions on the same day, until it is right or its steps are
    /// complete.
    private mutating func answer(_ index: Int, on day: Day, _ rule: MemoryRule, _ load: inout Load) -> Double {
        var item = simulatedItems[index]
        var seconds = 0.0
        var isFirst = true
        // An item seen a moment ago is nearly always known, so the number of repetitions is
        // limited.
        for attempt in 0..<12 {
            let isNew = item.stability == 0
            let roll = Int.random(in: 0..<10_000, using: &random)
            let wait = max(0, day.ordinal - item.last)
            let recallProbability = isNew ? 0 : curve.retrievability(of: item.stability, after: Double(wait))
            let recallThreshold =
                isNew
                ? 10_000 - learner.answerShares.missedAtFirst * 100
                : attempt > 0 ? 9_000 : Int(recallProbability * 10_000)
            let rating = roll < recallThreshold ? recalledRating() : .again
            seconds += isNew ? learner.seconds.new : rating.isRight ? learner.seconds.recalled : learner.seconds.missed
            load.answers += 1
            if isNew {
                (item.stability, item.difficulty) = (curve.firstStability(rating), curve.firstDifficulty(rating))
            } else {
                item.stability =
                    wait < 1
                    ? curve.stability(onTheSameDay: rating, from: item.stability)
                    : curve.stability(
                        after: rating, from: (item.stability, item.difficulty), recalled: recallProbability)
                item.difficulty = curve.difficulty(after: rating, from: item.difficulty)
            }
            item.last = day.ordinal
            if isFirst || item.memory?.schedule?.dueAt != nil {
                let moment = Moment(
                    day: day, instant: Instant(milliseconds: Int64(day.ordinal) * 86_400_000 + Int64(attempt) * 600_000)
                )
                item.memory = rule.memory(
                    after: Mark(.recalled, rating), of: item.target, from: item.memory, at: moment)
            }
            isFirst = false
            if rating.isRight, item.memory?.schedule?.dueAt == nil { break }
        }
        simulatedItems[index] = item
        return seconds
    }

    /// Returns a random rating of a right answer.
    private mutating func recalledRating() -> Rating {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<learner.answerShares.hard: .hard
        case (100 - learner.answerShares.easy)...: .easy
        default: .good
        }
    }
}
