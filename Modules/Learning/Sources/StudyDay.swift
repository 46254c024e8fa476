import Kernel

/// What one session brought on one local day: the source of streaks, minutes and accuracy, so that nobody reads ten thousand answers.
///
/// One record a day *and session*, because a record with one writer needs no merging: two sessions at once, or two devices, add up.
public struct StudyDay: Storable, Hashable {
    /// The local day.
    public let day: Day
    /// The session: of flashcards, or a `PracticeSession` by the same text.
    public let session: Identifier<StudySession>
    /// What was practised; flashcards where an older program did not say.
    public let kind: StudyKind
    /// What of it: a pattern's id; nil for flashcards, and for several.
    public let subject: String?
    /// Answers given.
    public var answers: Int
    /// Right ones among them.
    public var right: Int
    /// Time spent on them.
    public var milliseconds: Int

    /// A day of a session.
    public init(
        day: Day, session: Identifier<StudySession>, kind: StudyKind = .flashcards, subject: String? = nil, answers: Int = 0,
        right: Int = 0, milliseconds: Int = 0
    ) {
        (self.day, self.session, self.kind, self.subject) = (day, session, kind, subject)
        (self.answers, self.right, self.milliseconds) = (answers, right, milliseconds)
    }

    /// Reads a day; counts that cannot be are damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        day = try values.decode(Day.self, forKey: .day)
        session = try values.decode(Identifier<StudySession>.self, forKey: .session)
        kind = try values.decodeIfPresent(StudyKind.self, forKey: .kind) ?? .flashcards
        subject = try values.decodeIfPresent(String.self, forKey: .subject)
        answers = try values.number(.answers, within: Bounds.answers)
        right = try values.number(.right, within: 0...answers)
        milliseconds = try values.number(.milliseconds, within: 0...answers * GivenAnswer.longest)
    }

    /// Made from day and session.
    public var id: Identifier<StudyDay> { Identifier("\(day):\(session)") }

    /// Counts an answer into the record of this day and session, or out of it when `times` is -1; a day without answers has no record.
    func count(isRight: Bool, milliseconds spent: Int, times: Int, in transaction: borrowing Transaction) throws {
        var kept = try transaction.record(id) ?? self
        kept.answers += times
        kept.right += isRight ? times : 0
        kept.milliseconds += spent * times
        if kept.answers > 0 { try transaction.put(kept) } else { try transaction.delete(kept.id) }
    }

    static let byDay = Index<StudyDay, IndexKey>.ordered("day") { IndexKey($0.day, $0.session) }
    /// Where days are kept.
    public static let collection = RecordCollection<StudyDay>("learning.days", indexes: [byDay])
}
