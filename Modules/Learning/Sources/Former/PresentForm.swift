import Kernel
import Practice

// What flashcards were, as runs, answers and memories of today. Pure: nothing is read, nothing is kept.

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
