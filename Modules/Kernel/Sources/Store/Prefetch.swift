/// A question that a transaction will be asked. Asking several beforehand takes one call to the
/// engine:
///
///     try transaction.prefetch(.record(StudySettings.only), .records(PracticeDay.byDay.all))
///
/// The results stay the same. A question that was not prefetched is asked when needed, and a
/// prefetched one that is never asked was asked in vain.
public struct Prefetch {
    fileprivate let question: (borrowing Transaction) throws -> EngineQuestion

    /// Returns a prefetch of the record with this identifier.
    public static func record<Record: Storable>(_ id: Identifier<Record>) -> Prefetch {
        Prefetch { .record($0.address(of: id)) }
    }

    /// Returns a prefetch of the records of a selection.
    public static func records<Record: Storable>(_ selection: Selection<Record>) -> Prefetch {
        Prefetch { .page(try $0.scan(selection, wantsEntries: false)) }
    }

    /// Returns a prefetch of the first record of a selection.
    public static func first<Record: Storable>(_ selection: Selection<Record>) -> Prefetch {
        .records(selection.limit(1))
    }

    /// Returns a prefetch of the number of records in a selection.
    public static func count<Record: Storable>(_ selection: Selection<Record>) -> Prefetch {
        Prefetch { .count(try $0.scan(selection)) }
    }

    /// Returns a prefetch of the keys of a selection.
    public static func keys<Record: Storable>(_ selection: Selection<Record>) -> Prefetch {
        Prefetch { .keys(try $0.scan(selection)) }
    }

    /// Returns a prefetch of the number of records whose keys share their first parts.
    public static func counts<Record: Storable>(_ selection: Selection<Record>, parts: Int = 1) -> Prefetch {
        Prefetch { .counts(try $0.scan(selection), parts: max(1, parts)) }
    }
}

extension Transaction {
    /// Asks several questions in one call. The answers are valid until this transaction writes.
    ///
    /// - Throws: `undeclaredIndex` when a record type does not declare its index, and the engine's
    ///   `Failure`s.
    public func prefetch(_ prefetched: Prefetch...) throws { try prefetch(prefetched) }

    /// Asks the questions of a list in one call.
    public func prefetch(_ prefetched: [Prefetch]) throws {
        guard let below = below as? CachingTransaction else { return }
        var questions: [EngineQuestion] = []
        for prefetch in prefetched { questions.append(try prefetch.question(self)) }
        if journal == nil { try below.prefetch(questions) } else { try UndoJournal.prefetch(questions, in: below) }
    }
}
