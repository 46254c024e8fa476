import Kernel
import Practice

/// A retention curve: the measured recall after different numbers of days, next to the scheduler's
/// predictions.
package struct RetentionCurve: Sendable {
    /// The answers with a similar time since the previous answer.
    package struct Step: Sendable {
        /// The days since the previous answer.
        package let days: ClosedRange<Int>
        package let answers: Int
        /// The number of right answers.
        package let recalled: Int
        /// The mean prediction for the answers, 0…1.
        package let predictedRecall: Double

        /// The share known, 0…1, or nil below `RetentionCurve.minimumAnswers` answers, which are
        /// too few to measure.
        package var share: Double? {
            answers < RetentionCurve.minimumAnswers ? nil : Figures.share(recalled, of: answers)
        }
        /// The 95 % confidence interval of the share (Wilson, *JASA* 22, 1927), or nil if there is
        /// no share.
        package var range: ClosedRange<Double>? { share.map { _ in RetentionCurve.range(recalled, of: answers) } }
    }

    /// The minimum number of answers from which a share is computed.
    package static let minimumAnswers = 10
    /// The number of answers from which a share is accurate to about ten percentage points.
    package static let reliableAnswers = 100
    /// The default number of latest answers to read: recent enough for the present state, and read
    /// within a second.
    package static let defaultLimit = 20_000
    /// The first day of each step.
    static let stepStarts = [1, 2, 3, 5, 8, 15, 31, 61, 121, 366]

    package let steps: [Step]
    /// The number of answers that measure recall.
    package let measuredAnswers: Int
    /// The number of answers read, including those that measure nothing.
    package let readAnswers: Int
    /// The first day of the answers read, or nil without answers.
    package let firstDay: Day?
    /// Whether the limit left older answers unread.
    package let isTruncated: Bool

    /// Returns the 95 % Wilson interval of a share.
    static func range(_ part: Int, of whole: Int) -> ClosedRange<Double> {
        let n = Double(whole)
        let p = Double(part) / Double(whole)
        let z = 1.96
        let middle = p + z * z / (2 * n)
        let half = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        let scale = 1 + z * z / n
        return max(0, (middle - half) / scale)...min(1, (middle + half) / scale)
    }
}

extension TrackRecord {
    /// Returns the curve of the latest answers, reading whole sessions backward up to the limit.
    ///
    /// - Parameters:
    ///   - limit: the number of answers to read, rounded up to whole sessions.
    ///   - advance: receives the number of answers read so far.
    package func retention(latest limit: Int = RetentionCurve.defaultLimit, advance: (Int) -> Void = { _ in }) throws
        -> RetentionCurve
    {
        // One for each day and run.
        let practiceDays = try log.days().filter { $0.answers > 0 }.sorted { ($1.day, $1.run) < ($0.day, $0.run) }
        var (runs, answerCount, knownRuns): ([Identifier<LoggedRun>], Int, Set<Identifier<LoggedRun>>) = ([], 0, [])
        for day in practiceDays {
            if !knownRuns.contains(day.run), answerCount >= limit { break }
            if knownRuns.insert(day.run).inserted { runs.append(day.run) }
            answerCount += day.answers
        }
        let scheduler = try circumstances.scheduler()
        var tally = RetentionTally()
        for start in stride(from: 0, to: runs.count, by: 50) {
            let answers = try log.repository.read { records in
                try runs[start..<min(start + 50, runs.count)].flatMap { try records.answers(of: $0) }
            }
            for answer in answers { tally.count(answer, by: scheduler) }
            advance(tally.readAnswers)
        }
        return tally.curve(isCut: runs.count < Set(practiceDays.map(\.run)).count)
    }
}

/// The count of answers by the time since the previous answer.
private struct RetentionTally {
    private var steps = [(answers: Int, recalled: Int, predicted: Double)](
        repeating: (0, 0, 0), count: RetentionCurve.stepStarts.count)
    private(set) var readAnswers = 0
    private var firstDay: Day?

    /// Counts an answer to a question that had a schedule and is the first of its day. Other
    /// answers do not measure recall.
    mutating func count(_ answer: Answer, by scheduler: any Scheduler) {
        readAnswers += 1
        firstDay = min(firstDay ?? answer.day, answer.day)
        guard !answer.isPlacement, !answer.isRepeat, let stateBefore = answer.before, stateBefore.memory.schedule != nil
        else {
            return
        }
        let wait = answer.day.days(since: stateBefore.last)
        guard let step = RetentionCurve.stepStarts.lastIndex(where: { $0 <= wait }) else { return }
        steps[step].answers += 1
        steps[step].recalled += answer.rating.isRight ? 1 : 0
        steps[step].predicted += stateBefore.retrievability(on: answer.day, by: scheduler)
    }

    /// Returns the curve of the counted answers, without steps that have none.
    func curve(isCut: Bool) -> RetentionCurve {
        let starts = RetentionCurve.stepStarts
        let measuredSteps = steps.indices.filter { steps[$0].answers > 0 }.map { index in
            let lastDay = index + 1 < starts.count ? starts[index + 1] - 1 : Int(Int32.max)
            return RetentionCurve.Step(
                days: starts[index]...lastDay, answers: steps[index].answers, recalled: steps[index].recalled,
                predictedRecall: steps[index].predicted / Double(steps[index].answers))
        }
        return RetentionCurve(
            steps: measuredSteps, measuredAnswers: measuredSteps.reduce(0) { $0 + $1.answers },
            readAnswers: readAnswers,
            firstDay: firstDay, isTruncated: isCut)
    }
}
