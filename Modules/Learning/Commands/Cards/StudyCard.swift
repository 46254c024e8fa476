import Guidance
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
            try flashcards.foresee()
            let statistics = try flashcards.statistics()
            return content(
                statistics, try flashcards.log.latestRun(besides: .flashcards), try flashcards.unfinished(), flashcards)
        }
    }

    private func content(
        _ statistics: Statistics, _ practice: LoggedRun?, _ study: Run<CardExercise>?, _ flashcards: Flashcards
    ) -> HomeCard.Content {
        let (today, goal) = (statistics.practice.today, flashcards.learner.dailyGoal)
        let members: [FieldValue.Member] = [
            .init("streak", statistics.practice.streak.members), .init("due", .integer(statistics.cards.due)),
            .init("new", .integer(statistics.cards.new)), .init("answersToday", .integer(today.answers)),
            .init("minutesToday", .integer(today.minutes)), .init("dailyGoal", .integer(goal)),
            .init("accuracy", .number(statistics.practice.accuracy)),
            .init("readiness", .number(Double(statistics.readiness) / 1000)), .init("lastPractice", practice?.members ?? .null),
        ]
        let canStudy = statistics.cards.due + statistics.cards.new > 0
        let left = practice.flatMap { $0.isLeft ? $0 : nil }
        return HomeCard.Content(
            blocks: day(
                statistics, practice, study, goal: goal, belt: Milestones.belt(flashcards, statistics),
                isChild: flashcards.learner.isChild),
            head: Milestones.worn(flashcards), now: StudyCard.now(statistics.cards, left, study), members: members,
            next: [left?.command, canStudy ? "study" : left?.command == nil ? "stats" : nil].compactMap { $0 })
    }

    /// What is due, how far the day's goal is, and what was done or left last.
    private func day(
        _ statistics: Statistics, _ practice: LoggedRun?, _ study: Run<CardExercise>?, goal: Int,
        belt: [(name: String, value: StyledText)], isChild: Bool
    ) -> [Block] {
        let today = statistics.practice.today
        if isChild { return child(statistics, goal: goal) }
        var facts: [(name: String, value: StyledText)] = [
            (
                "Due",
                StyledText(counted(statistics.cards.due, "card"), statistics.cards.due > 0 ? .accent : .plain)
                    + StyledText(", \(statistics.cards.new) new")
            ),
            ("Streak", StyledText(counted(statistics.practice.streak.current, "day"))),
            (
                "Accuracy",
                StyledText(
                    statistics.practice.answers == 0 ? "no answers yet" : ResultsFields.percent(statistics.practice.accuracy))
            ),
        ]
        if let study { facts.append(("Left open", StyledText("Flashcards, \(study.place) of \(study.log.items.count)"))) }
        if let practice { facts.append((practice.isLeft ? "Left open" : "Last practice", StyledText(practice.words))) }
        let isReached = today.answers >= goal
        let figure = "\(today.answers) of \(counted(goal, "answer")), \(today.minutes) min"
        let bar = BarChart.Bar("", Double(min(today.answers, goal)), figure: figure + (isReached ? ", goal reached" : ""))
        return [.heading("Today"), .bars(BarChart([bar], full: Double(max(goal, 1)))), .facts(facts + belt)]
    }

    /// The same for a small child: a star for each word of today, and the days in a row.
    private func child(_ statistics: Statistics, goal: Int) -> [Block] {
        let done = statistics.practice.today.answers
        let stars = Praise.stars(min(done, goal)) + (done < goal ? " " + Praise.open(goal - done) : "")
        let streak = statistics.practice.streak.current
        let row: [Block] = streak > 1 ? [.paragraph(StyledText("\(streak) days in a row!", .accent))] : []
        return [.heading("Today"), .paragraph(StyledText(stars.trimmed(), .good))]
            + [.paragraph(StyledText(done < goal ? "\(goal - done) to go!" : "All done for today. Well done!"))] + row
    }

    /// What was begun today goes on first, then what is due, what was left, and what is new.
    private static func now(
        _ cards: Statistics.Cards, _ left: LoggedRun?, _ study: Run<CardExercise>?
    ) -> HomeCard.Step? {
        if let study {
            return .init("study", because: "resumes at card \(study.place + 1) of \(study.log.items.count)", rank: 10)
        }
        if cards.due > 0 { return .init("study", because: "\(counted(cards.due, "card")) due, \(cards.new) new", rank: 20) }
        if let left, let command = left.command { return .init(command, because: "resumes where you stopped", rank: 30) }
        return cards.new > 0 ? .init("study", because: counted(cards.new, "new card"), rank: 40) : nil
    }
}

extension LoggedRun {
    /// The command that goes on with it, or does it again; nil for kinds that no command of ours has.
    var command: String? {
        switch kind {
        case .patterns: ["pattern", activity, subject].filter { !$0.isEmpty }.joined(separator: " ")
        // Without a subject each of them goes on with what was left.
        case .sparring, .lineWork, .theory: "\(kind.rawValue) \(activity)"
        case .grading: "grading mock"
        case .tests: activity == TestPlan.Sort.place.rawValue ? activity : "test \(activity)"
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
