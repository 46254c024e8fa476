import Kernel

/// Somebody who is reckoned, not asked: recalls a thing as often as FSRS says by weights of their own, which no scheduler knows.
public struct SimulatedLearner: Sendable {
    /// How they remember.
    public let weights: FSRSWeights
    /// Seconds for a thing that is recalled, for one that is missed, and for one that is new.
    public var seconds = (recalled: 8.0, missed: 12.0, new: 20.0)
    /// Of a hundred answers that are recalled, so many are hard and so many easy; of a hundred new things, so many are missed at first.
    public var manner = (hard: 10, easy: 12, missedAtFirst: 25)

    /// Who remembers by these weights.
    public init(_ weights: FSRSWeights = .standard) { self.weights = weights }

    /// One of many: each weight of the standard ones up to so many hundredths more or less, by chance.
    public init(apart hundredths: Int, _ random: inout RandomSource) {
        var values = FSRSWeights.standard.values
        for (index, bounds) in FSRSWeights.bounds.enumerated() {
            let share = 1 + Double(Int.random(in: -hundredths...hundredths, using: &random)) / 100
            values[index] = min(max(values[index] * share, bounds.lowerBound), bounds.upperBound)
        }
        for rating in 1..<Rating.allCases.count { values[rating] = max(values[rating], values[rating - 1]) }
        self.init(FSRSWeights(trusted: values))
    }
}

/// Days of study lived in advance: things come back by a scheduler, and are recalled or not as somebody remembers. Pure: the same seed gives the same days.
public struct StudySimulation: Sendable {
    /// What is given.
    public struct Plan: Sendable {
        /// How many things there are to learn.
        public var things: Int
        /// How many days.
        public var days: Int
        /// New things a day, at most.
        public var newADay: Int
        /// Minutes a day, at most; what is due and does not fit waits. Nil for as long as it takes.
        public var minutes: Double?
        /// Of a hundred days, so many are left out.
        public var daysOff = 0
        /// What is still to be met is spread over so many days from the first on, anew each day, as a date has it; nil for as many as `newADay` has each day.
        public var spread: Int?

        /// Days of study.
        public init(things: Int, days: Int, newADay: Int, minutes: Double? = nil, daysOff: Int = 0) {
            (self.things, self.days, self.newADay, self.minutes, self.daysOff) = (things, days, newADay, minutes, daysOff)
        }

        /// How many new things a day has at most, with so many days behind it.
        fileprivate func new(on number: Int, met: Int) -> Int {
            guard let spread else { return newADay }
            let days = spread - number
            return days <= 0 ? 0 : min(newADay, (max(0, things - met) + days - 1) / days)
        }
    }

    /// One day.
    public struct Load: Hashable, Sendable {
        /// Answers, those to things that were missed and came again among them.
        public var answers = 0
        /// Minutes they took.
        public var minutes = 0.0
    }

    /// The days, in order.
    public private(set) var loads: [Load] = []
    /// How many things were met.
    public var met: Int { things.count }
    /// How many of all things would be known on the day after the last: the sum of what each is likely.
    public private(set) var known = 0.0

    /// All minutes.
    public var minutes: Double { loads.reduce(0) { $0 + $1.minutes } }
    /// All answers.
    public var answers: Int { loads.reduce(0) { $0 + $1.answers } }

    /// What is remembered of a thing: by the scheduler, and in truth.
    private struct Thing {
        let target: Target
        var memory: Memory?
        var stability: Double
        var difficulty: Double
        var last: Int
    }

    private let learner: SimulatedLearner
    private let curve: FSRS.Curve
    private var things: [Thing] = []
    private var random: RandomSource

    /// Lives the days.
    ///
    /// - Parameters:
    ///   - schedules: what is remembered at the beginning, by FSRS.
    ///   - first: the first day.
    ///   - rule: how things are remembered on each day, counted from 0.
    public init(
        _ plan: Plan, _ learner: SimulatedLearner, from schedules: [(target: Target, schedule: Schedule, last: Day)] = [],
        on first: Day = Day(ordinal: 20_000), random: RandomSource, by rule: (_ day: Int) -> MemoryRule
    ) {
        (self.learner, self.random, curve) = (learner, random, FSRS.Curve(learner.weights))
        things = schedules.compactMap { target, schedule, last in
            FSRSState(memory: schedule.memory).map {
                Thing(
                    target: target, memory: .schedule(schedule), stability: $0.stability, difficulty: $0.difficulty,
                    last: last.ordinal)
            }
        }
        for number in 0..<max(0, plan.days) {
            live(first.adding(days: number), plan, rule(number), mostNew: plan.new(on: number, met: things.count))
        }
        let grading = first.ordinal + plan.days
        known = things.reduce(0) { $0 + curve.retrievability(of: $1.stability, after: Double(max(0, grading - $1.last))) }
    }

    private mutating func live(_ day: Day, _ plan: Plan, _ rule: MemoryRule, mostNew: Int) {
        var load = Load()
        defer { loads.append(load) }
        guard Int.random(in: 0..<100, using: &random) >= plan.daysOff else { return }
        let limit = plan.minutes.map { $0 * 60 } ?? .infinity
        var seconds = 0.0
        let due = things.indices.filter { things[$0].memory?.schedule?.isDue(on: day) ?? false }
            .sorted { (things[$0].memory?.schedule?.due ?? day, $0) < (things[$1].memory?.schedule?.due ?? day, $1) }
        for index in due where seconds < limit { seconds += answer(index, on: day, rule, &load) }
        var new = 0
        while new < mostNew, things.count < plan.things, seconds < limit {
            let target = Target(PracticeKind(rawValue: "simulated"), "\(things.count)", "")
            things.append(Thing(target: target, memory: nil, stability: 0, difficulty: 0, last: day.ordinal))
            seconds += answer(things.count - 1, on: day, rule, &load)
            new += 1
        }
        load.minutes = seconds / 60
    }

    /// An answer, and those of the same day that follow from it: until it is right, or its steps are over.
    private mutating func answer(_ index: Int, on day: Day, _ rule: MemoryRule, _ load: inout Load) -> Double {
        var (thing, seconds, isFirst) = (things[index], 0.0, true)
        // What was seen a moment ago is nearly always known: a session does not go on for ever.
        for turn in 0..<12 {
            let isNew = thing.stability == 0
            let chance = Int.random(in: 0..<10_000, using: &random)
            let wait = max(0, day.ordinal - thing.last)
            let likely = isNew ? 0 : curve.retrievability(of: thing.stability, after: Double(wait))
            let border = isNew ? 10_000 - learner.manner.missedAtFirst * 100 : turn > 0 ? 9_000 : Int(likely * 10_000)
            let rating = chance < border ? recalled() : .again
            seconds += isNew ? learner.seconds.new : rating.isRight ? learner.seconds.recalled : learner.seconds.missed
            load.answers += 1
            if isNew {
                (thing.stability, thing.difficulty) = (curve.firstStability(rating), curve.firstDifficulty(rating))
            } else {
                thing.stability =
                    wait < 1
                    ? curve.stability(onTheSameDay: rating, from: thing.stability)
                    : curve.stability(after: rating, from: (thing.stability, thing.difficulty), recalled: likely)
                thing.difficulty = curve.difficulty(after: rating, from: thing.difficulty)
            }
            thing.last = day.ordinal
            if isFirst || thing.memory?.schedule?.dueAt != nil {
                let moment = Moment(
                    day: day, instant: Instant(milliseconds: Int64(day.ordinal) * 86_400_000 + Int64(turn) * 600_000))
                thing.memory = rule.memory(
                    after: Mark(.recalled, rating), of: thing.target, from: thing.memory, at: moment)
            }
            isFirst = false
            if rating.isRight, thing.memory?.schedule?.dueAt == nil { break }
        }
        things[index] = thing
        return seconds
    }

    private mutating func recalled() -> Rating {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<learner.manner.hard: .hard
        case (100 - learner.manner.easy)...: .easy
        default: .good
        }
    }
}
