import Kernel

/// A session and the answers it has so far: where the learner stands in it. Made and moved on by `Flashcards`.
public struct Sitting: Sendable {
    /// The session.
    public internal(set) var session: StudySession
    /// Its answers, oldest first.
    public internal(set) var answers: [Answer]
    /// The cards that are left; the first is asked now.
    public internal(set) var remaining: [Card]

    init(session: StudySession, answers: [Answer], isKnown: (Card) -> Bool) {
        (self.session, self.answers) = (session, answers)
        let done = Set(answers.map(\.card)).union(session.skipped)
        remaining = session.queue.filter { !done.contains($0) && isKnown($0) }
    }

    /// Whether every card was answered or passed over.
    public var isDone: Bool { remaining.isEmpty }
}
