import Groups
import Kernel

/// Feedback in a team: asked for, given, acknowledged and talked about, by the rules of `Statutes.team`. What somebody keeps in their journal stays
/// there until they give it.
public struct FeedbackTeam: Sendable {
    /// One's part in teams.
    public let membership: Membership
    /// What the person keeps for themselves.
    public let journal: FeedbackJournal

    /// Teams beside a journal.
    public init(_ membership: Membership, journal: FeedbackJournal) {
        (self.membership, self.journal) = (membership, journal)
    }

    /// The day that it is.
    public var today: Day { journal.today }
    /// The local day of an instant.
    @Sendable public func day(of instant: Instant) -> Day { journal.day(of: instant) }

    // MARK: - Looking

    /// What a person sees of a team.
    public struct Look: Sendable {
        /// Where it came from, and of when it is.
        public let sight: GroupSight
        /// Requests and feedback, newest first.
        public let items: [TeamItem]
        /// Where it was.
        public let team: KnownGroup
        /// How much of it is unread. That something was acknowledged is told with it, and nobody reads it for itself.
        public var unread: Int { items.count(where: \.isUnread) }
    }

    /// Looks at a team, or at the copy of it.
    ///
    /// - Throws: why it is away where there is no copy; `notMember`.
    public func look(at team: KnownGroup, _ patience: Patience = .asked) throws -> Look {
        let sight = try membership.sight(of: team, patience)
        return Look(sight: sight, items: TeamItem.all(in: sight).reversed(), team: team)
    }

    /// What was seen last of each team, without asking anybody.
    public func lastLooks() throws -> [Look] {
        try membership.groups().compactMap(lastLook)
    }

    /// What was seen last of one of them; nil where nothing was.
    public func lastLook(at team: KnownGroup) throws -> Look? {
        try membership.lastSight(of: team).map { Look(sight: $0, items: TeamItem.all(in: $0).reversed(), team: team) }
    }

    /// Notes that something was read, with what is said to it.
    public func mark(read items: [TeamItem], in team: KnownGroup) throws {
        try membership.mark(read: items.flatMap { [$0.paper.id] + $0.comments.map(\.paper.id) }, in: team)
    }

    /// Somebody of a team by what was typed: their name, the beginning of it, or their id.
    ///
    /// - Throws: `memberNotFound`, `namesSeveral`.
    public static func member(_ typed: String, in view: GroupView) throws -> Member {
        let folded = typed.lowercased()
        let exact = view.members.filter { $0.name.lowercased() == folded || $0.id.rawValue == folded }
        let found = exact.isEmpty ? view.members.filter { $0.name.lowercased().hasPrefix(folded) } : exact
        guard let first = found.first, !folded.isEmpty else { throw Failure.memberNotFound(typed) }
        guard found.count == 1 else {
            throw Failure(
                .namesSeveral, "Several are called “\(typed)”: \(found.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")).",
                advice: "Type the id.", kind: .usage)
        }
        return first
    }

    // MARK: - Premium

    /// May a person give and ask for feedback in a team?
    public static let gate = Gate("coin.team", "teams", context: "team")

    /// - Throws: `teamDenied`.
    func ask() throws {
        try journal.ask(
            FeedbackTeam.gate, or: .teamDenied,
            advice: "`team inbox`, `team read`, `team acknowledge` and `team leave` stay open.")
    }
}
