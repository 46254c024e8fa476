import Content
import Kernel
import Practice

// What each former record is today. Pure: nothing is read, nothing is kept.

extension FormerSession {
    /// The session as a run.
    ///
    /// - Parameter answers: its own, in their turn.
    func present(_ answers: [FormerAnswer]) throws -> LoggedRun {
        var run = LoggedRun(
            id: Identifier(id.rawValue), kind: .flashcards, subject: "", activity: "study", startedAt: startedAt,
            items: try queue.map(JSONValue.init(encoding:)), settings: try JSONValue(encoding: configuration), seed: seed)
        let passed = Set(answers.map(\.card)).union(skipped)
        run.place = queue.firstIndex { !passed.contains($0) } ?? queue.count
        run.after = answers.last.map { Identifier($0.id.rawValue) }
        (run.pausedAt, run.endedAt) = (pausedAt, endedAt)
        guard endedAt != nil else { return run }
        let share = answers.isEmpty ? 0 : answers.count { $0.rating.isRight } * Level.full / answers.count
        let isTest = configuration.mode == .test && !answers.isEmpty
        run.outcome = .init(share: share, isPassed: isTest ? share >= CardExercise.passMark : nil)
        return run
    }
}

extension FormerAnswer {
    /// The answer today.
    ///
    /// - Parameters:
    ///   - session: the one in which it was given.
    ///   - earlier: how often the card was answered before, and how often rightly.
    ///   - last: the day of the answer before.
    func present(in session: FormerSession?, _ earlier: (answers: Int, right: Int), last: Day?) -> Answer {
        let place = session?.queue.firstIndex(of: card) ?? turn
        let mode = session?.configuration.mode ?? .learn
        let evidence: Evidence = mode == .test && session?.configuration.answering == .choose ? .chosen : .recalled
        let state = before.map {
            MemoryState(
                memory: .schedule($0), answers: earlier.answers, right: min(earlier.right, earlier.answers), last: last ?? day,
                latest: Identifier(previous?.rawValue ?? ""))
        }
        return Answer(
            id: Identifier(id.rawValue), run: Identifier(self.session.rawValue), target: card.target, question: mode.rawValue,
            turn: turn, place: place, next: place + 1, at: Moment(day: day, instant: at), Mark(evidence, rating),
            milliseconds: milliseconds, before: state, after: .schedule(after))
    }
}

extension FormerCard {
    /// The card's memory.
    ///
    /// - Parameter last: the day of its latest answer.
    func present(last: Day?) -> ItemMemory {
        let state = MemoryState(
            memory: .schedule(schedule), answers: answers, right: answers - misses, last: last ?? introduced,
            latest: Identifier(latest.rawValue))
        return ItemMemory(card.target, state)
    }
}

extension FormerDay {
    /// The day today.
    var present: PracticeDay {
        var day = PracticeDay(day: day, run: session, kind: kind ?? .flashcards)
        (day.answers, day.right, day.milliseconds) = (answers, right, milliseconds)
        return day
    }
}

extension FormerMastery.Standing {
    fileprivate func present(_ latest: Identifier<Answer>) -> MemoryState {
        MemoryState(memory: .level(Level(level, isShaky: isShaky)), answers: answers, right: right, last: last, latest: latest)
    }
}

extension FormerMastery {
    /// The memory today.
    var present: ItemMemory { ItemMemory(item, standing.present(latest)) }
}

extension FormerPracticeAnswer {
    /// The answer today.
    var present: Answer {
        let mark = Mark(evidence, parts)
        let state = before?.present(previous ?? "")
        let moment = Moment(day: day, instant: at)
        return Answer(
            id: Identifier(id.rawValue), run: session, target: item, question: question, turn: turn, place: place, next: next,
            at: moment, mark, milliseconds: milliseconds, before: state,
            after: MemoryRule.level.memory(after: mark, from: state?.memory, at: moment))
    }
}

extension FormerRun {
    /// The session as a run. What cannot be read of its items stays as it was, and then it does not go on.
    func present() throws -> LoggedRun {
        var run = LoggedRun(
            id: Identifier(id.rawValue), kind: kind, subject: subject, activity: activity, startedAt: startedAt,
            items: try presentItems(), settings: try presentSettings(), seed: seed)
        (run.place, run.after, run.pausedAt, run.endedAt, run.outcome) = (place, after, pausedAt, endedAt, outcome)
        return run
    }

    private func presentSettings() throws -> JSONValue {
        switch kind {
        case .sparring, .lineWork, .theory:
            try JSONValue(encoding: LessonExercise.Settings(isTyped: settings["answer"] == "type"))
        case .grading:
            try JSONValue(encoding: GradingExercise.Settings(learned: settings["learned"].flatMap(Grade.init(id:))))
        default: try JSONValue(encoding: settings)
        }
    }

    private func presentItems() throws -> [JSONValue] {
        let sections = sections
        return try items.enumerated().map { place, item in
            let value: (any Encodable)? =
                switch kind {
                case .patterns where activity == "practice": Int(item)
                case .patterns: FormerRun.asked(item)
                case .sparring, .lineWork, .theory: FormerRun.target(item)
                case .grading:
                    sections.indices.contains(place)
                        ? FormerRun.target(item).map { GradingExercise.Item(section: sections[place], task: $0) } : nil
                default: nil
                }
            return try value.map { try JSONValue(encoding: $0) } ?? .string(item)
        }
    }

    /// `lineWork:3,pattern:5` as a section an item.
    private var sections: [GradingSection] {
        (settings["sections"] ?? "").split(separator: ",").flatMap { piece -> [GradingSection] in
            let words = piece.split(separator: ":")
            guard words.count == 2, let section = GradingSection(rawValue: String(words[0])), let count = Int(words[1]),
                (0...items.count).contains(count)
            else { return [] }
            return Array(repeating: section, count: count)
        }
    }

    /// `chon-ji:5:stance`.
    private static func asked(_ text: String) -> PatternRound.Item? {
        let parts = text.split(separator: ":").map(String.init)
        guard parts.count == 3, let move = Int(parts[1]), let asks = PatternQuestion.Kind(rawValue: parts[2]) else { return nil }
        return PatternRound.Item(pattern: parts[0], move: move, asks: asks)
    }

    /// `theory:tenets:question-1`; a subject may hold colons.
    private static func target(_ text: String) -> Target? {
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pieces.count >= 3, let kind = pieces.first, let part = pieces.last else { return nil }
        return Target(
            PracticeKind(rawValue: String(kind)), pieces.dropFirst().dropLast().joined(separator: ":"), String(part))
    }
}
