import Groups
import Kernel

/// Feedback in a team: requests, feedback, acknowledgments and comments, under the rules of
/// `GroupPolicy.team`.
///
/// Entries of a member's journal stay there until the member gives them.
package struct FeedbackTeam: Sendable {
    /// The user's membership in teams.
    package let membership: Membership
    package let journal: FeedbackJournal

    package init(_ membership: Membership, journal: FeedbackJournal) {
        self.membership = membership
        self.journal = journal
    }

    package var today: Day { journal.today }
    /// Returns the local day of an instant.
    @Sendable package func day(of instant: Instant) -> Day { journal.day(of: instant) }

    // MARK: - Reading

    /// The content of a team as a member sees it.
    package struct Content: Sendable {
        package let snapshot: GroupSnapshot
        package let items: [TeamItem]
        package let team: KnownGroup
        /// The number of unread items.
        ///
        /// Acknowledgments do not count, since they appear with their feedback.
        package var unread: Int { items.count(where: \.isUnread) }
    }

    /// Returns the current content of a team, or its saved copy.
    ///
    /// - Throws: the reason why it is unreachable, if there is no copy, or `notMember`.
    package func content(at team: KnownGroup, _ waitLimit: WaitLimit = .userInitiated) throws -> Content {
        let snapshot = try membership.snapshot(of: team, waitLimit)
        return Content(snapshot: snapshot, items: TeamItem.all(in: snapshot).reversed(), team: team)
    }

    /// Returns the last snapshot of each team, without network access.
    package func savedContents() throws -> [Content] { try membership.groups().compactMap(savedContent) }

    /// Returns the last snapshot of a team, or nil if there is none.
    package func savedContent(at team: KnownGroup) throws -> Content? {
        try membership.savedSnapshot(of: team).map {
            Content(snapshot: $0, items: TeamItem.all(in: $0).reversed(), team: team)
        }
    }

    /// Marks items and their comments as read.
    package func mark(read items: [TeamItem], in team: KnownGroup) throws {
        try membership.mark(read: items.flatMap { [$0.post.id] + $0.comments.map(\.post.id) }, in: team)
    }

    /// Returns the member whom a text means by the name, the beginning of it, or the ID.
    ///
    /// - Throws: `memberNotFound`, `namesSeveral`.
    package static func member(_ typed: String, in view: GroupView) throws -> Member {
        let folded = typed.lowercased()
        let exact = view.members.filter { $0.name.lowercased() == folded || $0.id.rawValue == folded }
        let matches = exact.isEmpty ? view.members.filter { $0.name.lowercased().hasPrefix(folded) } : exact
        guard let first = matches.first, !folded.isEmpty else { throw Failure.memberNotFound(typed) }
        guard matches.count == 1 else {
            throw Failure(
                .namesSeveral,
                "Several are called “\(typed)”: \(matches.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")).",
                advice: "Type the id.", kind: .usage)
        }
        return first
    }

    // MARK: - Premium

    /// The permission to give and request feedback in a team.
    package static let gate = Gate("coin.team", "teams", context: "team")

    /// Checks that teams are permitted.
    ///
    /// - Throws: `teamDenied`.
    func requireGate() throws {
        try journal.requireGate(
            FeedbackTeam.gate, or: .teamDenied,
            advice: "`team inbox`, `team read`, `team acknowledge` and `team leave` stay open.")
    }
}
