import Kernel

/// Matches, their events, and rules of one's own. Each method is one transaction.
public protocol MatchRepository: Sendable {
    /// Keeps a match that begins.
    func begin(_ match: Match) throws
    /// A match; nil when there is none of this name.
    func match(_ id: Identifier<Match>) throws -> Match?
    /// Matches, the latest first.
    func matches(limit: Int?) throws -> [Match]
    /// Matches that go on, the latest first.
    func openMatches() throws -> [Match]
    /// What happened in a match, in order.
    func events(of id: Identifier<Match>) throws -> [MatchEvent]
    /// Keeps what happened, and with it the result when it closes the match. When this returns it survives a power cut.
    ///
    /// - Throws: `matchMovedOn` when its number is not the next one; `matchClosed`, `matchNotFound`.
    func keep(_ event: MatchEvent, of id: Identifier<Match>, result: Match.Result?) throws
    /// Removes a match with everything in it; can be undone.
    ///
    /// - Throws: `matchNotFound`.
    func remove(_ id: Identifier<Match>) throws
    /// When a screen last showed the running clock of a match; nil when none ever did, and once it is closed.
    func pulse(of id: Identifier<Match>) throws -> Instant?
    /// Notes that a screen shows the running clock of a match.
    func notePulse(_ moment: Instant, of id: Identifier<Match>) throws
    /// The rules that people added, by their ids.
    func rules() throws -> [RuleSet]
    /// Keeps rules in place of those with their id; can be undone.
    func keep(_ rules: RuleSet) throws
    /// Removes rules; can be undone.
    ///
    /// - Returns: whether there were any of this id.
    func removeRules(_ id: String) throws -> Bool
}
