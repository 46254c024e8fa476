import Guidance
import Kernel
import Learning
import Practice
import Terminal

/// Where the learner stands, at a glance, when the app is called alone.
struct StudyCard {
    let flashcards: @Sendable () throws -> Flashcards
    let patterns: (@Sendable () throws -> PatternTraining)?
    let noted: NotedToday

    var card: HomeCard {
        HomeCard("study", order: 20) {
            let flashcards = try flashcards()
            try flashcards.foresee()
            let statistics = try flashcards.statistics()
            noted.cards.note(statistics.cards.due, on: flashcards.log.today)
            return content(
                statistics, try flashcards.log.latestRun(besides: .flashcards), try flashcards.unfinished(),
                try patterns?().due() ?? [], flashcards)
        }
    }

    private func content(
        _ statistics: Statistics, _ practice: LoggedRun?, _ study: Run<CardExercise>?, _ patterns: [DueSubject],
        _ flashcards: Flashcards
    ) -> HomeCard.Content {
        let (today, goal) = (statistics.practice.today, flashcards.learner.dailyGoal)
        let members: [FieldValue.Member] = [
            .init("streak", statistics.practice.streak.members), .init("due", .integer(statistics.cards.due)),
            .init("new", .integer(statistics.cards.new)), .init("answersToday", .integer(today.answers)),
            .init("minutesToday", .integer(today.minutes)), .init("dailyGoal", .integer(goal)),
            .init("accuracy", .number(statistics.practice.accuracy)),
            .init("readiness", .number(Double(statistics.readiness) / 1000)), .init("lastPractice", practice?.members ?? .null),
            .init("dueMovements", .integer(patterns.count(of: .movements))),
        ]
        let canStudy = statistics.cards.due + statistics.cards.new > 0
        // A small child holds no grading, and does not go on with that of somebody grown.
        let left = practice.flatMap { run in
            let isOwn = run.kind != .grading && flashcards.learner.goesOn(with: run.items.count)
            return run.isOpen && (isOwn || !flashcards.learner.isChild) ? run : nil
        }
        let practise = patterns.isEmpty || left?.kind == .patterns ? nil : DueSort.movements.command
        return HomeCard.Content(
            blocks: flashcards.learner.isChild
                ? ChildSession.today(statistics.practice, goal: goal)
                : day(statistics, practice, study, patterns, goal: goal, belt: Milestones.belt(flashcards, statistics)),
            head: Milestones.worn(flashcards), now: StudyCard.now(statistics.cards, left, study, patterns, flashcards.learner),
            members: members,
            next: [left?.command, canStudy ? "study" : left?.command == nil && practise == nil ? "stats" : nil, practise]
                .compactMap { $0 })
    }

    /// What is due, how far the day's goal is, and what was done or left last.
    private func day(
        _ statistics: Statistics, _ practice: LoggedRun?, _ study: Run<CardExercise>?, _ patterns: [DueSubject], goal: Int,
        belt: [(name: String, value: StyledText)]
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
        if let study { facts.append(("Left open", StyledText("Flashcards, \(study.place) of \(study.log.items.count)"))) }
        if let practice { facts.append((practice.isOpen ? "Left open" : "Last practice", StyledText(declared: practice.words))) }
        let isReached = today.answers >= goal
        let figure = "\(today.answers) of \(counted(goal, "answer")), \(today.minutes) min"
        let bar = BarChart.Bar("", Double(min(today.answers, goal)), figure: figure + (isReached ? ", goal reached" : ""))
        return [.heading("Today"), .bars(BarChart([bar], full: Double(max(goal, 1)))), .facts(facts + belt)]
    }

    /// What was begun today goes on first, then what is due, what was left, and what is new.
    private static func now(
        _ cards: Statistics.Cards, _ left: LoggedRun?, _ study: Run<CardExercise>?, _ patterns: [DueSubject],
        _ learner: Learner
    ) -> HomeCard.Step? {
        let isChild = learner.isChild
        // What somebody grown has left is planned anew for a child.
        if let study, !isChild || study.settings == study.settings.forChild {
            let reason = isChild ? "let us go on!" : "resumes at card \(study.place + 1) of \(study.log.items.count)"
            return .init("study", because: reason, rank: 10)
        }
        if cards.due > 0 {
            return .init(
                "study", because: isChild ? "words wait for you" : "\(counted(cards.due, "card")) due, \(cards.new) new", rank: 20
            )
        }
        if let first = patterns.first {
            let reason = patterns.count == 1 ? "\(patterns.words) of \(first.name) due" : "\(patterns.words) due"
            return .init(DueSort.movements.command, because: reason, rank: 22)
        }
        if let left, let command = left.command {
            return .init(command, because: isChild ? "let us go on!" : "resumes where you stopped", rank: 30)
        }
        return cards.new > 0
            ? .init("study", because: isChild ? "new words wait for you" : counted(cards.new, "new card"), rank: 40) : nil
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
        case .training: activity
        case .tests: activity == TestPlan.Sort.place.rawValue ? activity : "test \(activity)"
        case .drill: activity
        case .building: isMixed ? "words" : "words \(activity)"
        default: nil
        }
    }

    /// Whether it is of all modes that its kind has.
    private var isMixed: Bool { activity == "mixed" }

    fileprivate var words: String {
        let plan = kind == .tests ? try? settings.decoded(TestPlan.self) : nil
        // “Mock grading” and “Training” say their activity themselves, and so do tests.
        let isSaid = [.grading, .training, .drill].contains(kind) || isMixed
        let usual = [kind.title, isSaid ? "" : activity, subject == "all" ? "" : subject].filter { !$0.isEmpty }.joined(
            separator: " ")
        let what = plan?.sort.title ?? usual
        if isOpen { return "\(what), \(plan.map(asked) ?? "\(place) of \(items.count)")" }
        guard let outcome else { return what }
        let verdict = outcome.isPassed.map { $0 ? ", passed" : ", not passed" } ?? ""
        return "\(what), \(outcome.share / 10) %\(verdict)"
    }

    /// A test asks more as it goes on; how much a placement asks, nobody knows before its end.
    private func asked(of plan: TestPlan) -> String {
        guard place > 0 else { return "just begun" }
        return plan.least < plan.length
            ? "\(counted(place, "question")) answered" : "\(place) of \(counted(plan.length, "question")) answered"
    }

    /// Whether it was left before its end. A test that has asked all it has planned may ask more.
    fileprivate var isOpen: Bool { kind == .tests ? endedAt == nil : isLeft }

    fileprivate var members: FieldValue {
        .object([
            .init("kind", .text(kind.word)), .init("activity", .text(activity)),
            .init("subject", .text(subject.isEmpty ? nil : subject)), .init("startedAt", .instant(startedAt)),
            .init("done", .integer(place)), .init("items", .integer(items.count)), .init("ended", .bool(endedAt != nil)),
        ])
    }
}
