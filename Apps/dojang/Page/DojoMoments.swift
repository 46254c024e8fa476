import Community
import CommunityCommands
import Composition
import Kernel
import Learning
import Practice
import Profiles
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
                isDone: { try dojo.log().practisedDays().contains($0) }, streak: { try dojo.log().streak(before: $0) }
            ),
            to: .reminders)
        registry.add(
            StatusItem("study", letters: [("st", "days in a row"), ("du", "cards that are due")]) {
                let cards = try dojo.flashcards()
                let figures = try cards.statistics()
                let (streak, due) = (figures.practice.streak.current, figures.cards.due)
                return StatusItem.Content(
                    text:
                        "\(counted(streak, "day")) in a row, \(counted(due, "card")) due, "
                        + "\(figures.practice.today.answers) of \(counted(cards.learner.dailyGoal, "answer")) today",
                    short: "\(streak)d \(due)", values: ["\(streak)", "\(due)"])
            }, to: .statusItems)
    }
}

extension ReviewMoments {
    /// After study: a session counts once it was gone through. Milestones are the first pattern that was practised to its end and the first
    /// test that was passed; one of flashcards is passed with four of five answers right.
    static func study(_ dojo: Dojo) -> ReviewMoments {
        ReviewMoments(.study, after: ["grading", "linework", "pattern", "sparring", "study", "theory"]) {
            let finished = try dojo.log().finished()
            let milestones = [
                "pattern": finished.contains { $0.kind == .patterns && $0.activity == "practice" },
                "test": finished.contains { $0.isPassed == true },
            ]
            return .init(sessions: finished.reduce(0) { $0 + $1.count }, milestones: Set(milestones.filter(\.value).keys))
        }
    }
}

extension UsageData {
    /// How somebody studies; nothing when nobody has studied on this device.
    init(_ profile: Profile?, _ grades: Grades, _ flashcards: @Sendable () throws -> Flashcards) throws {
        guard let profile else {
            self.init()
            return
        }
        let statistics = try flashcards().statistics()
        let belt = grades.title(profile.belt).replacing("keup", with: "Keup").replacing("dan", with: "Dan")
        self.init(
            belt: belt, mode: profile.mode == .mastery ? "Mastery Mode" : "Progression Mode",
            feature: statistics.kinds.max { $0.sessions < $1.sessions }?.kind.title, sessions: statistics.practice.sessions)
    }
}
