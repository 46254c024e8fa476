import Content
import Kernel

/// Where one learner's gradings are kept. Each method is one transaction.
public protocol GradingRepository: Sendable {
    /// All gradings, earliest day first.
    func gradings() throws -> [Grading]
    /// Keeps a grading. Where it was passed, the belt moves up to `reached` in the same transaction, and never down.
    ///
    /// - Parameters:
    ///   - reached: the grade that the candidate has from then on; nil where the belt stays.
    ///   - label: what `undo` calls it.
    /// - Returns: the grading as it is kept, with the move of the belt if there was one. One with this identifier that is kept already is returned
    ///   and changes nothing.
    func keep(_ grading: Grading, reached: Grade?, label: String) throws -> Grading
}

/// Gradings in any store that is scoped to its learner.
public struct StoredGradingRepository: GradingRepository {
    private let store: any Store
    private let belt: BeltHolder

    /// Gradings in a store, which the caller has scoped to the learner's partition.
    public init(_ store: any Store, belt: BeltHolder) { (self.store, self.belt) = (store, belt) }

    public func gradings() throws -> [Grading] { try store.read { try $0.records(Grading.byDay.all) } }

    public func keep(_ grading: Grading, reached: Grade?, label: String) throws -> Grading {
        try store.write(undo: label) { transaction in
            if let known = try transaction.record(grading.id) { return known }
            var kept = grading
            let old = try belt.grade(transaction)
            if let reached, reached > old {
                try belt.move(reached, transaction)
                (kept.movedFrom, kept.movedTo) = (old, reached)
            }
            try transaction.put(kept)
            return kept
        }
    }
}
