import Content
import Kernel

/// The learner's belt, as gradings need it; filled by the composition root from the profile. Both work inside the grading's own unit of work, so that
/// the grading and the belt stand or fall, and are undone, together.
public struct BeltHolder: Sendable {
    /// The grade that the learner has.
    public let grade: @Sendable (_ unit: borrowing Transaction) throws -> Grade
    /// Gives the learner another one.
    public let move: @Sendable (_ grade: Grade, _ unit: borrowing Transaction) throws -> Void

    /// A holder from functions.
    public init(
        grade: @escaping @Sendable (borrowing Transaction) throws -> Grade,
        move: @escaping @Sendable (Grade, borrowing Transaction) throws -> Void
    ) {
        (self.grade, self.move) = (grade, move)
    }
}

/// The history of gradings, and what each does to the belt.
public struct GradingBook: Sendable {
    private let store: any Store
    private let belt: BeltHolder

    /// The book of the learner to whose partition the store is scoped.
    public init(_ store: any Store, belt: BeltHolder) { (self.store, self.belt) = (store, belt) }

    /// All gradings, earliest day first.
    public func gradings() throws -> [Grading] { try store.read { try $0.records(Grading.byDay.all) } }

    /// Keeps a grading, as a change of its own; see `keep(_:reached:in:)`.
    ///
    /// - Parameter label: what `undo` calls it.
    public func keep(_ grading: Grading, reached: Grade?, label: String) throws -> Grading {
        try store.write(undo: label) { try keep(grading, reached: reached, in: $0) }
    }

    /// Keeps a grading. Where it was passed, the belt moves up to `reached` in the same unit of work, and never down.
    ///
    /// - Parameter reached: the grade that the candidate has from then on; nil where the belt stays.
    /// - Returns: the grading as it is kept, with the move of the belt if there was one. One with this identifier that is kept already is returned
    ///   and changes nothing.
    @discardableResult
    func keep(_ grading: Grading, reached: Grade?, in unit: borrowing Transaction) throws -> Grading {
        if let known = try unit.record(grading.id) { return known }
        var kept = grading
        let old = try belt.grade(unit)
        if let reached, reached > old {
            try belt.move(reached, unit)
            (kept.movedFrom, kept.movedTo) = (old, reached)
        }
        try unit.put(kept)
        return kept
    }

    /// Removes a grading. Where it moved the belt to the grade that the learner still has, the belt goes back in the same unit of work: to where it
    /// was before, or to the highest grade that a grading which stays has reached. A belt that has moved since stays.
    ///
    /// - Parameters:
    ///   - reached: the grade that a passed grading gives; nil for one that gives none.
    ///   - label: what `undo` calls it.
    /// - Returns: what was removed, and the grade that the learner has again; nil where the belt stays.
    /// - Throws: `gradingNotFound`.
    public func remove(_ id: Identifier<Grading>, reached: (Grading) -> Grade?, label: String) throws -> RemovedGrading {
        try store.write(undo: label) { unit in
            guard let grading = try unit.record(id) else { throw Failure.gradingNotFound(id.rawValue) }
            try unit.delete(id)
            let own = try belt.grade(unit)
            guard let before = grading.movedFrom, grading.movedTo == own else { return RemovedGrading(grading, belt: nil) }
            let held = try unit.records(Grading.byDay.all).compactMap(reached).filter { $0 <= own }
            let back = max(before, held.max() ?? before)
            guard back < own else { return RemovedGrading(grading, belt: nil) }
            try belt.move(back, unit)
            return RemovedGrading(grading, belt: back)
        }
    }
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

extension Failure {
    /// No grading of this name.
    static func gradingNotFound(_ name: String) -> Failure {
        Failure(
            .gradingNotFound, "There is no grading “\(Folding.shown(name))”.", advice: "`grading list` shows them all.",
            kind: .usage, absent: name)
    }
}
