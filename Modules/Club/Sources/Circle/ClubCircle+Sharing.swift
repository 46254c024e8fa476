import Groups
import Kernel

extension ClubCircle {
    /// Shares a standing from now on, in place of what was shared of its kind.
    ///
    /// - Parameter learner: whose it is: the student's, or that of a child whom a guardian answers for.
    @discardableResult
    public func share(_ standing: ClubDisclosure, of learner: Identifier<Member>, in sight: ClubSight) throws -> GroupSending {
        let cover = Cover(
            kind: standing.kind.rawValue, author: learner, audience: .role(ClubRole.instructor.rawValue), label: standing.belt)
        return try replace(standing, cover, of: learner, in: sight)
    }

    /// Takes back at once what was shared of a kind, and drops what waits on this device to be.
    ///
    /// - Returns: how much there was; nothing is no trouble.
    @discardableResult
    public func stop(_ kind: SharedKind, of learner: Identifier<Member>, in sight: ClubSight) throws -> Int {
        try takeBack(kind.rawValue, of: learner, in: sight)
    }

    /// Stands on the leaderboard under an alias, or tells how many points it is now.
    public func show(_ line: BoardLine, of learner: Identifier<Member>, in sight: ClubSight) throws -> GroupSending {
        let alias = try ClubNames.kept(line.alias, "An alias", Student.longestName)
        guard
            !sight.board.contains(where: { $0.paper.author != learner && Folding.folded($0.value.alias) == Folding.folded(alias) }
            )
        else {
            throw Failure(
                .aliasTaken, "Somebody else is called \(alias) on the board.", advice: "Choose another alias.", kind: .usage)
        }
        let cover = Cover(kind: ClubPaper.board, author: learner, audience: .everyone)
        return try replace(BoardLine(alias: alias, points: line.points, days: line.days), cover, of: learner, in: sight)
    }

    /// Leaves the leaderboard.
    public func leaveBoard(_ learner: Identifier<Member>, in sight: ClubSight) throws -> Int {
        try takeBack(ClubPaper.board, of: learner, in: sight)
    }

    /// What is there, and what waits to be.
    private func takeBack(_ kind: String, of learner: Identifier<Member>, in sight: ClubSight) throws -> Int {
        let dropped = try membership.drop(sight.known) { parcel in
            guard case .paper(let paper) = parcel else { return false }
            return paper.kind == kind && paper.author == learner
        }
        return try dropped + takeBack(sight.papers(kind, of: learner), in: sight)
    }

    func takeBack(_ papers: [Paper], in sight: ClubSight) throws -> Int {
        for paper in papers { _ = try membership.send(.withdrawal(paper.id), to: sight.known) }
        return papers.count
    }

    func replace(_ value: some Encodable, _ cover: Cover, of learner: Identifier<Member>, in sight: ClubSight) throws
        -> GroupSending
    {
        let before = sight.papers(cover.kind, of: learner)
        guard let last = before.last else { return try send(value, cover, to: sight.known) }
        _ = try takeBack(before.dropLast(), in: sight)
        let change = GroupParcel.change(
            last.id, content: Array(try JSONValue.encoder.encode(value)), label: cover.label, audience: cover.audience)
        return try membership.send(change, to: sight.known)
    }
}
