import Kernel

extension StoredStudyRepository: PracticeRepository {
    public func practice(_ session: Identifier<PracticeSession>) throws -> PracticeSession {
        try store.read { try existing(session, in: $0) }
    }

    public func practices(latest limit: Int?) throws -> [PracticeSession] {
        try store.read { try $0.records(PracticeSession.byStart.all.descending.limit(limit)).reversed() }
    }

    public func finished() throws -> [FinishedPractices] {
        try store.read { transaction in
            try transaction.counts(PracticeSession.ended.all, parts: 3).compactMap { group in
                let parts = group.key.text.split(separator: "\u{1}", omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 3 else { return nil }
                return FinishedPractices(
                    StudyKind(rawValue: parts[0]), parts[1], isPassed: PracticeSession.Verdict(rawValue: parts[2])?.isPassed,
                    count: group.count)
            }
        }
    }

    public func practiceAnswers(in session: Identifier<PracticeSession>) throws -> [PracticeAnswer] {
        // The separator belongs to the prefix: without it, session "a1" would find the answers of "a12".
        try store.read { try $0.records(PracticeAnswer.bySession.prefix(IndexKey(session, ""))) }
    }

    public func mastery(of kind: StudyKind, subject: String?) throws -> [Mastery] {
        let prefix = subject.map { IndexKey(kind.rawValue, $0, "") } ?? IndexKey(kind.rawValue, "")
        return try store.read { try $0.records(Mastery.byItem.prefix(prefix)) }
    }

    public func begin(_ practice: PracticeSession) throws { try store.write { try $0.put(practice) } }

    @discardableResult
    public func change(practice: Identifier<PracticeSession>, _ change: @Sendable (inout PracticeSession) -> Void) throws
        -> PracticeSession
    {
        try store.write { transaction in
            var record = try existing(practice, in: transaction)
            change(&record)
            record.place = min(max(record.place, 0), record.items.count)
            try transaction.put(record)
            return record
        }
    }

    @discardableResult
    public func keep(_ given: GivenPractice, place: Int, label: String) throws -> PracticeAnswer {
        try store.write(undo: label) { transaction in
            if let known = try transaction.record(given.id) { return known }
            _ = try existing(given.session, in: transaction)
            let old = try transaction.record(Mastery.id(of: given.item))
            let answer = PracticeAnswer(given, over: old, next: place)
            try transaction.put(answer)
            try transaction.put(Mastery(item: given.item, standing: .init(old?.standing, after: given), latest: given.id))
            try add(answer, times: 1, in: transaction)
            return answer
        }
    }

    public func takeBack(practice answer: Identifier<PracticeAnswer>, label: String) throws {
        try store.write(undo: label) { transaction in
            guard let given = try transaction.record(answer) else {
                throw Failure(.answerNotFound, "That answer is not there any more.", advice: "It may have been undone already.")
            }
            let id = Mastery.id(of: given.item)
            guard try transaction.record(id)?.latest == answer else {
                throw Failure(
                    .answeredSince, "It has been answered again since, in another session.", advice: "Nothing was changed.")
            }
            try transaction.delete(answer)
            if let before = given.before, let previous = given.previous {
                try transaction.put(Mastery(item: given.item, standing: before, latest: previous))
            } else {
                try transaction.delete(id)
            }
            try add(given, times: -1, in: transaction)
        }
    }

    private func add(_ answer: PracticeAnswer, times: Int, in transaction: borrowing Transaction) throws {
        try StudyDay(
            day: answer.day, session: Identifier(answer.session.rawValue), kind: answer.item.kind, subject: answer.item.subject
        ).count(isRight: answer.isRight, milliseconds: answer.milliseconds, times: times, in: transaction)
    }

    private func existing(_ id: Identifier<PracticeSession>, in transaction: borrowing Transaction) throws -> PracticeSession {
        guard let session = try transaction.record(id) else {
            throw Failure(.sessionNotFound, "There is no practice session “\(id)”.", advice: "Begin another.")
        }
        return session
    }
}
