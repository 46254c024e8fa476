import Kernel

/// A club at a glance, for its instructors.
public struct ClubView: Sendable {
    /// Whose view it is.
    public let club: Club
    /// Everybody who trains, with how they come.
    public let visitors: [Visitor]
    /// Who may be graded next; who is ready first.
    public let candidates: [Candidate]
    /// Who was away for two weeks or more, the longest first.
    public let missing: [Visitor]
    /// The fees of whoever has any.
    public let bills: [Bill]
}

extension ClubRoll {
    /// The club at a glance.
    public func view(_ mastery: SharedMastery = { [:] }) throws -> ClubView {
        let visitors = try visitors()
        return ClubView(
            club: club, visitors: visitors, candidates: try candidates(visitors, mastery),
            missing: ClubRoll.missing(visitors, after: ClubRoll.missedAfter), bills: try bills())
    }
}
