import Content
import Kernel
import Learning
import Lessons
import Practice

/// The daily training: a mixed session that fits the available time.
package struct Training: Sendable {
    /// The possible lengths of a training, in minutes.
    package static let range = 3...120
    /// The default length, in minutes.
    package static let defaultMinutes = 10
    /// The number of latest trainings used to estimate the time for an answer.
    private static let paceRuns = 5

    package let planner: GradingPlanner
    package let patterns: PatternTraining

    package init(_ planner: GradingPlanner, _ patterns: PatternTraining) {
        self.planner = planner
        self.patterns = patterns
    }

    package var log: PracticeLog { planner.log }
    private var flashcards: Flashcards { planner.flashcards }
    private var lessons: LessonStudy { planner.gradings.lessons }
    private var exercise: TrainingExercise {
        TrainingExercise(cards: flashcards.exercise, book: planner.book, spacing: patterns.spacing)
    }

    // MARK: - Resuming

    /// Returns today's latest unfinished training. A training of another day is planned again with
    /// the items that are due now.
    ///
    /// - Parameter running: whether to include a training that may be running elsewhere.
    package func unfinished(running: Bool = false) throws -> Run<TrainingExercise>? {
        guard let latestRun = try log.unfinishedTraining(),
            let run = try log.run(latestRun, of: exercise), !run.isDone,
            (run.answers.last?.day ?? log.day(of: run.log.startedAt)) == log.today, isOwn(run)
        else { return nil }
        let lastAt = run.answers.last?.at ?? run.log.startedAt
        let isOpen = log.isOpenElsewhere(run.log) ?? (log.now.seconds(since: lastAt) < Flashcards.idleAfter)
        return running || !isOpen ? run : nil
    }

    /// Returns whether the learner may resume a training. A small child needs choices and does not
    /// resume an adult's training.
    private func isOwn(_ run: Run<TrainingExercise>) -> Bool {
        guard isForChild else { return true }
        let isChosen = (run.settings.mode, run.settings.answering) == (.test, .choose)
        return isChosen && lessons.learner.mayResume(with: Set(run.cardPart.items.map(\.card)).count)
    }

    /// Returns the requested length of the latest training, at first ten minutes.
    package func minutes() throws -> Int {
        guard let latestRun = try log.latestRun(of: .training, TrainingExercise.activityName),
            let settings = try? latestRun.settings.decoded(TrainingSettings.self)
        else { return Training.defaultMinutes }
        return min(max(settings.minutes, Training.range.lowerBound), Training.range.upperBound)
    }

    package var isForChild: Bool { lessons.learner.isChild }

    // MARK: - Beginning

    /// Plans a training and saves it.
    ///
    /// - Parameters:
    ///   - minutes: the length, limited to `range`.
    ///   - homework: the assigned homework. Its pattern becomes today's pattern and its pages are
    ///     asked first, if they are open.
    /// - Throws: `nothingToPractise`.
    package func begin(minutes: Int, homework: [Homework] = []) throws -> Run<TrainingExercise> {
        let minutes = min(max(minutes, Training.range.lowerBound), Training.range.upperBound)
        let parts = TrainingParts(seconds: Double(minutes * 60), pace: try pace())
        var random = log.makeRandomSource()
        let outlook = try plannedOutlook()
        let homeworkSubjects = { (kind: Homework.Kind) in homework.filter { $0.kind == kind }.map(\.subject) }
        let movements = try self.movements(parts, outlook, wanted: homeworkSubjects(.pattern))
        let questions = try questions(outlook, wanted: Set(homeworkSubjects(.page)), &random)
        let lines = try line()
        let cardSeconds = parts.cardSeconds(movements: movements.count, questions: questions.count, lines: lines.count)
        let latest = try flashcards.defaultConfiguration()
        let configuration = lessons.learner.isChild ? latest.forChild : latest
        let cards = try cards(parts, seconds: cardSeconds, outlook, configuration, &random)
        let items = cards.map(TrainingItem.card) + (movements + questions + lines).map(TrainingItem.task)
        try LessonStudy.requireItems(items)
        let settings = TrainingSettings(
            minutes: minutes, cardSeconds: Int(cardSeconds), mode: configuration.mode,
            answering: configuration.answering,
            scheduler: try flashcards.scheduler(named: configuration.scheduler).name)
        try flashcards.saveInitialSettings()
        return try log.begin(exercise, items: items, settings: settings)
    }

    /// Returns the readiness for the planned grading, or nil if none is set, it is past, or its
    /// belt is reached.
    private func plannedOutlook() throws -> GradingOutlook? {
        guard let planned = try planner.planned(), !planner.isReached(planned), planned.day >= log.today else {
            return nil
        }
        return try planner.outlook(of: planned)
    }

    /// Returns the learner's time for an answer.
    package func pace() throws -> TrainingPace {
        let runs = try log.runs(latest: Flashcards.searchedRuns).filter { $0.kind == .training }.suffix(
            Training.paceRuns)
        return TrainingPace(
            days: try log.days(), answers: try runs.flatMap { try log.answers(of: $0.id) }, today: log.today)
    }

    /// Returns the expected length of a training at the learner's pace, in whole minutes.
    package func minutes(of run: Run<TrainingExercise>) throws -> Int {
        let pace = try pace()
        let metTargets = Set(try log.memories(of: .flashcards).map(\.target))
        let seconds = run.items.reduce(0.0) { sum, item in
            switch item {
            case .card(let card):
                sum + (card.step != .ask ? 0 : metTargets.contains(card.card.target) ? pace.card : pace.newCard)
            case .task(let target):
                sum + (target.kind == .patterns ? pace.movement : target.kind == .theory ? pace.question : pace.line)
            }
        }
        return max(1, Int((seconds / 60).rounded()))
    }

    /// Returns the cards that fit the time: due cards, and new cards up to today's number.
    private func cards(
        _ parts: TrainingParts, seconds: Double, _ outlook: GradingOutlook?, _ baseConfiguration: StudyConfiguration,
        _ random: inout RandomSource
    ) throws -> [StudyItem] {
        let settings = try flashcards.settings()
        let memories = try log.memories(of: .flashcards)
        let openTerms = lessons.learner.syllabus.opened(in: flashcards.library.terms).filter(\.hasKorean)
        let newAllowance = max(0, try settings.newADay - flashcards.newToday())
        // A planned grading sets the daily number. Its words come first, and no other words are new
        // until its day.
        let newCount = outlook.map { $0.plan.today(.words) } ?? newAllowance
        let count = parts.cards(in: seconds, due: try flashcards.due().count, new: newCount)
        guard count.due + count.new > 0 else { return [] }
        var sessionConfiguration = baseConfiguration
        sessionConfiguration.cards = lessons.learner.sessionItems(count.due + count.new)
        var plan = SessionPlan(
            configuration: sessionConfiguration, syllabus: lessons.learner.syllabus, terms: openTerms,
            memories: memories,
            today: log.today, newLimit: count.new, setAside: try flashcards.setAside(), showsNew: settings.showsNew)
        (plan.dueLimit, plan.allowedNewTerms) = (count.due, outlook?.words)
        return plan.queue(&random)
    }

    /// The level from which a pattern of the grading no longer takes precedence.
    private static let masteredLevel = 0.8

    /// Returns the movements of today's pattern: a weak pattern of the grading, or else the next in
    /// turn. It is empty if none is open.
    private func movements(_ parts: TrainingParts, _ outlook: GradingOutlook?, wanted: [String]) throws -> [Target] {
        let weakPattern = outlook?.patterns.filter { $0.onDay < Training.masteredLevel }.min { $0.onDay < $1.onDay }
        let assignedPattern = wanted.lazy.compactMap { try? patterns.pattern($0) }.first
        let chosenPattern =
            try assignedPattern
            ?? weakPattern.flatMap { try? patterns.pattern($0.heading.id) } ?? todaysPattern()
        guard let pattern = chosenPattern else { return [] }
        if lessons.learner.isChild {
            return try patterns.fewMovements(of: pattern).map { Target(.patterns, pattern.id, "\($0)") }
        }
        let day = log.today
        let scheduler = try flashcards.scheduler()
        let recallByPart = Dictionary(
            try log.memories(of: .patterns, subject: pattern.id).map {
                ($0.target.part, $0.retrievability(on: day, by: scheduler))
            }, uniquingKeysWith: { first, _ in first })
        return parts.stretch(of: pattern) { recallByPart["\($0)"] ?? 0 }.map { Target(.patterns, pattern.id, "\($0)") }
    }

    /// Returns today's pattern in turn, or nil if no pattern is open.
    private func todaysPattern() throws -> Pattern? {
        do {
            return try patterns.patternOfTheDay()
        } catch let failure as Failure where failure.code == .noPatternOpen {
            return nil
        }
    }

    /// Returns questions from different open pages that were not asked today.
    ///
    /// New questions of a planned grading come first, followed by the least known questions of
    /// pages that were read.
    private func questions(
        _ outlook: GradingOutlook?, wanted homeworkPages: Set<String>, _ random: inout RandomSource
    ) throws -> [Target] {
        let day = log.today
        let scheduler = try flashcards.scheduler()
        let memories = try log.memories(of: .theory)
        let states = Dictionary(memories.map { ($0.target, $0.state) }, uniquingKeysWith: { first, _ in first })
        let pages = lessons.learner.syllabus.opened(in: planner.book.topics)
        let wantedNew = outlook?.newQuestions ?? []
        let candidates = pages.flatMap { page -> [(rank: (Int, Int, Int), target: Target)] in
            let unreadRank = states[page.reading] == nil ? 1 : 0
            return page.questionItems.compactMap { target in
                guard states[target]?.last != day else { return nil }
                // A small child chooses answers and types nothing.
                guard !lessons.learner.isChild || planner.book.task(target)?.key?.hasChoices == true else { return nil }
                let recall = states[target]?.retrievability(on: day, by: scheduler) ?? 0
                let isHomework = homeworkPages.contains(page.id)
                return (
                    (
                        isHomework ? -1 : wantedNew.contains(target) ? 0 : 1, isHomework ? 0 : unreadRank,
                        Int(recall * 1000)
                    ), target
                )
            }
        }
        let ranked = candidates.shuffled(using: &random).enumerated()
            .sorted { left, right in
                let leftRank = left.element.rank
                let rightRank = right.element.rank
                return leftRank == rightRank ? left.offset < right.offset : leftRank < rightRank
            }
        let plannedQuestions = outlook?.plan.today(.questions) ?? 0
        let count = min(max(TrainingParts.questions, plannedQuestions), TrainingParts.mostQuestions)
        var pagesSeen: Set<String> = []
        return Array(
            ranked.map(\.element.target).filter { pagesSeen.insert($0.subject).inserted }.prefix(count))
    }

    /// Returns one line of the learner's line work: a new line, or else the one done longest ago.
    private func line() throws -> [Target] {
        guard let work = try? lessons.lineWork(of: nil) else { return [] }
        let lastDays = Dictionary(
            try log.memories(of: .lineWork, subject: work.grade.id).map { ($0.target, $0.state.last.ordinal) },
            uniquingKeysWith: { first, _ in first })
        let line = work.items.enumerated().min {
            (lastDays[$0.element] ?? .min, $0.offset) < (lastDays[$1.element] ?? .min, $1.offset)
        }
        return line.map { [$0.element] } ?? []
    }

    // MARK: - Results

    /// Returns the results of a training so far.
    package func results(of run: Run<TrainingExercise>) throws -> TrainingResults {
        let pattern = run.items.lazy.compactMap { item -> String? in
            if case .task(let target) = item, target.kind == .patterns { target.subject } else { nil }
        }.first
        let mastery = try pattern.map { try patterns.mastery(of: patterns.curriculum.pattern($0).value) }
        return TrainingResults(run: run, due: try flashcards.due().count, mastery: mastery)
    }
}

/// The results of a training.
package struct TrainingResults: Sendable {
    package let run: Run<TrainingExercise>
    /// The number of cards that are still due.
    package let due: Int
    /// The mastery of the training's pattern, or nil if it has none.
    package let mastery: PatternMastery?

    /// The card answers that count: the first for each card.
    package var cards: [Answer] { run.answers(of: .flashcards).filter { !$0.isRepeat && !$0.isAtLearningStep } }
    /// The number of cards that the learner met for the first time.
    package var new: Int { cards.count { $0.before == nil } }
    package var movements: [Answer] { run.answers(of: .patterns) }
    package var questions: [Answer] { run.answers(of: .theory) }
    package var lines: [Answer] { run.answers(of: .lineWork) }
    package var isUnfinished: Bool { run.log.endedAt == nil }
    /// The number of items left, or 0 after the end, even if time ran out.
    package var remaining: Int { isUnfinished ? run.remaining : 0 }
}

extension PracticeLog {
    /// Returns the latest training if it is unfinished. It uses the latest runs, so that the first
    /// screen needs no further read.
    package func unfinishedTraining() throws -> LoggedRun? {
        let latestRun = try runs(latest: Flashcards.searchedRuns).last { $0.kind == .training }
        return latestRun.flatMap { $0.endedAt == nil ? $0 : nil }
    }
}
