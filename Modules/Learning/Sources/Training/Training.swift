import Content
import Kernel
import Practice

/// The one daily command: a bit of everything in the time that there is.
public struct Training: Sendable {
    /// How long a training may be, in minutes.
    public static let range = 3...120
    /// How long it is unless somebody says otherwise.
    public static let usualMinutes = 10
    /// So many of the latest trainings say how long answers take.
    private static let lookedAt = 5

    /// Their gradings and words.
    public let planner: GradingPlanner
    /// Their patterns.
    public let patterns: PatternTraining

    /// Training of one learner, to whom both belong.
    public init(_ planner: GradingPlanner, _ patterns: PatternTraining) { (self.planner, self.patterns) = (planner, patterns) }

    /// Where it is kept.
    public var log: PracticeLog { planner.log }
    private var flashcards: Flashcards { planner.flashcards }
    private var lessons: Lessons { planner.gradings.lessons }
    private var exercise: TrainingExercise {
        TrainingExercise(cards: flashcards.exercise, book: planner.book, spacing: patterns.spacing)
    }

    // MARK: - Going on

    /// Today's latest training where it was left before its end; what was left on another day is planned anew, with what is due then.
    ///
    /// - Parameter running: also one that may be running elsewhere.
    public func unfinished(running: Bool = false) throws -> Run<TrainingExercise>? {
        guard let last = try log.leftTraining(),
            let run = try log.run(last, of: exercise), !run.isDone,
            (run.answers.last?.day ?? log.day(of: run.log.startedAt)) == log.today, isOwn(run)
        else { return nil }
        let lastAt = run.answers.last?.at ?? run.log.startedAt
        let isOpen = log.isOpenElsewhere(run.log) ?? (log.now.seconds(since: lastAt) < Flashcards.idleAfter)
        return running || !isOpen ? run : nil
    }

    /// A small child chooses, and does not go on with a training of somebody grown.
    private func isOwn(_ run: Run<TrainingExercise>) -> Bool {
        guard isForChild else { return true }
        let isChosen = (run.settings.mode, run.settings.answering) == (.test, .choose)
        return isChosen && lessons.learner.goesOn(with: Set(run.cardPart.items.map(\.card)).count)
    }

    /// How long the latest was to be; at first ten minutes.
    public func minutes() throws -> Int {
        guard let last = try log.latestRun(of: .training, TrainingExercise.training),
            let settings = try? last.settings.decoded(TrainingSettings.self)
        else { return Training.usualMinutes }
        return min(max(settings.minutes, Training.range.lowerBound), Training.range.upperBound)
    }

    /// Whether it is a small child who trains.
    public var isForChild: Bool { lessons.learner.isChild }

    // MARK: - Beginning

    /// Plans a training and keeps it.
    ///
    /// - Parameters:
    ///   - minutes: within `range`; others are moved to the nearest.
    ///   - homework: what somebody asks for: its pattern is today's, its pages are asked first, as far as they are open.
    /// - Throws: `nothingToPractise`.
    public func begin(minutes: Int, homework: [Homework] = []) throws -> Run<TrainingExercise> {
        let minutes = min(max(minutes, Training.range.lowerBound), Training.range.upperBound)
        let parts = TrainingParts(seconds: Double(minutes * 60), pace: try pace())
        var random = log.split()
        let outlook = try planned()
        let asked = { (kind: Homework.Kind) in homework.filter { $0.kind == kind }.map(\.subject) }
        let movements = try self.movements(parts, outlook, wanted: asked(.pattern))
        let questions = try questions(outlook, wanted: Set(asked(.page)), &random)
        let lines = try line()
        let time = parts.cardSeconds(movements: movements.count, questions: questions.count, lines: lines.count)
        let latest = try flashcards.usual()
        let usual = lessons.learner.isChild ? latest.forChild : latest
        let cards = try cards(parts, seconds: time, outlook, usual, &random)
        let items = cards.map(TrainingItem.card) + (movements + questions + lines).map(TrainingItem.task)
        try Lessons.expect(items)
        let settings = TrainingSettings(
            minutes: minutes, cardSeconds: Int(time), mode: usual.mode, answering: usual.answering,
            scheduler: try flashcards.scheduler(named: usual.scheduler).name)
        try flashcards.keepBeginning()
        return try log.begin(exercise, items: items, settings: settings)
    }

    /// The grading ahead as it stands; nil where none is set, it is over, or its belt is reached.
    private func planned() throws -> GradingOutlook? {
        guard let planned = try planner.planned(), !planner.isReached(planned), planned.day >= log.today else { return nil }
        return try planner.outlook(of: planned)
    }

    /// How long answers take.
    public func pace() throws -> TrainingPace {
        let runs = try log.runs(latest: Flashcards.lookedAt).filter { $0.kind == .training }.suffix(Training.lookedAt)
        return TrainingPace(
            days: try log.days(), answers: try runs.flatMap { try log.answers(of: $0.id) }, today: log.today)
    }

    /// How long a training will take, in whole minutes, by the learner's pace.
    public func minutes(of run: Run<TrainingExercise>) throws -> Int {
        let (pace, met) = (try pace(), Set(try log.memories(of: .flashcards).map(\.target)))
        let seconds = run.items.reduce(0.0) { sum, item in
            switch item {
            case .card(let card):
                sum + (card.step != .ask ? 0 : met.contains(card.card.target) ? pace.card : pace.newCard)
            case .task(let target):
                sum + (target.kind == .patterns ? pace.movement : target.kind == .theory ? pace.question : pace.line)
            }
        }
        return max(1, Int((seconds / 60).rounded()))
    }

    private func cards(
        _ parts: TrainingParts, seconds: Double, _ outlook: GradingOutlook?, _ usual: StudyConfiguration,
        _ random: inout RandomSource
    ) throws -> [StudyItem] {
        let (settings, memories) = (try flashcards.settings(), try log.memories(of: .flashcards))
        let open = lessons.learner.syllabus.opened(in: flashcards.library.terms).filter(\.hasKorean)
        let room = max(0, try settings.newADay - flashcards.newToday())
        // A date sets the pace; its words go first, and once they are met nothing else is new until the day.
        let new = outlook.map { $0.plan.today(.words) } ?? room
        let count = parts.cards(in: seconds, due: try flashcards.due().count, new: new)
        guard count.due + count.new > 0 else { return [] }
        var wanted = usual
        wanted.cards = lessons.learner.items(count.due + count.new)
        var plan = SessionPlan(
            configuration: wanted, syllabus: lessons.learner.syllabus, terms: open, memories: memories, today: log.today,
            newLimit: count.new, setAside: try flashcards.setAside(), showsNew: settings.showsNew)
        (plan.dueLimit, plan.newOnly) = (count.due, outlook?.words)
        return plan.queue(&random)
    }

    /// From here on a pattern that a grading asks for leaves the turn to others.
    private static let mastered = 0.8

    /// Today's pattern: the one that the grading asks for while it is weak, else the next in turn. Nothing where none is open.
    private func movements(_ parts: TrainingParts, _ outlook: GradingOutlook?, wanted: [String]) throws -> [Target] {
        let weak = outlook?.patterns.filter { $0.onDay < Training.mastered }.min { $0.onDay < $1.onDay }
        let given = wanted.lazy.compactMap { try? patterns.pattern($0) }.first
        let asked = try given ?? weak.flatMap { try? patterns.pattern($0.heading.id) } ?? todaysPattern()
        guard let pattern = asked else { return [] }
        if lessons.learner.isChild {
            return try patterns.fewMovements(of: pattern).map { Target(.patterns, pattern.id, "\($0)") }
        }
        let (day, scheduler) = (log.today, try flashcards.scheduler())
        let known = Dictionary(
            try log.memories(of: .patterns, subject: pattern.id).map {
                ($0.target.part, $0.retrievability(on: day, by: scheduler))
            }, uniquingKeysWith: { first, _ in first })
        return parts.stretch(of: pattern) { known["\($0)"] ?? 0 }.map { Target(.patterns, pattern.id, "\($0)") }
    }

    private func todaysPattern() throws -> Pattern? {
        do {
            return try patterns.patternOfTheDay()
        } catch let failure as Failure where failure.code == .noPatternOpen {
            return nil
        }
    }

    /// Questions of pages that are open, each of another page: those that a grading ahead still has to bring, else of pages that were read what is known
    /// least; none that was asked today.
    private func questions(
        _ outlook: GradingOutlook?, wanted given: Set<String>, _ random: inout RandomSource
    ) throws -> [Target] {
        let (day, scheduler) = (log.today, try flashcards.scheduler())
        let memories = try log.memories(of: .theory)
        let known = Dictionary(memories.map { ($0.target, $0.state) }, uniquingKeysWith: { first, _ in first })
        let pages = lessons.learner.syllabus.opened(in: planner.book.topics)
        let wantedNew = outlook?.newQuestions ?? []
        let open = pages.flatMap { page -> [(rank: (Int, Int, Int), target: Target)] in
            let unread = known[page.reading] == nil ? 1 : 0
            return page.questionItems.compactMap { target in
                guard known[target]?.last != day else { return nil }
                // A small child chooses, and types nothing.
                guard !lessons.learner.isChild || planner.book.task(target)?.key?.hasChoices == true else { return nil }
                let likely = known[target]?.retrievability(on: day, by: scheduler) ?? 0
                let isGiven = given.contains(page.id)
                return ((isGiven ? -1 : wantedNew.contains(target) ? 0 : 1, isGiven ? 0 : unread, Int(likely * 1000)), target)
            }
        }
        let ranked = open.shuffled(using: &random).enumerated()
            .sorted { one, other in
                let (left, right) = (one.element.rank, other.element.rank)
                return left == right ? one.offset < other.offset : left < right
            }
        let wanted = outlook?.plan.today(.questions) ?? 0
        let count = min(max(TrainingParts.questions, wanted), TrainingParts.mostQuestions)
        var pagesSeen: Set<String> = []
        return Array(
            ranked.map(\.element.target).filter { pagesSeen.insert($0.subject).inserted }.prefix(count))
    }

    /// One line of the own line work: one that was never done, else the one that was done longest ago.
    private func line() throws -> [Target] {
        guard let work = try? lessons.lineWork(of: nil) else { return [] }
        let last = Dictionary(
            try log.memories(of: .lineWork, subject: work.grade.id).map { ($0.target, $0.state.last.ordinal) },
            uniquingKeysWith: { first, _ in first })
        let line = work.items.enumerated().min { (last[$0.element] ?? .min, $0.offset) < (last[$1.element] ?? .min, $1.offset) }
        return line.map { [$0.element] } ?? []
    }

    // MARK: - What it brought

    /// What a training brought so far.
    public func results(of run: Run<TrainingExercise>) throws -> TrainingResults {
        let pattern = run.items.lazy.compactMap { item -> String? in
            if case .task(let target) = item, target.kind == .patterns { target.subject } else { nil }
        }.first
        let standing = try pattern.map { try patterns.standing(of: patterns.curriculum.pattern($0).value) }
        return TrainingResults(run: run, due: try flashcards.due().count, standing: standing)
    }
}

/// What a training brought.
public struct TrainingResults: Sendable {
    /// With its answers so far.
    public let run: Run<TrainingExercise>
    /// Cards that are still due.
    public let due: Int
    /// Where the learner stands in its pattern; nil where it had none.
    public let standing: PatternStanding?

    /// Answers to cards that count: the first of each.
    public var cards: [Answer] { run.answers(of: .flashcards).filter { !$0.isRepeat && !$0.isAtStep } }
    /// Cards among them that were new.
    public var new: Int { cards.count { $0.before == nil } }
    /// Movements that were done.
    public var movements: [Answer] { run.answers(of: .patterns) }
    /// Questions that were answered.
    public var questions: [Answer] { run.answers(of: .theory) }
    /// Lines that were done.
    public var lines: [Answer] { run.answers(of: .lineWork) }
    /// Whether it was left before its end.
    public var isLeft: Bool { run.log.endedAt == nil }
    /// What is still to come of it; nothing once it is over, even where the time did not reach.
    public var remaining: Int { isLeft ? run.remaining : 0 }
}

extension PracticeLog {
    /// The latest training, where it was not finished; told from the latest runs, so that a first screen asks nothing more.
    public func leftTraining() throws -> LoggedRun? {
        let last = try runs(latest: Flashcards.lookedAt).last { $0.kind == .training }
        return last.flatMap { $0.endedAt == nil ? $0 : nil }
    }
}
