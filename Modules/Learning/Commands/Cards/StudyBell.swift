import Guidance
import Kernel
import Learning
import Practice
import Reminders
import Terminal

/// What others ask of study: whether today's is done, the streak that it keeps, one line for status bars, and how far somebody has come.
struct StudyBell {
    let flashcards: @Sendable () throws -> Flashcards
    let log: @Sendable () throws -> PracticeLog
    let isBegun: @Sendable () throws -> Bool

    /// From which share of right answers a session went well, in thousandths.
    private static let goodShare = 500

    var reminder: Reminder {
        .onceADay(
            "study", "Study today", at: 18 * 3600, saying: "Time to practise!",
            isDone: { [log] in try log().isPractised(on: $0) }, streak: { [log] in try log().streak(before: $0) }
        ).since { [log] in try log().firstUse() }
    }

    var status: StatusItem {
        StatusItem("study", letters: [("st", "days in a row"), ("du", "cards that are due")]) { [flashcards] in
            let cards = try flashcards()
            let figures = try cards.statistics()
            let (streak, due) = (figures.practice.streak.current, figures.cards.due)
            return StatusItem.Content(
                text:
                    "\(counted(streak, "day")) in a row, \(counted(due, "card")) due, "
                    + "\(figures.practice.today.answers) of \(counted(cards.learner.dailyGoal, "answer")) today",
                short: "\(streak)d \(due)", values: ["\(streak)", "\(due)"])
        }
    }

    /// A session counts once it was gone through. Milestones are the first pattern that was practised to its end and the first test that was
    /// passed; one of flashcards is passed with four of five answers right.
    var headway: Headway {
        Headway(
            after: ["grading", "linework", "pattern", "sparring", "study", "test", "theory"],
            firstUse: { [log] in try log().firstUse() },
            told: { [flashcards, isBegun] in
                guard try isBegun() else { return [] }
                let statistics = try flashcards().statistics()
                let favourite = statistics.kinds.max { $0.sessions < $1.sessions }?.kind.title
                return (favourite.map { [.feature($0)] } ?? []) + [.sessions(statistics.practice.sessions)]
            },
            deeds: { [log] in
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
