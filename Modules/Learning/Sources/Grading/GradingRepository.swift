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
    /// Removes a grading. Where it moved the belt to the grade that the learner still has, the belt goes back in the same transaction: to where it
    /// was before, or to the highest grade that a grading which stays has reached. A belt that has moved since stays.
    ///
    /// - Parameters:
    ///   - reached: the grade that a passed grading gives; nil for one that gives none.
    ///   - label: what `undo` calls it.
    /// - Returns: what was removed, and the grade that the learner has again; nil where the belt stays.
    /// - Throws: `gradingNotFound`.
    func remove(_ id: Identifier<Grading>, reached: (Grading) -> Grade?, label: String) throws -> RemovedGrading
}

/// A grading that was removed.
public struct RemovedGrading: Sendable, Equatable {
    /// The grading as it was kept.
    public let grading: Grading
    /// The grade that the learner has again; nil where the belt stays.
    public let belt: Grade?

    /// A grading that was removed, and what became of the belt.
    public init(_ grading: Grading, belt: Grade?) { (self.grading, self.belt) = (grading, belt) }
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

    public func remove(_ id: Identifier<Grading>, reached: (Grading) -> Grade?, label: String) throws -> RemovedGrading {
        try store.write(undo: label) { transaction in
            guard let grading = try transaction.record(id) else { throw Failure.gradingNotFound(id.rawValue) }
            try transaction.delete(id)
            let own = try belt.grade(transaction)
            guard let before = grading.movedFrom, grading.movedTo == own else { return RemovedGrading(grading, belt: nil) }
            let held = try transaction.records(Grading.byDay.all).compactMap(reached).filter { $0 <= own }
            let back = max(before, held.max() ?? before)
            guard back < own else { return RemovedGrading(grading, belt: nil) }
            try belt.move(back, transaction)
            return RemovedGrading(grading, belt: back)
        }
    }
}

extension Failure {
    /// No grading of this name.
    static func gradingNotFound(_ name: String) -> Failure {
        Failure(
            .gradingNotFound, "There is no grading “\(Folding.shown(name))”.", advice: "`grading list` has them all.",
            kind: .usage)
    }
}
