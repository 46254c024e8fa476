import Groups
import Kernel

/// The values that learners share.
extension ClubCircle {
    /// Shares a disclosure, in place of the previous one of its kind.
    ///
    /// - Parameter learner: The student, or the child of a guardian.
    @discardableResult
    package func share(_ disclosure: ClubDisclosure, of learner: Identifier<Member>, in snapshot: ClubSnapshot) throws
        -> SubmissionOutcome
    {
        let cover = PostAttributes(
            kind: disclosure.kind.rawValue, author: learner, audience: .role(ClubRole.instructor.rawValue),
            label: disclosure.belt)
        return try replace(disclosure, cover, of: learner, in: snapshot)
    }

    /// Withdraws the shared values of a kind at once, and drops those that wait on this device.
    ///
    /// - Returns: The number of withdrawn values, which may be 0.
    @discardableResult
    package func stopSharing(_ kind: SharedKind, of learner: Identifier<Member>, in snapshot: ClubSnapshot) throws
        -> Int
    {
        try withdraw(kind.rawValue, of: learner, in: snapshot)
    }

    /// Shows a learner on the leaderboard under an alias, or updates the points.
    package func showOnBoard(_ line: BoardLine, of learner: Identifier<Member>, in snapshot: ClubSnapshot) throws
        -> SubmissionOutcome
    {
        let alias = try ClubNames.validated(line.alias, "An alias", Student.longestName)
        guard
            !snapshot.board.contains(where: {
                $0.post.author != learner && Folding.folded($0.value.alias) == Folding.folded(alias)
            }
            )
        else {
            throw Failure(
                .aliasTaken, "Somebody else is called \(alias) on the board.", advice: "Choose another alias.",
                kind: .usage)
        }
        let cover = PostAttributes(kind: ClubPost.board, author: learner, audience: .everyone)
        return try replace(
            BoardLine(alias: alias, points: line.points, days: line.days), cover, of: learner, in: snapshot)
    }

    /// Removes a learner from the leaderboard.
    package func leaveBoard(_ learner: Identifier<Member>, in snapshot: ClubSnapshot) throws -> Int {
        try withdraw(ClubPost.board, of: learner, in: snapshot)
    }

    /// Withdraws the present and the waiting posts.
    private func withdraw(_ kind: String, of learner: Identifier<Member>, in snapshot: ClubSnapshot) throws -> Int {
        let droppedCount = try membership.drop(snapshot.group) { submission in
            guard case .post(let post) = submission else { return false }
            return post.kind == kind && post.author == learner
        }
        return try droppedCount + withdraw(snapshot.posts(kind, of: learner), in: snapshot)
    }

    /// Withdraws posts and returns their number.
    func withdraw(_ posts: [Post], in snapshot: ClubSnapshot) throws -> Int {
        for post in posts { _ = try membership.send(.withdrawal(post.id), to: snapshot.group) }
        return posts.count
    }

    /// Posts a value of a learner in place of the learner's previous posts of that kind.
    func replace(
        _ value: some Encodable, _ cover: PostAttributes, of learner: Identifier<Member>, in snapshot: ClubSnapshot
    )
        throws
        -> SubmissionOutcome
    {
        let previous = snapshot.posts(cover.kind, of: learner)
        guard let last = previous.last else { return try send(value, cover, to: snapshot.group) }
        _ = try withdraw(previous.dropLast(), in: snapshot)
        let change = GroupSubmission.change(
            last.id, content: Array(try JSONValue.encoder.encode(value)), label: cover.label, audience: cover.audience)
        return try membership.send(change, to: snapshot.group)
    }
}
