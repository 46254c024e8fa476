import Kernel
import Practice

/// How much was still known after how many days: measured from answers, beside what the scheduler had foretold for them.
public struct RetentionCurve: Sendable {
    /// Answers that came about as long after the answer before.
    public struct Step: Sendable {
        /// How many days after it.
        public let days: ClosedRange<Int>
        /// How many answers.
        public let answers: Int
        /// How many of them knew it.
        public let recalled: Int
        /// The mean of what was foretold for them, 0…1.
        public let foretold: Double

        /// The share that was known, 0…1; nil below `RetentionCurve.least` answers, of which nothing can be said.
        public var share: Double? { answers < RetentionCurve.least ? nil : Figures.share(recalled, of: answers) }
        /// Where the true share lies in 95 of 100 cases (Wilson, *JASA* 22, 1927); nil where there is no share.
        public var range: ClosedRange<Double>? { share.map { _ in RetentionCurve.range(recalled, of: answers) } }
    }

    /// Fewer answers than these say nothing.
    public static let least = 10
    /// From so many answers on a share is within about ten of a hundred.
    public static let enough = 100
    /// So many answers are read unless more are asked for, the latest: how it is now, and within a second.
    public static let usual = 20_000
    /// From how many days on a step begins.
    static let starts = [1, 2, 3, 5, 8, 15, 31, 61, 121, 366]

    /// The steps that have answers, shortest wait first.
    public let steps: [Step]
    /// How many answers came after a wait and count.
    public let counted: Int
    /// How many were read.
    public let read: Int
    /// The first day of those that were read; nil without any.
    public let since: Day?
    /// Whether older answers were left out.
    public let isCut: Bool

    static func range(_ part: Int, of whole: Int) -> ClosedRange<Double> {
        let (n, p, z) = (Double(whole), Double(part) / Double(whole), 1.96)
        let middle = p + z * z / (2 * n)
        let half = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        let scale = 1 + z * z / n
        return max(0, (middle - half) / scale)...min(1, (middle + half) / scale)
    }
}

extension TrackRecord {
    /// The curve of the latest answers, session by session back to one that is no longer read whole.
    ///
    /// - Parameters:
    ///   - limit: how many answers are read, to the end of a session.
    ///   - advance: called with how many have been read.
    public func retention(latest limit: Int = RetentionCurve.usual, advance: (Int) -> Void = { _ in }) throws -> RetentionCurve {
        let days = try log.days().filter { $0.answers > 0 }.sorted { ($1.day, $1.run) < ($0.day, $0.run) }
        var (runs, wanted, met): ([Identifier<LoggedRun>], Int, Set<Identifier<LoggedRun>>) = ([], 0, [])
        for day in days {
            if !met.contains(day.run), wanted >= limit { break }
            if met.insert(day.run).inserted { runs.append(day.run) }
            wanted += day.answers
        }
        let scheduler = try around.scheduler()
        var tally = RetentionTally()
        for start in stride(from: 0, to: runs.count, by: 50) {
            let answers = try log.repository.read { records in
                try runs[start..<min(start + 50, runs.count)].flatMap { try records.answers(of: $0) }
            }
            for answer in answers { tally.take(answer, by: scheduler) }
            advance(tally.read)
        }
        return tally.curve(isCut: runs.count < Set(days.map(\.run)).count)
    }
}

/// Answers counted by how long they had waited.
private struct RetentionTally {
    private var steps = [(answers: Int, recalled: Int, foretold: Double)](
        repeating: (0, 0, 0), count: RetentionCurve.starts.count)
    private(set) var read = 0
    private var since: Day?

    /// What came back by a schedule, was asked, and is the first answer of its day: other answers had nothing to remember.
    mutating func take(_ answer: Answer, by scheduler: any Scheduler) {
        read += 1
        since = min(since ?? answer.day, answer.day)
        guard !answer.isStated, !answer.isRepeat, let before = answer.before, before.memory.schedule != nil else { return }
        let wait = answer.day.days(since: before.last)
        guard let step = RetentionCurve.starts.lastIndex(where: { $0 <= wait }) else { return }
        steps[step].answers += 1
        steps[step].recalled += answer.rating.isRight ? 1 : 0
        steps[step].foretold += before.retrievability(on: answer.day, by: scheduler)
    }

    func curve(isCut: Bool) -> RetentionCurve {
        let starts = RetentionCurve.starts
        let met = steps.indices.filter { steps[$0].answers > 0 }.map { index in
            let last = index + 1 < starts.count ? starts[index + 1] - 1 : Int(Int32.max)
            return RetentionCurve.Step(
                days: starts[index]...last, answers: steps[index].answers, recalled: steps[index].recalled,
                foretold: steps[index].foretold / Double(steps[index].answers))
        }
        return RetentionCurve(
            steps: met, counted: met.reduce(0) { $0 + $1.answers }, read: read, since: since, isCut: isCut)
    }
}
