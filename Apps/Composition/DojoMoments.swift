import Community
import CommunityCommands
import Kernel
import Learning
import Reminders
import Terminal

/// One line for status bars and one reminder a day: whether today's study is done, and the streak that it keeps.
struct StudyBell: Plugin {
    let name = "StudyBell"
    private let dojo: Dojo

    init(_ dojo: Dojo) { self.dojo = dojo }

    func contribute(to registry: inout Registry) {
        registry.add(
            .onceADay(
                "study", "Study today", at: 18 * 3600, saying: "Time to practise!",
                isDone: { try dojo.flashcards().studiedDays().contains($0) }, streak: { try dojo.flashcards().streak(before: $0) }
            ),
            to: .reminders)
        registry.add(
            StatusItem("study", letters: [("st", "days in a row"), ("du", "cards that are due")]) {
                let cards = try dojo.flashcards()
                let figures = try cards.statistics()
                let (streak, due) = (figures.streak.current, figures.cards.due)
                return StatusItem.Content(
                    text:
                        "\(streak) days in a row, \(due) cards due, \(figures.today.answers) of \(cards.learner.dailyGoal) answers today",
                    short: "\(streak)d \(due)", values: ["\(streak)", "\(due)"])
            }, to: .statusItems)
    }
}

extension ReviewMoments {
    /// After study: a session counts once it was gone through. Milestones are the first pattern that was practised to its end and the first
    /// test that was passed; one of flashcards is passed with four of five answers right.
    static func study(_ dojo: Dojo) -> ReviewMoments {
        ReviewMoments(.study, after: ["grading", "linework", "pattern", "sparring", "study", "theory"]) {
            let log = try dojo.study()
            let last = try log.latestSession()
            let answers = try last.map { try log.answers(in: $0.id) } ?? []
            let isOver = last.map { $0.endedAt != nil } ?? true
            let isPassed = last?.configuration.mode == .test && isOver && !answers.isEmpty
            let practices = try log.finished()
            let cards = Set(try log.days().filter { $0.kind == .flashcards }.map(\.session)).count
            let milestones = [
                "pattern": practices.contains { $0.kind == .patterns && $0.activity == "practice" },
                "test": isPassed && answers.count { $0.isRight } * 5 >= answers.count * 4
                    || practices.contains { $0.isPassed == true },
            ]
            return .init(
                sessions: cards - (isOver || cards == 0 ? 0 : 1) + practices.reduce(0) { $0 + $1.count },
                milestones: Set(milestones.filter(\.value).keys))
        }
    }
}
