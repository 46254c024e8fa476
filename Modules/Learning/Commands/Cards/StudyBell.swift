import Guidance
import Kernel
import Learning
import Practice
import Reminders
import Synchronization
import Terminal

/// What others ask of study: whether today's is done, the streak that it keeps, one line for status bars, and how far somebody has come.
struct StudyBell {
    let flashcards: @Sendable () throws -> Flashcards
    let log: @Sendable () throws -> PracticeLog
    let isBegun: @Sendable () throws -> Bool
    /// How many cards are due, and the grading ahead in a line.
    let noted: NotedToday
    /// The grading ahead in a line; nil where none is set.
    let ahead: @Sendable () throws -> String?

    /// From which share of right answers a session went well, in thousandths.
    private static let goodShare = 500

    var reminder: Reminder {
        Reminder("study", "Study today", rule: .daily(at: 18 * 3600)) { [log, noted, ahead] day in
            let practised = try log().practisedDays()
            guard !practised.contains(day) else { return [] }
            let (streak, due) = (try log().streak(before: day), practised.isEmpty ? "" : try due(on: day))
            let words = [
                due.isEmpty ? nil : "Due: \(due).", streak >= 2 ? "Don't break your \(streak)-day streak!" : nil,
                try noted.plan.take(day) ?? ahead(),
            ]
            return [.init(title: "Time to practise!", body: words.compactMap { $0 }.joined(separator: " "))]
        }.since { [log] in try log().firstUse() }
    }

    /// What is due today, in few words; empty where nothing is, and of another day. Cards are not counted again where a first screen has just counted
    /// them; of everything else the keys are counted, whatever the content has of it.
    private func due(on day: Day) throws -> String {
        let log = try log()
        guard day == log.today else { return "" }
        let cards = try noted.cards.take(day) ?? flashcards().due().count
        let others = try Spacing.kinds.flatMap { try log.returning($0, by: day) }.compactMap { DueSort(of: $0.target) }
        let words = DueSort.allCases.map { sort in (sort: sort, count: others.count { $0 == sort }) }.filter { $0.count > 0 }
        return ((cards > 0 ? [counted(cards, "card")] : []) + words.map { $0.sort.counted($0.count) })
            .joined(separator: ", ")
    }

    var status: StatusItem {
        StatusItem(
            "study",
            letters: [
                ("st", "days in a row"), ("du", "cards that are due"), ("an", "answers today"), ("go", "the goal of the day"),
            ]
        ) { [flashcards] in
            let cards = try flashcards()
            let figures = try cards.statistics()
            let (streak, due) = (figures.practice.streak.current, figures.cards.due)
            let (answers, goal) = (figures.practice.today.answers, cards.learner.dailyGoal)
            return StatusItem.Content(
                text:
                    "\(counted(streak, "day")) in a row, \(counted(due, "card")) due, \(answers) of \(counted(goal, "answer")) today",
                short: "\(streak)d \(due)", values: ["\(streak)", "\(due)", "\(answers)", "\(goal)"])
        }
    }

    /// A session counts once it was gone through. Milestones are the first pattern that was practised to its end and the first test that was
    /// passed; one of flashcards is passed with four of five answers right.
    var headway: Headway {
        Headway(
            after: ["grading", "linework", "pattern", "sparring", "study", "test", "theory", "train"],
            firstUse: { [log] in try log().firstUse() },
            told: { [flashcards, isBegun] in
                guard try isBegun() else { return [] }
                let statistics = try flashcards().statistics()
                let favourite = statistics.kinds.max { $0.sessions < $1.sessions }?.kind.title
                return (favourite.map { [.feature($0)] } ?? []) + [.sessions(statistics.practice.sessions)]
            },
            deeds: { [log, flashcards] in
                // A small child is not asked for a review.
                guard try !flashcards().learner.isChild else { return .init() }
                let log = try log()
                let finished = try log.finished()
                // After one that went badly is no time to ask whether somebody likes it: it counts with the next.
                let last = try log.runs(latest: 1).last.flatMap { $0.endedAt == nil ? nil : $0.outcome }
                let wentBadly = last.map { $0.share < StudyBell.goodShare || $0.isPassed == false } ?? false
                let milestones = [
                    "pattern": finished.contains { $0.kind == .patterns && $0.activity == "practice" },
                    "test": finished.contains { $0.isPassed == true },
                ]
                return .init(
                    sessions: finished.reduce(wentBadly ? -1 : 0) { $0 + $1.count },
                    milestones: Set(milestones.filter(\.value).keys))
            })
    }
}

/// What the first screen has found out for today, for the reminder that stands on it: counting cards takes reading all memories, and a plan takes
/// reading what the belt asks for.
struct NotedToday: Sendable {
    let cards = Note<Int>()
    let plan = Note<String>()

    /// One of these things.
    final class Note<Value: Sendable>: Sendable {
        private let known = Mutex<(day: Day, value: Value)?>(nil)

        /// Notes it.
        func note(_ value: Value, on day: Day) { known.withLock { $0 = (day, value) } }

        /// What was noted of a day, once; nil where nobody noted anything.
        func take(_ day: Day) -> Value? {
            known.withLock { known in
                defer { known = nil }
                return known.flatMap { $0.day == day ? $0.value : nil }
            }
        }
    }
}
