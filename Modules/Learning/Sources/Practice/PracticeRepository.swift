import Kernel

/// Where one learner's practice of anything but flashcards is kept. Each method is one transaction.
public protocol PracticeRepository: Sendable {
    /// A practice session.
    ///
    /// - Throws: `sessionNotFound`.
    func practice(_ session: Identifier<PracticeSession>) throws -> PracticeSession
    /// Sessions by their beginning; a limit takes the latest, still oldest first.
    func practices(latest limit: Int?) throws -> [PracticeSession]
    /// The answers of a session, in their turn.
    func practiceAnswers(in session: Identifier<PracticeSession>) throws -> [PracticeAnswer]
    /// How far the learner has come with everything of a kind, or with one subject of it.
    func mastery(of kind: StudyKind, subject: String?) throws -> [Mastery]
    /// Keeps a new session.
    func begin(_ practice: PracticeSession) throws
    /// Changes what may change in a session. The closure may run twice.
    ///
    /// - Throws: `sessionNotFound`.
    @discardableResult
    func change(practice: Identifier<PracticeSession>, _ change: @Sendable (inout PracticeSession) -> Void) throws
        -> PracticeSession
    /// Keeps an answer, moves the mastery of its item, adds it to its day and moves its session on to `place`, all or nothing. What the item had is
    /// read in the same transaction. An answer with this identifier that is kept already is returned and changes nothing.
    ///
    /// - Parameters:
    ///   - place: where the session goes on after it.
    ///   - label: what `undo` calls it.
    /// - Throws: `sessionNotFound`.
    @discardableResult
    func keep(_ given: GivenPractice, place: Int, label: String) throws -> PracticeAnswer
    /// Removes an answer, puts its item and its day back to what they were, and its session to the place before it.
    ///
    /// - Throws: `answerNotFound`; `answeredSince` when the item was answered again.
    func takeBack(practice answer: Identifier<PracticeAnswer>, label: String) throws
}
