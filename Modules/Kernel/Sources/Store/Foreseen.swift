/// A question that a transaction is going to be asked. Said beforehand, together with others, it costs one way to the engine for all of them:
///
///     try transaction.foresee(.record(StudySettings.only), .records(PracticeDay.byDay.all))
///
/// Nothing else changes: what is not foreseen is asked when it is wanted, and what was foreseen and never asked was asked in vain.
public struct Foreseen {
    fileprivate let question: (borrowing Transaction) throws -> EngineQuestion

    /// The record with this identifier.
    public static func record<Record: Storable>(_ id: Identifier<Record>) -> Foreseen {
        Foreseen { .record($0.address(of: id)) }
    }

    /// The records of a selection.
    public static func records<Record: Storable>(_ selection: Selection<Record>) -> Foreseen {
        Foreseen { .page(try $0.scan(selection, wantsEntries: false)) }
    }

    /// The first record of a selection.
    public static func first<Record: Storable>(_ selection: Selection<Record>) -> Foreseen { .records(selection.limit(1)) }

    /// How many records a selection has.
    public static func count<Record: Storable>(_ selection: Selection<Record>) -> Foreseen {
        Foreseen { .count(try $0.scan(selection)) }
    }

    /// The keys of a selection.
    public static func keys<Record: Storable>(_ selection: Selection<Record>) -> Foreseen {
        Foreseen { .keys(try $0.scan(selection)) }
    }

    /// How many records of a selection share the first parts of their key.
    public static func counts<Record: Storable>(_ selection: Selection<Record>, parts: Int = 1) -> Foreseen {
        Foreseen { .counts(try $0.scan(selection), parts: max(1, parts)) }
    }
}

extension Transaction {
    /// Asks several things at once, which are then at hand until this transaction changes them.
    ///
    /// - Throws: `undeclaredIndex` when a record type does not declare its index; the engine's `Failure`s.
    public func foresee(_ foreseen: Foreseen...) throws { try foresee(foreseen) }

    /// The same of a list.
    public func foresee(_ foreseen: [Foreseen]) throws {
        guard let below = below as? RememberingTransaction else { return }
        var questions: [EngineQuestion] = []
        for one in foreseen { questions.append(try one.question(self)) }
        if journal == nil { try below.foresee(questions) } else { try UndoJournal.foresee(questions, in: below) }
    }
}
