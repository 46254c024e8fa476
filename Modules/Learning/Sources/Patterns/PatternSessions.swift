import Content
import Kernel

extension PatternTraining {
    /// Today's pattern among those that are open: one whose practice was left, else the one practised longest ago. What was never practised
    /// comes before all others: first the latest grade up to the learner's own, then what lies ahead of it.
    ///
    /// - Throws: `noPatternOpen`.
    public func patternOfTheDay() throws -> Pattern {
        let open = try standings().filter(\.isOpen)
        let left = try open.last { try log.unfinished(.patterns, $0.heading.id, activity: "practice") != nil }
        func rank(_ one: PatternStanding) -> (Int, Int) {
            (one.last?.ordinal ?? .min, one.heading.grade > learner.grade ? 1 : 0)
        }
        guard let chosen = left ?? open.reversed().min(by: { rank($0) < rank($1) }) else {
            throw Failure(
                .noPatternOpen, "No pattern is open to you yet.", advice: "`pattern list` says from which grade each one is.")
        }
        return try curriculum.pattern(chosen.heading.id).value
    }

    /// Practises a pattern movement by movement: goes on with the session that was left, or begins one.
    ///
    /// - Parameters:
    ///   - numbers: only these movements, in their order; nil for all.
    ///   - isNew: never goes on.
    /// - Throws: `nothingToPractise` when none of the movements is there.
    public func practise(_ pattern: Pattern, only numbers: [Int]? = nil, isNew: Bool = false) throws -> PracticeSitting {
        if !isNew, numbers == nil, let left = try log.unfinished(.patterns, pattern.id, activity: "practice") { return left }
        let items = pattern.moves.map(\.number).filter { numbers?.contains($0) ?? true }
        guard !items.isEmpty else {
            throw Failure(.nothingToPractise, "\(pattern.heading.name) has none of these movements.", kind: .usage)
        }
        return try log.begin(.patterns, pattern.id, activity: "practice", items: items.map(String.init))
    }

    /// Keeps that a movement was done, well or shakily, and goes on.
    public func done(_ move: Move, of pattern: Pattern, well: Bool, milliseconds: Int, in sitting: inout PracticeSitting) throws {
        try log.answer(
            Mastery.Item(.patterns, pattern.id, "\(move.number)"), question: "done", evidence: .done,
            parts: [.init("done", isRight: well)], milliseconds: milliseconds,
            label: "Practised \(pattern.heading.name) \(move.number)", in: &sitting)
    }

    /// Asks about the movements of these patterns, weakest first: goes on with the quiz that was left, or begins one.
    ///
    /// - Parameters:
    ///   - subject: the pattern's id when there is one pattern, else empty.
    ///   - mode: nil for the one that goes on, at first `choice`.
    ///   - isNew: never goes on.
    public func quiz(_ patterns: [Pattern], subject: String, questions: Int, mode: PatternRound.Mode? = nil, isNew: Bool = false)
        throws
        -> PatternRound
    {
        if !isNew, let left = try log.unfinished(.patterns, subject, activity: "quiz"), mode == nil {
            return try round(left, patterns)
        }
        var random = log.split()
        let items = try quizItems(patterns, &random).prefix(questions)
        return try begin(patterns, subject, "quiz", Array(items), mode ?? .choice, seed: Int(random.next() >> 12))
    }

    /// Asks for every movement of a pattern, from memory: goes on with the test that was left, or begins one.
    public func test(_ pattern: Pattern, mode: PatternRound.Mode? = nil, isNew: Bool = false) throws -> PatternRound {
        if !isNew, let left = try log.unfinished(.patterns, pattern.id, activity: "test"), mode == nil {
            return try round(left, [pattern])
        }
        let maker = PatternQuestions(pattern)
        let items = pattern.moves.flatMap { move in
            let kinds = maker.kinds(of: move.number)
            return [PatternQuestion.Kind.foot, .direction, .stance, .technique].filter(kinds.contains).map {
                "\(pattern.id):\(move.number):\($0.rawValue)"
            }
        }
        return try begin([pattern], pattern.id, "test", items, mode ?? .typed, seed: nil)
    }

    /// A question of each kind about each movement, shuffled, those about weak movements in front.
    private func quizItems(_ patterns: [Pattern], _ random: inout RandomSource) throws -> [String] {
        let known = Dictionary(grouping: try log.mastery(of: .patterns), by: \.item.subject)
        var items: [(item: String, level: Int)] = []
        for pattern in patterns {
            let standing = PatternStanding(pattern.heading, known[pattern.id] ?? [], opensAt: nil)
            let maker = PatternQuestions(pattern)
            for move in pattern.moves {
                for kind in maker.kinds(of: move.number) where kind != .technique {
                    items.append(("\(pattern.id):\(move.number):\(kind.rawValue)", standing.moves[move.number]?.level ?? 0))
                }
            }
        }
        let shuffled = items.shuffled(using: &random).enumerated()
        return shuffled.sorted { ($0.element.level / 250, $0.offset) < ($1.element.level / 250, $1.offset) }.map(\.element.item)
    }

    private func begin(
        _ patterns: [Pattern], _ subject: String, _ activity: String, _ items: [String], _ mode: PatternRound.Mode, seed: Int?
    ) throws -> PatternRound {
        guard !items.isEmpty else {
            throw Failure(
                .nothingToAsk, "There is nothing to ask about here.", advice: "`pattern list` shows what is open to you.")
        }
        let sitting = try log.begin(
            .patterns, subject, activity: activity, items: items, seed: seed, settings: ["mode": mode.rawValue])
        return try round(sitting, patterns)
    }

    private func round(_ sitting: PracticeSitting, _ patterns: [Pattern]) throws -> PatternRound {
        let asked = Set(sitting.session.items.compactMap { $0.split(separator: ":").first.map(String.init) })
        let headings = curriculum.patterns().value
        var makers: [String: PatternQuestions] = [:]
        for pattern in patterns where asked.contains(pattern.id) {
            let others = headings.filter { $0.grade == pattern.heading.grade && $0.id != pattern.id }
            let companions = others.compactMap { try? curriculum.pattern($0.id).value }
            makers[pattern.id] = PatternQuestions(pattern, companions: companions)
        }
        var round = PatternRound(sitting, self, makers: makers)
        try round.skipMissing()
        return round
    }
}
