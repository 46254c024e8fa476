import Kernel

/// A summary of a club for its instructors.
package struct ClubView: Sendable {
    package let club: ClubRecord
    /// The active students with their visits.
    package let visitors: [Visitor]
    /// The students who may be graded next, ready ones first.
    package let candidates: [Candidate]
    /// The students away for two weeks or more, longest absence first.
    package let missing: [Visitor]
    package let bills: [Bill]
}

extension ClubRoll {
    /// Returns a summary of the club.
    ///
    /// - Parameter mastery: returns the mastery that students share.
    package func view(_ mastery: SharedMastery = { [:] }) throws -> ClubView {
        let visitors = try visitors()
        return ClubView(
            club: club, visitors: visitors, candidates: try candidates(visitors, mastery),
            missing: ClubRoll.missing(visitors, after: ClubRoll.daysUntilMissing), bills: try bills())
    }
}
