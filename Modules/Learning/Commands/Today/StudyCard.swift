import Guidance
import Interface
import Kernel
import Learning
import Practice

/// The summary of the learner's progress on the first screen of the app.
struct StudyCard {
    let flashcards: @Sendable () throws -> Flashcards
    let due: DueItemsQuery
    let sessions: [SessionWords]
    /// The cache that passes the number of due cards to the reminder.
    let noted: TodayCache<Int>

    var card: HomeCard {
        HomeCard("study", order: 20) {
            let flashcards = try flashcards()
            try flashcards.prefetch()
            let statistics = try flashcards.statistics()
            noted.record(statistics.cards.due, on: flashcards.log.today)
            return content(
                statistics, try flashcards.log.latestRun(besides: .flashcards), try flashcards.unfinished(),
                try due.due(.movements), flashcards)
        }
    }

    /// Returns the contents of the card from the statistics and the unfinished sessions.
    private func content(
        _ statistics: Statistics, _ practice: LoggedRun?, _ study: Run<CardExercise>?, _ patterns: [DueSubject],
        _ flashcards: Flashcards
    ) -> HomeCard.Content {
        let today = statistics.practice.today
        let goal = flashcards.learner.dailyGoal
        let members: [OutputValue.Member] = [
            .init("streak", statistics.practice.streak.members), .init("due", .integer(statistics.cards.due)),
            .init("new", .integer(statistics.cards.new)), .init("answersToday", .integer(today.answers)),
            .init("minutesToday", .integer(today.minutes)), .init("dailyGoal", .integer(goal)),
            .init("accuracy", .number(statistics.practice.accuracy)),
            .init("readiness", .number(Double(statistics.readiness) / 1000)),
            .init("lastPractice", practice?.members ?? .null),
            .init("dueMovements", .integer(patterns.count(of: .movements))),
        ]
        let canStudy = statistics.cards.due + statistics.cards.new > 0
        // A small child takes no mock grading and does not resume one that an adult started.
        let unfinishedRun = practice.flatMap { run in
            let isSuitable = run.kind != .grading && flashcards.learner.mayResume(with: run.items.count)
            return run.isOpen && (isSuitable || !flashcards.learner.isChild) ? run : nil
        }
        let patternCommand = patterns.isEmpty || unfinishedRun?.kind == .patterns ? nil : DueSort.movements.command
        return HomeCard.Content(
            blocks: flashcards.learner.isChild
                ? ChildSession.today(statistics.practice, goal: goal)
                : todayBlocks(
                    statistics, practice, study, patterns, goal: goal,
                    belt: Milestones.belt(flashcards, statistics)),
            headerText: Milestones.currentBelt(flashcards),
            suggestedStep: StudyCard.suggestedStep(
                statistics.cards, unfinishedRun, study, patterns, flashcards.learner),
            members: members,
            next: [
                unfinishedRun?.command,
                canStudy ? "study" : unfinishedRun?.command == nil && patternCommand == nil ? "stats" : nil,
                patternCommand,
            ]
            .compactMap { $0 })
    }

    /// Returns the due items, the progress to the daily goal, and the last finished or unfinished
    /// session.
    private func todayBlocks(
        _ statistics: Statistics, _ practice: LoggedRun?, _ study: Run<CardExercise>?, _ patterns: [DueSubject],
        goal: Int, belt: [(name: String, value: StyledText)]
    ) -> [Block] {
        let today = statistics.practice.today
        var facts: [(name: String, value: StyledText)] = [
            (
                "Due",
                StyledText(counted(statistics.cards.due, "card"), statistics.cards.due > 0 ? .accent : .plain)
                    + StyledText(", \(statistics.cards.new) new")
            ),
            ("Streak", StyledText(counted(statistics.practice.streak.current, "day"))),
            (
                "Accuracy",
                statistics.practice.answers == 0
                    ? StyledText("no answers yet") : StyledText(Figures.percent(statistics.practice.accuracy))
            ),
        ]
        if !patterns.isEmpty { facts.insert(("Patterns", StyledText("\(patterns.words) due", .accent)), at: 1) }
        if let study {
            facts.append(("Left open", StyledText("Flashcards, \(study.place) of \(study.log.items.count)")))
        }
        if let practice {
            facts.append(
                (practice.isOpen ? "Left open" : "Last practice", StyledText(declared: practice.words(sessions))))
        }
        let isReached = today.answers >= goal
        let figure = "\(today.answers) of \(counted(goal, "answer")), \(today.minutes) min"
        let bar = BarChart.Bar(
            "", Double(min(today.answers, goal)), figure: figure + (isReached ? ", goal reached" : ""))
        return [.heading("Today"), .bars(BarChart([bar], full: Double(max(goal, 1)))), .facts(facts + belt)]
    }

    /// Returns the next suggestion: a session begun today, then due items, then unfinished
    /// sessions, then new content.
    private static func suggestedStep(
        _ cards: Statistics.Cards, _ unfinishedRun: LoggedRun?, _ study: Run<CardExercise>?, _ patterns: [DueSubject],
        _ learner: Learner
    ) -> HomeCard.Step? {
        let isChild = learner.isChild
        // A session that an adult left unfinished is planned again for a child.
        if let study, !isChild || study.settings == study.settings.forChild {
            let reason = isChild ? "let us go on!" : "resumes at card \(study.place + 1) of \(study.log.items.count)"
            return .init("study", because: reason, rank: 10)
        }
        if cards.due > 0 {
            return .init(
                "study",
                because: isChild ? "words wait for you" : "\(counted(cards.due, "card")) due, \(cards.new) new",
                rank: 20
            )
        }
        if let first = patterns.first {
            let reason = patterns.count == 1 ? "\(patterns.words) of \(first.name) due" : "\(patterns.words) due"
            return .init(DueSort.movements.command, because: reason, rank: 22)
        }
        if let unfinishedRun, let command = unfinishedRun.command {
            return .init(command, because: isChild ? "let us go on!" : "resumes where you stopped", rank: 30)
        }
        return cards.new > 0
            ? .init("study", because: isChild ? "new words wait for you" : counted(cards.new, "new card"), rank: 40)
            : nil
    }
}

extension LoggedRun {
    /// The command that resumes or repeats the session, or nil for kinds without a command.
    var command: String? {
        switch kind {
        case .patterns: ["pattern", activity, subject].filter { !$0.isEmpty }.joined(separator: " ")
        // Without a subject, each of these commands resumes the unfinished session.
        case .sparring, .lineWork, .theory: "\(kind.rawValue) \(activity)"
        case .grading: "grading mock"
        case .training: activity
        case .tests: activity == "place" ? activity : "test \(activity)"
        case .drill: activity
        case .building: isMixed ? "words" : "words \(activity)"
        default: nil
        }
    }

    /// Whether the session covers all modes of its kind.
    private var isMixed: Bool { activity == "mixed" }

    /// Returns the session in words, with its progress or its result.
    fileprivate func words(_ sessions: [SessionWords]) -> String {
        let sessionWords = sessions.first { $0.kind == kind }?.words(self)
        // The titles “Mock grading” and “Training” and the titles of tests already contain their
        // activity.
        let hidesActivity = [.grading, .training, .drill].contains(kind) || isMixed
        let standardTitle = [kind.title, hidesActivity ? "" : activity, subject == "all" ? "" : subject].filter {
            !$0.isEmpty
        }.joined(
            separator: " ")
        let title = sessionWords?.title ?? standardTitle
        if isOpen { return "\(title), \(sessionWords?.progress ?? "\(place) of \(items.count)")" }
        guard let outcome else { return title }
        let verdict = outcome.isPassed.map { $0 ? ", passed" : ", not passed" } ?? ""
        return "\(title), \(outcome.share / 10) %\(verdict)"
    }

    /// Whether the session is unfinished. A test that has asked all planned questions can still ask
    /// more.
    fileprivate var isOpen: Bool { kind == .tests ? endedAt == nil : isUnfinished }

    fileprivate var members: OutputValue {
        .object([
            .init("kind", .text(kind.word)), .init("activity", .text(activity)),
            .init("subject", .text(subject.isEmpty ? nil : subject)), .init("startedAt", .instant(startedAt)),
            .init("done", .integer(place)), .init("items", .integer(items.count)),
            .init("ended", .bool(endedAt != nil)),
        ])
    }
}
