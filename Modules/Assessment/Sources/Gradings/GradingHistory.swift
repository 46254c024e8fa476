import Content
import Kernel

/// The access to the learner's belt that gradings need. The app implements it with the profile.
///
/// Both functions use the unit of work of the grading, so that the grading and the belt are
/// committed and undone together.
package struct BeltHolder: Sendable {
    /// Returns the learner's current belt.
    package let grade: @Sendable (_ unit: borrowing Transaction) throws -> Grade
    /// Sets the learner's belt.
    package let move: @Sendable (_ grade: Grade, _ unit: borrowing Transaction) throws -> Void

    package init(
        grade: @escaping @Sendable (borrowing Transaction) throws -> Grade,
        move: @escaping @Sendable (Grade, borrowing Transaction) throws -> Void
    ) {
        self.grade = grade
        self.move = move
    }
}

/// The history of gradings and their effects on the belt.
package struct GradingHistory: Sendable {
    private let store: any Store
    private let belt: BeltHolder

    package init(_ store: any Store, belt: BeltHolder) {
        self.store = store
        self.belt = belt
    }

    /// Returns all gradings, earliest day first.
    package func gradings() throws -> [Grading] { try store.read { try $0.records(Grading.byDay.all) } }

    /// Saves a grading in its own transaction: see `save(_:reached:in:)`.
    ///
    /// - Parameter label: the undo label.
    package func save(_ grading: Grading, reached: Grade?, label: String) throws -> Grading {
        try store.write(undo: label) { try save(grading, reached: reached, in: $0) }
    }

    /// Saves a grading. A passed grading raises the belt to `reached` in the same unit of work, and
    /// never lowers it.
    ///
    /// - Parameter reached: the candidate's grade after the grading, or nil if the belt does not
    ///   change.
    /// - Returns: the saved grading with any change of belt. If a grading with this identifier
    ///   exists, the function returns it unchanged.
    @discardableResult
    func save(_ grading: Grading, reached: Grade?, in unit: borrowing Transaction) throws -> Grading {
        if let existing = try unit.record(grading.id) { return existing }
        var saved = grading
        let oldBelt = try belt.grade(unit)
        if let reached, reached > oldBelt {
            try belt.move(reached, unit)
            (saved.movedFrom, saved.movedTo) = (oldBelt, reached)
        }
        try unit.put(saved)
        return saved
    }

    /// Deletes a grading and reverts its change of belt in the same unit of work.
    ///
    /// The belt is reverted only if the learner still has the grade that the grading gave. It
    /// returns to the previous grade, or to the highest grade of a remaining grading.
    ///
    /// - Parameters:
    ///   - reached: returns the grade that a passed grading gives, or nil if it gives none.
    ///   - label: the undo label.
    /// - Returns: the deleted grading and the learner's restored grade, or nil for the grade if the
    ///   belt does not change.
    /// - Throws: `gradingNotFound`.
    package func remove(_ id: Identifier<Grading>, reached: (Grading) -> Grade?, label: String) throws -> RemovedGrading
    {
        try store.write(undo: label) { unit in
            guard let grading = try unit.record(id) else { throw Failure.gradingNotFound(id.rawValue) }
            try unit.delete(id)
            let currentBelt = try belt.grade(unit)
            guard let previousBelt = grading.movedFrom, grading.movedTo == currentBelt else {
                return RemovedGrading(grading, belt: nil)
            }
            let earnedGrades = try unit.records(Grading.byDay.all).compactMap(reached).filter { $0 <= currentBelt }
            let restoredBelt = max(previousBelt, earnedGrades.max() ?? previousBelt)
            guard restoredBelt < currentBelt else { return RemovedGrading(grading, belt: nil) }
            try belt.move(restoredBelt, unit)
            return RemovedGrading(grading, belt: restoredBelt)
        }
    }
}

/// A deleted grading.
package struct RemovedGrading: Sendable, Equatable {
    package let grading: Grading
    /// The restored grade, or nil if the belt did not change.
    package let belt: Grade?

    package init(_ grading: Grading, belt: Grade?) {
        self.grading = grading
        self.belt = belt
    }
}

extension Failure {
    /// Returns the error for a grading that does not exist.
    static func gradingNotFound(_ name: String) -> Failure {
        Failure(
            .gradingNotFound, "There is no grading “\(Folding.printable(name))”.",
            advice: "`grading list` shows them all.",
            kind: .usage, missingName: name)
    }
}
