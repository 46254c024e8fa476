import Content
import Kernel
import Practice

extension PatternTraining {
    /// Today's pattern among those that are open: one whose practice was left, else the one practised longest ago. What was never practised
    /// comes before all others: first the latest grade up to the learner's own, then what lies ahead of it.
    ///
    /// - Throws: `noPatternOpen`.
    public func patternOfTheDay() throws -> Pattern {
        let open = try standings().filter(\.isOpen)
        let left = try open.last { try log.latestRun(of: .patterns, "practice", subject: $0.heading.id)?.isLeft == true }
        func rank(_ one: PatternStanding) -> (Int, Int) {
            (one.last?.ordinal ?? .min, one.heading.grade > learner.grade ? 1 : 0)
        }
        guard let chosen = left ?? open.reversed().min(by: { rank($0) < rank($1) }) else {
            throw Failure(
                .noPatternOpen, "No pattern is open to you yet.", advice: "`pattern list` shows the grade of each pattern.")
        }
        return try curriculum.pattern(chosen.heading.id).value
    }

    /// Practises a pattern movement by movement: goes on with the session that was left, or begins one.
    ///
    /// - Parameters:
    ///   - numbers: only these movements, in their order; nil for all.
    ///   - isShuffled: whether they come in an order that chance decides.
    ///   - isNew: never goes on.
    /// - Throws: `nothingToPractise` when none of the movements is there.
    public func practise(
        _ pattern: Pattern, only numbers: [Int]? = nil, isShuffled: Bool = false, isNew: Bool = false
    ) throws -> Run<MovementExercise> {
        let exercise = MovementExercise(pattern, spacing)
        if !isNew, !isShuffled, numbers == nil, let left = try left(exercise, subject: pattern.id) { return left }
        var items = pattern.moves.map(\.number).filter { numbers?.contains($0) ?? true }
        if isShuffled {
            var random = log.split()
            items.shuffle(using: &random)
        }
        guard !items.isEmpty else {
            throw Failure(.nothingToPractise, "\(pattern.heading.name) has none of these movements.", kind: .usage)
        }
        return try log.begin(exercise, subject: pattern.id, items: items, settings: NoSettings())
    }

    /// The few movements of a pattern that a small child does at a time: the stretch that is known least, the first of several.
    public func fewMovements(of pattern: Pattern) throws -> [Int] {
        let (numbers, known) = (pattern.moves.map(\.number), try standing(of: pattern).moves)
        let room = min(learner.items(numbers.count), numbers.count)
        func level(_ first: Int) -> Int {
            numbers[first..<first + room].reduce(0) { $0 + (known[$1]?.memory.level?.value ?? 0) }
        }
        let first = (0...numbers.count - room).min { (level($0), $0) < (level($1), $1) } ?? 0
        return Array(numbers[first..<first + room])
    }

    /// Asks about the movements of these patterns, what is due first and then the weakest: goes on with the quiz that was left, or begins one.
    ///
    /// - Parameters:
    ///   - subject: the pattern's id when there is one pattern, else empty.
    ///   - mode: nil for the one that goes on, at first `choice`.
    ///   - isNew: never goes on.
    public func quiz(_ patterns: [Pattern], subject: String, questions: Int, mode: PatternRound.Mode? = nil, isNew: Bool = false)
        throws -> Run<PatternRound>
    {
        let round = PatternRound(isTest: false, curriculum, judge, spacing)
        if !isNew, mode == nil, let left = try left(round, subject: subject), isFit(left) { return left }
        var random = log.split()
        let items = try quizItems(patterns, &random).filter { !learner.isChild || Self.short.contains($0.asks) }
        return try begin(round, subject, Array(items.prefix(learner.items(questions))), mode ?? .choice)
    }

    /// Asks for every movement of a pattern, from memory: goes on with the test that was left, or begins one. A small child is asked one short thing about
    /// each of a few movements, to choose.
    public func test(_ pattern: Pattern, mode: PatternRound.Mode? = nil, isNew: Bool = false) throws -> Run<PatternRound> {
        let round = PatternRound(isTest: true, curriculum, judge, spacing)
        if !isNew, mode == nil, let left = try left(round, subject: pattern.id), isFit(left) { return left }
        let maker = PatternQuestions(pattern)
        if learner.isChild {
            let asked = try fewMovements(of: pattern).enumerated().compactMap { place, number -> PatternRound.Item? in
                let kinds = Self.short.filter(maker.kinds(of: number).contains)
                return kinds.isEmpty
                    ? nil : PatternRound.Item(pattern: pattern.id, move: number, asks: kinds[place % kinds.count])
            }
            return try begin(round, pattern.id, asked, .choice)
        }
        let items = pattern.moves.filter { maker.kinds(of: $0.number).contains(.movement) }.map {
            PatternRound.Item(pattern: pattern.id, move: $0.number, asks: .movement)
        }
        return try begin(round, pattern.id, items, mode ?? .typed)
    }

    /// What has answers of a few words, for a small child.
    private static let short: [PatternQuestion.Kind] = [.stance, .side, .foot]

    /// Whether what was left is for this learner: a small child does not go on with what somebody grown began.
    private func isFit(_ left: Run<PatternRound>) -> Bool {
        learner.goesOn(with: left.items.count) && (!learner.isChild || left.settings.mode == .choice)
    }

    private func left<Kind: Exercise>(_ exercise: Kind, subject: String) throws -> Run<Kind>? {
        try log.unfinished(exercise, subject: subject).flatMap { $0.isDone ? nil : $0 }
    }

    /// A question of each kind about each movement, shuffled, those about weak movements in front; before all of them one about each movement that is due.
    private func quizItems(_ patterns: [Pattern], _ random: inout RandomSource) throws -> [PatternRound.Item] {
        let known = Dictionary(grouping: try log.memories(of: .patterns), by: \.target.subject)
        var items: [(item: PatternRound.Item, level: Int, due: Day?)] = []
        for pattern in patterns {
            let standing = PatternStanding(pattern.heading, known[pattern.id] ?? [], opensAt: nil)
            let maker = PatternQuestions(pattern)
            for move in pattern.moves {
                let memory = standing.moves[move.number]?.memory
                let (level, due) = (
                    memory?.level?.value ?? 0, memory?.schedule.flatMap { $0.isDue(on: log.today) ? $0.due : nil }
                )
                for kind in maker.kinds(of: move.number) where ![.technique, .movement].contains(kind) {
                    items.append((PatternRound.Item(pattern: pattern.id, move: move.number, asks: kind), level, due))
                }
            }
        }
        let shuffled = items.shuffled(using: &random).enumerated()
        let weakest = shuffled.sorted { ($0.element.level / 250, $0.offset) < ($1.element.level / 250, $1.offset) }.map(\.element)
        var asked: Set<Target> = []
        let first = weakest.filter { one in
            one.due != nil && asked.insert(Target(.patterns, one.item.pattern, "\(one.item.move)")).inserted
        }
        let due = first.enumerated().sorted { left, right in
            (left.element.due ?? log.today, left.offset) < (right.element.due ?? log.today, right.offset)
        }.map(\.element.item)
        let taken = Set(due)
        return due + weakest.map(\.item).filter { !taken.contains($0) }
    }

    private func begin(
        _ round: PatternRound, _ subject: String, _ items: [PatternRound.Item], _ mode: PatternRound.Mode
    ) throws -> Run<PatternRound> {
        guard !items.isEmpty else {
            throw Failure(
                .nothingToAsk, "There is nothing to ask about here.", advice: "`pattern list` shows what is open to you.")
        }
        return try log.begin(round, subject: subject, items: items, settings: PatternRound.Settings(mode: mode))
    }
}

extension PatternTraining {
    /// The first movement of the pattern that is practised today, to be tried.
    public func sample() throws -> (pattern: Pattern, move: Move)? {
        let pattern = try patternOfTheDay()
        return pattern.moves.first.map { (pattern, $0) }
    }

    /// Whether no pattern was ever practised, asked or tested.
    public func isFirstUse() throws -> Bool { try log.isFirst(of: .patterns) }
}
