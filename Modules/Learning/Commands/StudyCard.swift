import Kernel
import Learning
import Terminal

/// Where the learner stands, at a glance, when the app is called alone.
struct StudyCard {
    let flashcards: @Sendable () throws -> Flashcards

    var card: HomeCard {
        HomeCard("study", order: 20) {
            let flashcards = try flashcards()
            return content(try flashcards.statistics(), goal: flashcards.learner.dailyGoal)
        }
    }

    private func content(_ statistics: Statistics, goal: Int) -> HomeCard.Content {
        let today = statistics.today
        let facts: [(name: String, value: StyledText)] = [
            ("Streak", StyledText(ResultsFields.days(statistics.streak.current), .accent)),
            ("Due", StyledText("\(statistics.cards.due) cards, \(statistics.cards.new) new")),
            (
                "Today",
                StyledText("\(today.answers) of \(goal) answers, \(today.minutes) min", today.answers >= goal ? .good : .plain)
            ),
            ("Accuracy", StyledText(statistics.answers == 0 ? "no answers yet" : ResultsFields.percent(statistics.accuracy))),
        ]
        let members: [FieldValue.Member] = [
            .init("streak", statistics.streak.members), .init("due", .integer(statistics.cards.due)),
            .init("new", .integer(statistics.cards.new)), .init("answersToday", .integer(today.answers)),
            .init("minutesToday", .integer(today.minutes)), .init("dailyGoal", .integer(goal)),
            .init("accuracy", .number(statistics.accuracy)),
        ]
        let canStudy = statistics.cards.due + statistics.cards.new > 0
        return HomeCard.Content(blocks: [.facts(facts)], members: members, next: canStudy ? ["study"] : ["stats"])
    }
}
