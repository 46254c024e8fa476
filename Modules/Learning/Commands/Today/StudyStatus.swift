import Guidance
import Interface
import Kernel
import Learning
import Practice
import Reminders
import Synchronization

/// The study status for other features: today's completion, the streak, a line for status bars, and
/// the progress of the learner.
struct StudyStatus {
    let flashcards: @Sendable () throws -> Flashcards
    let log: @Sendable () throws -> PracticeLog
    let isBegun: @Sendable () throws -> Bool
    /// The number of due cards, recorded by the first screen.
    let noted: TodayCache<Int>

    /// The minimum share of right answers in a successful session, in thousandths.
    private static let goodShare = 500

    /// Returns the reminder to study.
    ///
    /// - Parameter notices: the sentences of other plugins.
    func reminder(_ notices: [StudyNotice]) -> Reminder {
        Reminder("study", "Study today", rule: .daily(at: 18 * 3600)) { [log] day in
            let practised = try log().practiceDays()
            guard !practised.contains(day) else { return [] }
            let streak = try log().streak(before: day)
            let dueText = practised.isEmpty ? "" : try dueText(on: day)
            let sentences = [
                dueText.isEmpty ? nil : "Due: \(dueText).",
                streak >= 2 ? "Don't break your \(streak)-day streak!" : nil,
            ]
            let notices = try notices.map { try $0.sentence(day) }
            return [
                .init(title: "Time to practise!", body: (sentences + notices).compactMap { $0 }.joined(separator: " "))
            ]
        }.since { [log] in try log().firstUse() }
    }

    /// Returns a short list of the items due today, or an empty string for another day or if
    /// nothing is due.
    ///
    /// The method reuses the card count of the first screen. It counts the other items by key, even
    /// if the content lacks them.
    private func dueText(on day: Day) throws -> String {
        let log = try log()
        guard day == log.today else { return "" }
        let cards = try noted.removeValue(day) ?? flashcards().due().count
        let otherSorts = try Spacing.kinds.flatMap { try log.dueItems($0, by: day) }.compactMap {
            DueSort(of: $0.target)
        }
        let counts = DueSort.allCases.map { sort in (sort: sort, count: otherSorts.count { $0 == sort }) }.filter {
            $0.count > 0
        }
        return ((cards > 0 ? [counted(cards, "card")] : []) + counts.map { $0.sort.counted($0.count) })
            .joined(separator: ", ")
    }

    var status: StatusItem {
        StatusItem(
            "study",
            formatSpecifiers: [
                ("st", "days in a row"), ("du", "cards that are due"), ("an", "answers today"),
                ("go", "the goal of the day"),
            ]
        ) { [flashcards] in
            let cards = try flashcards()
            let figures = try cards.statistics()
            let streak = figures.practice.streak.current
            let dueCount = figures.cards.due
            let answerCount = figures.practice.today.answers
            let goal = cards.learner.dailyGoal
            return StatusItem.Content(
                text:
                    "\(counted(streak, "day")) in a row, \(counted(dueCount, "card")) due, \(answerCount) of \(counted(goal, "answer")) today",
                short: "\(streak)d \(dueCount)", values: ["\(streak)", "\(dueCount)", "\(answerCount)", "\(goal)"])
        }
    }

    /// The usage of the study feature.
    ///
    /// A completed session counts as one use. The milestones are the first completed pattern and
    /// the first passed test. A flashcard test is passed with four of five right answers.
    var usage: FeatureUsage {
        FeatureUsage(
            after: ["grading", "linework", "pattern", "sparring", "study", "test", "theory", "train"],
            firstUse: { [log] in try log().firstUse() },
            feedbackFacts: { [flashcards, isBegun] in
                guard try isBegun() else { return [] }
                let statistics = try flashcards().statistics()
                let favoriteKind = statistics.kinds.max { $0.sessions < $1.sessions }?.kind.title
                return (favoriteKind.map { [.feature($0)] } ?? []) + [.sessions(statistics.practice.sessions)]
            },
            usageCounts: { [log, flashcards] in
                // The app does not ask a small child for a review.
                guard try !flashcards().learner.isChild else { return .init() }
                let log = try log()
                let finished = try log.finishedRunCounts()
                // A session with poor results is a bad moment to ask for a rating, so it counts
                // with the next one.
                let lastOutcome = try log.runs(latest: 1).last.flatMap { $0.endedAt == nil ? nil : $0.outcome }
                let hadPoorResults =
                    lastOutcome.map { $0.share < StudyStatus.goodShare || $0.isPassed == false } ?? false
                let milestones = [
                    "pattern": finished.contains { $0.kind == .patterns && $0.activity == "practice" },
                    "test": finished.contains { $0.isPassed == true },
                ]
                return .init(
                    sessions: finished.reduce(hadPoorResults ? -1 : 0) { $0 + $1.count },
                    milestones: Set(milestones.filter(\.value).keys))
            })
    }
}
