import Kernel

/// Where one learner's practice of anything but flashcards is kept. Each method is one transaction.
public protocol PracticeRepository: Sendable {
    /// A practice session.
    ///
    /// - Throws: `sessionNotFound`.
    func practice(_ session: Identifier<PracticeSession>) throws -> PracticeSession
    /// Sessions by their beginning; a limit takes the latest, still oldest first.
    func practices(latest limit: Int?) throws -> [PracticeSession]
    /// How many sessions were finished, by kind, activity and verdict. Reads none of them.
    func finished() throws -> [FinishedPractices]
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
    /// Keeps an answer, moves the mastery of its item and adds it to its day, all or nothing. What the item had is read in the same transaction; the
    /// session is not written. An answer with this identifier that is kept already is returned and changes nothing.
    ///
    /// - Parameters:
    ///   - place: where the session goes on after it.
    ///   - label: what `undo` calls it.
    /// - Throws: `sessionNotFound`.
    @discardableResult
    func keep(_ given: GivenPractice, place: Int, label: String) throws -> PracticeAnswer
    /// Removes an answer, and puts its item and its day back to what they were.
    ///
    /// - Throws: `answerNotFound`; `answeredSince` when the item was answered again.
    func takeBack(practice answer: Identifier<PracticeAnswer>, label: String) throws
}

/// Finished practice sessions that are alike.
public struct FinishedPractices: Hashable, Sendable {
    /// What they practised.
    public let kind: StudyKind
    /// How: `practice`, `quiz`, `test`.
    public let activity: String
    /// Whether they were passed; nil where there is no pass mark.
    public let isPassed: Bool?
    /// How many, from 1.
    public let count: Int

    /// Sessions that are alike.
    public init(_ kind: StudyKind, _ activity: String, isPassed: Bool?, count: Int) {
        (self.kind, self.activity, self.isPassed, self.count) = (kind, activity, isPassed, count)
    }
}
