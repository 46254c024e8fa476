import Content
import Kernel
import Practice

extension PatternTraining {
    /// Returns the pattern for today: an open pattern with unfinished practice, or else the one
    /// practiced longest ago.
    ///
    /// Patterns without any practice come before all others. Those up to the learner's grade come
    /// first, latest grade first, followed by those ahead.
    ///
    /// - Throws: `noPatternOpen`.
    package func patternOfTheDay() throws -> Pattern {
        let openPatterns = try masteries().filter(\.isOpen)
        let unfinishedPattern = try openPatterns.last {
            try log.latestRun(of: .patterns, "practice", subject: $0.heading.id)?.isUnfinished == true
        }
        /// Returns the sort key: the latest practice, then patterns ahead of the learner's grade.
        func rank(_ mastery: PatternMastery) -> (Int, Int) {
            (mastery.last?.ordinal ?? .min, mastery.heading.grade > learner.grade ? 1 : 0)
        }
        guard let chosenPattern = unfinishedPattern ?? openPatterns.reversed().min(by: { rank($0) < rank($1) }) else {
            throw Failure(
                .noPatternOpen, "No pattern is open to you yet.",
                advice: "`pattern list` shows the grade of each pattern.")
        }
        return try curriculum.pattern(chosenPattern.heading.id).value
    }

    /// Resumes the unfinished practice of a pattern, or begins a new one.
    ///
    /// - Parameters:
    ///   - numbers: the selected movements in order, or nil for all.
    ///   - isShuffled: whether the movements are in random order.
    ///   - isNew: whether to ignore an unfinished session.
    /// - Throws: `nothingToPractise` if none of the movements exist.
    package func practice(
        _ pattern: Pattern, only numbers: [Int]? = nil, isShuffled: Bool = false, isNew: Bool = false
    ) throws -> Run<MovementExercise> {
        let exercise = MovementExercise(pattern, spacing)
        if !isNew, !isShuffled, numbers == nil, let run = try unfinishedRun(exercise, subject: pattern.id) {
            return run
        }
        var items = pattern.moves.map(\.number).filter { numbers?.contains($0) ?? true }
        if isShuffled {
            var random = log.makeRandomSource()
            items.shuffle(using: &random)
        }
        guard !items.isEmpty else {
            throw Failure(.nothingToPractise, "\(pattern.heading.name) has none of these movements.", kind: .usage)
        }
        return try log.begin(exercise, subject: pattern.id, items: items, settings: NoSettings())
    }

    /// Returns the movements for a small child's session: the first of the least known stretches.
    package func fewMovements(of pattern: Pattern) throws -> [Int] {
        let numbers = pattern.moves.map(\.number)
        let states = try mastery(of: pattern).moves
        let count = min(learner.sessionItems(numbers.count), numbers.count)
        /// Returns the sum of the levels of a stretch of movements.
        func level(_ start: Int) -> Int {
            numbers[start..<start + count].reduce(0) { $0 + (states[$1]?.memory.level?.value ?? 0) }
        }
        let start = (0...numbers.count - count).min { (level($0), $0) < (level($1), $1) } ?? 0
        return Array(numbers[start..<start + count])
    }

    /// Resumes the unfinished quiz on the movements of these patterns, or begins a new one with due
    /// and weak movements first.
    ///
    /// - Parameters:
    ///   - subject: the identifier of a single pattern, or else an empty string.
    ///   - mode: the answer method. Nil means that of the unfinished quiz, at first `choice`.
    ///   - isNew: whether to ignore an unfinished quiz.
    package func quiz(
        _ patterns: [Pattern], subject: String, questions: Int, mode: PatternRound.Mode? = nil, isNew: Bool = false
    )
        throws -> Run<PatternRound>
    {
        let round = PatternRound(isTest: false, curriculum, judge, spacing)
        if !isNew, mode == nil, let run = try unfinishedRun(round, subject: subject), mayResume(run) {
            return run
        }
        var random = log.makeRandomSource()
        let items = try quizItems(patterns, &random).filter {
            !learner.isChild || Self.shortAnswerKinds.contains($0.asks)
        }
        return try begin(round, subject, Array(items.prefix(learner.sessionItems(questions))), mode ?? .choice)
    }

    /// Resumes the unfinished test of a pattern, or begins a new one that asks every movement from
    /// memory.
    ///
    /// A small child gets one short multiple-choice question about each of a few movements.
    package func test(_ pattern: Pattern, mode: PatternRound.Mode? = nil, isNew: Bool = false) throws -> Run<
        PatternRound
    > {
        let round = PatternRound(isTest: true, curriculum, judge, spacing)
        if !isNew, mode == nil, let run = try unfinishedRun(round, subject: pattern.id), mayResume(run) {
            return run
        }
        let generator = PatternQuestions(pattern)
        if learner.isChild {
            let items = try fewMovements(of: pattern).enumerated().compactMap { place, number -> PatternRound.Item? in
                let kinds = Self.shortAnswerKinds.filter(generator.kinds(of: number).contains)
                return kinds.isEmpty
                    ? nil : PatternRound.Item(pattern: pattern.id, move: number, asks: kinds[place % kinds.count])
            }
            return try begin(round, pattern.id, items, .choice)
        }
        let items = pattern.moves.filter { generator.kinds(of: $0.number).contains(.movement) }.map {
            PatternRound.Item(pattern: pattern.id, move: $0.number, asks: .movement)
        }
        return try begin(round, pattern.id, items, mode ?? .typed)
    }

    /// The kinds with short answers, for a small child.
    private static let shortAnswerKinds: [PatternQuestion.Kind] = [.stance, .side, .foot]

    /// Returns whether the learner may resume a run. A small child does not resume a session that
    /// an adult began.
    private func mayResume(_ run: Run<PatternRound>) -> Bool {
        learner.mayResume(with: run.items.count)
            && (!learner.isChild || run.settings.mode == .choice)
    }

    /// Returns the unfinished run of an exercise if it still has items, or nil.
    private func unfinishedRun<Kind: Exercise>(_ exercise: Kind, subject: String) throws -> Run<Kind>? {
        try log.unfinished(exercise, subject: subject).flatMap { $0.isDone ? nil : $0 }
    }

    /// Returns one question for each due movement, followed by shuffled questions of all kinds,
    /// weak movements first.
    private func quizItems(_ patterns: [Pattern], _ random: inout RandomSource) throws -> [PatternRound.Item] {
        let memoriesByPattern = Dictionary(grouping: try log.memories(of: .patterns), by: \.target.subject)
        var items: [(item: PatternRound.Item, level: Int, due: Day?)] = []
        for pattern in patterns {
            let mastery = PatternMastery(pattern.heading, memoriesByPattern[pattern.id] ?? [], opensAt: nil)
            let generator = PatternQuestions(pattern)
            for move in pattern.moves {
                let memory = mastery.moves[move.number]?.memory
                let level = memory?.level?.value ?? 0
                let dueDay = memory?.schedule.flatMap { $0.isDue(on: log.today) ? $0.due : nil }
                for kind in generator.kinds(of: move.number) where ![.technique, .movement].contains(kind) {
                    items.append((PatternRound.Item(pattern: pattern.id, move: move.number, asks: kind), level, dueDay))
                }
            }
        }
        let shuffled = items.shuffled(using: &random).enumerated()
        let weakest = shuffled.sorted { ($0.element.level / 250, $0.offset) < ($1.element.level / 250, $1.offset) }.map(
            \.element)
        var askedMoves: Set<Target> = []
        let firstQuestions = weakest.filter { question in
            question.due != nil
                && askedMoves.insert(Target(.patterns, question.item.pattern, "\(question.item.move)")).inserted
        }
        let dueQuestions = firstQuestions.enumerated().sorted { left, right in
            (left.element.due ?? log.today, left.offset) < (right.element.due ?? log.today, right.offset)
        }.map(\.element.item)
        let dueItems = Set(dueQuestions)
        return dueQuestions + weakest.map(\.item).filter { !dueItems.contains($0) }
    }

    /// Saves a new quiz or test.
    ///
    /// - Throws: `nothingToAsk` without items.
    private func begin(
        _ round: PatternRound, _ subject: String, _ items: [PatternRound.Item], _ mode: PatternRound.Mode
    ) throws -> Run<PatternRound> {
        guard !items.isEmpty else {
            throw Failure(
                .nothingToAsk, "There is nothing to ask about here.",
                advice: "`pattern list` shows what is open to you.")
        }
        return try log.begin(round, subject: subject, items: items, settings: PatternRound.Settings(mode: mode))
    }
}

extension PatternTraining {
    /// Returns the first movement of today's pattern as a sample.
    package func sample() throws -> (pattern: Pattern, move: Move)? {
        let pattern = try patternOfTheDay()
        return pattern.moves.first.map { (pattern, $0) }
    }

    /// Returns whether the learner has never practiced a pattern or answered a question about one.
    package func isFirstUse() throws -> Bool { try log.hasNoRuns(of: .patterns) }
}
