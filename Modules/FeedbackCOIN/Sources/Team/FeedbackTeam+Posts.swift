import Groups
import Kernel

/// The result of sending something to a team.
package struct TeamSending: Sendable {
    package let post: Post
    /// Whether it has arrived.
    ///
    /// Otherwise it is queued on this device.
    package let hasArrived: Bool
    /// The reason why it has not arrived, or nil.
    package let trouble: Failure?
}

extension FeedbackTeam {
    /// Creates a team in a shared folder or a database.
    package func create(in place: String, called name: String, as founder: String) throws -> KnownGroup {
        try requireGate()
        return try membership.create(in: place, called: name, as: founder)
    }

    /// Joins a team with an invitation code.
    package func join(_ place: String, code: String, as name: String) throws -> KnownGroup {
        try requireGate()
        return try membership.join(place, code: code, as: name)
    }

    /// Creates an invitation code.
    package func invite(to team: KnownGroup, as role: String, uses: Int, until: Day?) throws -> String {
        try requireGate()
        return try membership.groupSession(of: team).invite(as: role, uses: uses, until: until)
    }

    /// Asks a member for feedback, or all members for nil.
    package func request(_ words: String, of member: Member?, in content: Content) throws -> TeamSending {
        try requireGate()
        let words = try TeamContent.words.validated(words, "The question")
        let myID = content.snapshot.view.me.id
        if member?.id == myID { throw Failure.teamWithOneself }
        let post = membership.post(
            TeamPost.request, by: myID, about: myID, for: member.map { .members([$0.id]) } ?? .everyone,
            content: try TeamContent(words: words).bytes)
        return try send(.post(post), post, to: content.team)
    }

    /// Gives feedback to a member.
    ///
    /// Private feedback is saved in the journal and never leaves the device.
    ///
    /// - Parameter request: the request that it answers.
    /// - Returns: the entry of private feedback, or else the result of sending.
    package func give(
        _ text: FeedbackText, kind: FeedbackKind?, to member: Member, seenBy visibility: TeamVisibility,
        for request: TeamItem?,
        in content: Content
    ) throws -> (entry: FeedbackEntry?, sending: TeamSending?) {
        let myID = content.snapshot.view.me.id
        if member.id == myID { throw Failure.teamWithOneself }
        if visibility == .private {
            var details = FeedbackChange()
            details.kind = kind.map { .set($0) }
            return (try journal.write(text, to: Recipient(name: member.name, address: nil), details), nil)
        }
        try requireGate()
        let post = membership.post(
            TeamPost.feedback, by: myID, about: member.id, for: visibility == .team ? .everyone : .members([member.id]),
            content: try TeamContent(text: EntryTextRules.checked(text), kind: kind, request: request?.post.id).bytes)
        return (nil, try send(.post(post), post, to: content.team))
    }

    /// Acknowledges feedback about the member.
    ///
    /// A repetition has no effect.
    ///
    /// - Throws: `groupNotAllowed` for feedback about another member.
    package func acknowledge(_ item: TeamItem, in content: Content) throws -> TeamSending {
        guard item.itemKind == .feedback, item.isAboutMe else {
            throw Failure(
                .groupNotAllowed, "Only whom feedback is about can acknowledge it.",
                advice: "`team comment` says something to it.")
        }
        let post = membership.post(
            TeamPost.acknowledgement, by: content.snapshot.view.me.id, answers: item.post.id, for: .everyone,
            content: try TeamContent().bytes)
        return try send(.post(post), post, to: content.team)
    }

    /// Comments on feedback or a request, visible to its readers.
    package func comment(_ words: String, on item: TeamItem, in content: Content) throws -> TeamSending {
        try requireGate()
        let post = membership.post(
            TeamPost.comment, by: content.snapshot.view.me.id, answers: item.post.id, for: .everyone,
            content: try TeamContent(words: TeamContent.words.validated(words, "The comment")).bytes)
        return try send(.post(post), post, to: content.team)
    }

    /// Shows the member's own feedback to its subject or to the whole team.
    package func show(_ item: TeamItem, to visibility: TeamVisibility, in content: Content) throws -> TeamSending {
        let about = item.post.about.map { Set([$0]) } ?? []
        let audience: Audience =
            switch visibility {
            case .private: .author
            case .recipient: .members(about)
            case .team: .everyone
            }
        let change = GroupSubmission.change(
            item.post.id, content: item.post.content, label: item.post.label, audience: audience)
        return try send(change, item.post, to: content.team)
    }

    /// Withdraws the member's own item and its comments.
    package func withdraw(_ item: TeamItem, in content: Content) throws -> TeamSending {
        try send(.withdrawal(item.post.id), item.post, to: content.team)
    }

    /// Leaves a team and saves received feedback in the journal, unless it is there already.
    ///
    /// That includes feedback that arrives during the call.
    ///
    /// - Returns: the new entries.
    package func leave(_ team: KnownGroup) throws -> [FeedbackEntry] {
        let content = try content(at: team)
        if let trouble = content.snapshot.trouble { throw trouble }
        // Saved before it is deleted there. After an interruption it is in both places.
        let entries = try content.items.filter { $0.isAboutMe && $0.itemKind == .feedback }.reversed().compactMap(
            saveToJournal)
        return try entries
            + TeamItem.received(among: membership.leave(team), in: content.snapshot).compactMap(saveToJournal)
    }

    /// Saves received feedback in the journal, or returns nil if it is there already.
    private func saveToJournal(_ item: TeamItem) throws -> FeedbackEntry? {
        guard let text = item.text else { return nil }
        let isSaved = try journal.entries(EntryFilter()).contains { entry in
            entry.direction == .received && entry.text == text && entry.happenedOn == item.post.day
                && entry.recipient?.name == item.author
        }
        guard !isSaved else { return nil }
        var details = FeedbackChange()
        (details.direction, details.kind, details.happenedOn) = (
            .received, item.kind.map { .set($0) }, .set(item.post.day)
        )
        return try journal.write(text, to: item.author.map { Recipient(name: $0, address: nil) }, details)
    }

    private func send(_ submission: GroupSubmission, _ post: Post, to team: KnownGroup) throws -> TeamSending {
        let sending = try membership.send(submission, to: team)
        return TeamSending(post: post, hasArrived: sending.hasArrived, trouble: sending.trouble)
    }
}

extension Failure {
    static let teamWithOneself = Failure(
        .teamWithOneself, "Feedback in a team is about somebody else.",
        advice: "Write it for yourself: new --context TEXT.", kind: .usage)
}
