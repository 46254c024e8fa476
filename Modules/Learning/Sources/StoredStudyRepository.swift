import Kernel

/// Study in any store that is scoped to its learner.
public struct StoredStudyRepository: StudyRepository, Sendable {
    /// Every kind of record that is kept.
    public static var collections: [any StoredCollection] {
        [
            CardProgress.collection, Answer.collection, StudyDay.collection, StudySession.collection, PracticeSession.collection,
            PracticeAnswer.collection, Mastery.collection,
        ]
    }

    let store: any Store

    /// Study in a store, which the caller has scoped to the learner's partition.
    public init(_ store: any Store) { self.store = store }

    public func progress() throws -> [CardProgress] { try store.read { try $0.records(.all) } }

    public func progress(of card: Card) throws -> CardProgress? { try store.read { try $0.record(CardProgress.id(of: card)) } }

    public func days() throws -> [StudyDay] { try store.read { try $0.records(StudyDay.byDay.all) } }

    public func answers(latest limit: Int?) throws -> [Answer] {
        try store.read { try $0.records(Answer.byTime.all.descending.limit(limit)).reversed() }
    }

    /// When the learner first answered or practised anything; nil before. Reads two records, however many there are.
    public func firstUse() throws -> Instant? {
        try store.read { transaction in
            let (answer, practice) = (
                try transaction.first(Answer.byTime.all), try transaction.first(PracticeSession.byStart.all)
            )
            return [answer?.at, practice?.startedAt].compactMap { $0 }.min()
        }
    }

    public func answers(in session: Identifier<StudySession>) throws -> [Answer] {
        // The separator belongs to the prefix: without it, session "a1" would find the answers of "a12".
        try store.read { try $0.records(Answer.bySession.prefix(IndexKey(session, ""))) }
    }

    public func latestSession() throws -> StudySession? { try store.read { try $0.first(StudySession.byStart.all.descending) } }

    public func begin(_ session: StudySession) throws { try store.write { try $0.put(session) } }

    public func change(_ session: Identifier<StudySession>, _ change: @Sendable (inout StudySession) -> Void) throws
        -> StudySession
    {
        try store.write { transaction in
            var record = try existing(session, in: transaction)
            change(&record)
            try transaction.put(record)
            return record
        }
    }

    public func keep(_ given: GivenAnswer, scheduler: any Scheduler, label: String) throws -> Answer {
        try store.write(undo: label) { transaction in
            if let known = try transaction.record(given.id) { return known }
            _ = try existing(given.session, in: transaction)
            let old = try transaction.record(CardProgress.id(of: given.card))
            let schedule = scheduler.schedule(after: given.rating, from: old?.schedule, at: given.moment)
            let answer = given.kept(over: old, after: schedule)
            try transaction.put(answer)
            try transaction.put(CardProgress(old, after: answer))
            try addToDay(answer, times: 1, in: transaction)
            return answer
        }
    }

    public func takeBack(_ answer: Identifier<Answer>, label: String) throws {
        try store.write(undo: label) { transaction in
            guard let given = try transaction.record(answer) else {
                throw Failure(.answerNotFound, "That answer is not there any more.", advice: "It may have been undone already.")
            }
            guard let progress = try transaction.record(CardProgress.id(of: given.card)), progress.latest == answer else {
                throw Failure(
                    .answeredSince, "The card has been answered again since, in another session.", advice: "Nothing was changed."
                )
            }
            try transaction.delete(answer)
            if let before = CardProgress(progress, takingBack: given) {
                try transaction.put(before)
            } else {
                try transaction.delete(progress.id)
            }
            try addToDay(given, times: -1, in: transaction)
        }
    }

    private func addToDay(_ answer: Answer, times: Int, in transaction: borrowing Transaction) throws {
        try StudyDay(day: answer.day, session: answer.session)
            .count(isRight: answer.isRight, milliseconds: answer.milliseconds, times: times, in: transaction)
    }

    private func existing(_ id: Identifier<StudySession>, in transaction: borrowing Transaction) throws -> StudySession {
        guard let session = try transaction.record(id) else {
            throw Failure(.sessionNotFound, "There is no study session “\(id)”.", advice: "Begin one with `study`.")
        }
        return session
    }
}

extension CardProgress {
    init(_ old: CardProgress?, after answer: Answer) {
        self.init(
            card: answer.card, schedule: answer.after, answers: (old?.answers ?? 0) + 1,
            misses: (old?.misses ?? 0) + (answer.isRight ? 0 : 1), introduced: old?.introduced ?? answer.day, latest: answer.id)
    }

    /// Nil when the answer was the card's first.
    init?(_ new: CardProgress, takingBack answer: Answer) {
        guard let before = answer.before, let previous = answer.previous else { return nil }
        self.init(
            card: new.card, schedule: before, answers: new.answers - 1, misses: new.misses - (answer.isRight ? 0 : 1),
            introduced: new.introduced, latest: previous)
    }
}
