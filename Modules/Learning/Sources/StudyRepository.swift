import Kernel

/// Where one learner's study is kept. Each method is one transaction; what must hold between two sessions at once holds inside it.
public protocol StudyRepository: PracticeRepository {
    /// Every card that was ever answered, by name.
    func progress() throws -> [CardProgress]
    /// How far one card has come; nil before its first answer.
    func progress(of card: Card) throws -> CardProgress?
    /// What each session of every kind brought on each day, earliest day first.
    func days() throws -> [StudyDay]
    /// Answers by time; a limit takes the latest, still oldest first.
    func answers(latest limit: Int?) throws -> [Answer]
    /// The answers of a session, in their turn.
    func answers(in session: Identifier<StudySession>) throws -> [Answer]
    /// The session that began last.
    func latestSession() throws -> StudySession?
    /// Keeps a new session.
    func begin(_ session: StudySession) throws
    /// Changes what may change in a session. The closure may run twice.
    ///
    /// - Throws: `sessionNotFound`.
    func change(_ session: Identifier<StudySession>, _ change: @Sendable (inout StudySession) -> Void) throws -> StudySession
    /// Keeps an answer, moves its card and adds it to its day, all or nothing. The card's place is read in the same transaction, so an answer
    /// of another session is never overwritten. An answer with this identifier that is kept already is returned and changes nothing.
    ///
    /// - Parameter label: what `undo` calls it.
    /// - Throws: `sessionNotFound`.
    func keep(_ given: GivenAnswer, scheduler: any Scheduler, label: String) throws -> Answer
    /// Removes an answer and puts its card and its day back to what they were.
    ///
    /// - Throws: `answerNotFound`; `answeredSince` when the card was answered again.
    func takeBack(_ answer: Identifier<Answer>, label: String) throws
}
