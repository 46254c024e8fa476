import Kernel
import Learning
import Practice
import Terminal

/// Where the learner stands, at a glance, when the app is called alone.
struct StudyCard {
    let flashcards: @Sendable () throws -> Flashcards

    var card: HomeCard {
        HomeCard("study", order: 20) {
            let flashcards = try flashcards()
            let statistics = try flashcards.statistics()
            return content(
                statistics, try flashcards.log.latestRun(besides: .flashcards), goal: flashcards.learner.dailyGoal,
                belt: Milestones.belt(flashcards, statistics))
        }
    }

    private func content(
        _ statistics: Statistics, _ practice: LoggedRun?, goal: Int, belt: [(name: String, value: StyledText)]
    ) -> HomeCard.Content {
        let today = statistics.practice.today
        var facts: [(name: String, value: StyledText)] = [
            ("Streak", StyledText(counted(statistics.practice.streak.current, "day"), .accent)),
            ("Due", StyledText("\(counted(statistics.cards.due, "card")), \(statistics.cards.new) new")),
            (
                "Today",
                StyledText(
                    "\(today.answers) of \(counted(goal, "answer")), \(today.minutes) min"
                        + (today.answers >= goal ? ", goal reached" : ""), today.answers >= goal ? .good : .plain)
            ),
            (
                "Accuracy",
                StyledText(
                    statistics.practice.answers == 0 ? "no answers yet" : ResultsFields.percent(statistics.practice.accuracy))
            ),
        ]
        facts += belt
        if let practice { facts.append(("Last practice", StyledText(practice.words))) }
        let members: [FieldValue.Member] = [
            .init("streak", statistics.practice.streak.members), .init("due", .integer(statistics.cards.due)),
            .init("new", .integer(statistics.cards.new)), .init("answersToday", .integer(today.answers)),
            .init("minutesToday", .integer(today.minutes)), .init("dailyGoal", .integer(goal)),
            .init("accuracy", .number(statistics.practice.accuracy)),
            .init("readiness", .number(Double(statistics.readiness) / 1000)), .init("lastPractice", practice?.members ?? .null),
        ]
        let canStudy = statistics.cards.due + statistics.cards.new > 0
        let goOn = practice.flatMap { $0.isLeft ? $0.command : nil }
        return HomeCard.Content(
            blocks: [.facts(facts)], members: members,
            next: [goOn, canStudy ? "study" : goOn == nil ? "stats" : nil].compactMap { $0 })
    }
}

extension LoggedRun {
    /// The command that goes on with it, or does it again; nil for kinds that no command of ours has.
    var command: String? {
        switch kind {
        case .patterns: ["pattern", activity, subject].filter { !$0.isEmpty }.joined(separator: " ")
        default: nil
        }
    }

    fileprivate var words: String {
        // “Mock grading” says its activity itself.
        let what = [kind.title, kind == .grading ? "" : activity, subject].filter { !$0.isEmpty }.joined(separator: " ")
        if isLeft { return "\(what), \(place) of \(items.count)" }
        guard let outcome else { return what }
        let verdict = outcome.isPassed.map { $0 ? ", passed" : ", not passed" } ?? ""
        return "\(what), \(outcome.share / 10) %\(verdict)"
    }

    fileprivate var members: FieldValue {
        .object([
            .init("kind", .text(kind.rawValue)), .init("activity", .text(activity)),
            .init("subject", .text(subject.isEmpty ? nil : subject)), .init("startedAt", .instant(startedAt)),
            .init("done", .integer(place)), .init("items", .integer(items.count)), .init("ended", .bool(endedAt != nil)),
        ])
    }
}
