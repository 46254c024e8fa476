import Groups
import Kernel

/// What became of something that was sent to a team.
public struct TeamSending: Sendable {
    /// What it was about.
    public let paper: Paper
    /// Whether it has arrived; else it waits on this device.
    public let hasArrived: Bool
    /// Why it waits.
    public let trouble: Failure?
}

extension FeedbackTeam {
    /// Founds a team in a place: a folder that the others reach, or a database.
    public func create(in place: String, called name: String, as founder: String) throws -> KnownGroup {
        try ask()
        return try membership.found(in: place, called: name, as: founder)
    }

    /// Joins a team by a code.
    public func join(_ place: String, code: String, as name: String) throws -> KnownGroup {
        try ask()
        return try membership.join(place, code: code, as: name)
    }

    /// A code that lets people in.
    public func invite(to team: KnownGroup, as role: String, uses: Int, until: Day?) throws -> String {
        try ask()
        return try membership.hall(of: team).invite(as: role, uses: uses, until: until)
    }

    /// Asks somebody, or everybody for nil, what they saw.
    public func request(_ words: String, of member: Member?, in look: Look) throws -> TeamSending {
        try ask()
        let words = try TeamContent.words.kept(words, "The question")
        let me = look.sight.view.me.id
        if member?.id == me { throw Failure.teamWithOneself }
        let paper = membership.paper(
            TeamPaper.request, by: me, about: me, for: member.map { .members([$0.id]) } ?? .everyone,
            content: try TeamContent(words: words).bytes)
        return try send(.paper(paper), paper, to: look.team)
    }

    /// Gives somebody feedback. What is private is written into the journal, and nothing of it leaves the device.
    ///
    /// - Parameter request: the one that it answers.
    /// - Returns: the entry of a private one, else what became of it.
    public func give(
        _ text: FeedbackText, kind: FeedbackKind?, to member: Member, seenBy visibility: TeamVisibility, for request: TeamItem?,
        in look: Look
    ) throws -> (entry: FeedbackEntry?, sending: TeamSending?) {
        let me = look.sight.view.me.id
        if member.id == me { throw Failure.teamWithOneself }
        if visibility == .private {
            var more = FeedbackChange()
            more.kind = kind.map { .set($0) }
            return (try journal.write(text, to: Recipient(name: member.name, address: nil), more), nil)
        }
        try ask()
        let paper = membership.paper(
            TeamPaper.feedback, by: me, about: member.id, for: visibility == .team ? .everyone : .members([member.id]),
            content: try TeamContent(text: Wording.checked(text), kind: kind, request: request?.paper.id).bytes)
        return (nil, try send(.paper(paper), paper, to: look.team))
    }

    /// Says that one has read feedback about oneself. A second time is the first.
    ///
    /// - Throws: `groupNotAllowed` for anybody else's.
    public func acknowledge(_ item: TeamItem, in look: Look) throws -> TeamSending {
        guard item.sort == .feedback, item.isAboutMe else {
            throw Failure(
                .groupNotAllowed, "Only whom feedback is about can acknowledge it.",
                advice: "`team comment` says something to it.")
        }
        let paper = membership.paper(
            TeamPaper.acknowledgement, by: look.sight.view.me.id, answers: item.paper.id, for: .everyone,
            content: try TeamContent().bytes)
        return try send(.paper(paper), paper, to: look.team)
    }

    /// Says something to feedback or a request, for whoever may read that.
    public func comment(_ words: String, on item: TeamItem, in look: Look) throws -> TeamSending {
        try ask()
        let paper = membership.paper(
            TeamPaper.comment, by: look.sight.view.me.id, answers: item.paper.id, for: .everyone,
            content: try TeamContent(words: TeamContent.words.kept(words, "The comment")).bytes)
        return try send(.paper(paper), paper, to: look.team)
    }

    /// Shows one's own feedback to whom it is about, or to the whole team.
    public func show(_ item: TeamItem, to visibility: TeamVisibility, in look: Look) throws -> TeamSending {
        let about = item.paper.about.map { Set([$0]) } ?? []
        let audience: Audience =
            switch visibility {
            case .private: .author
            case .recipient: .members(about)
            case .team: .everyone
            }
        let change = GroupParcel.change(item.paper.id, content: item.paper.content, label: item.paper.label, audience: audience)
        return try send(change, item.paper, to: look.team)
    }

    /// Takes something of one's own back, with what is said to it.
    public func withdraw(_ item: TeamItem, in look: Look) throws -> TeamSending {
        try send(.withdrawal(item.paper.id), item.paper, to: look.team)
    }

    /// Leaves a team. What was received goes along: each feedback becomes an entry of the journal, unless it is there already. So does what came while
    /// they left.
    ///
    /// - Returns: the entries.
    public func leave(_ team: KnownGroup) throws -> [FeedbackEntry] {
        let look = try look(at: team)
        if let trouble = look.sight.trouble { throw trouble }
        // Kept before it is gone from there: cut off in between, it is in both places.
        let kept = try look.items.filter { $0.isAboutMe && $0.sort == .feedback }.reversed().compactMap(keep)
        return try kept + TeamItem.received(among: membership.leave(team), in: look.sight).compactMap(keep)
    }

    /// Keeps feedback that one received in the journal; nil where it is there.
    private func keep(_ item: TeamItem) throws -> FeedbackEntry? {
        guard let text = item.text else { return nil }
        let isThere = try journal.entries(EntryFilter()).contains { entry in
            entry.direction == .received && entry.text == text && entry.happenedOn == item.paper.day
                && entry.recipient?.name == item.author
        }
        guard !isThere else { return nil }
        var more = FeedbackChange()
        (more.direction, more.kind, more.happenedOn) = (.received, item.kind.map { .set($0) }, .set(item.paper.day))
        return try journal.write(text, to: item.author.map { Recipient(name: $0, address: nil) }, more)
    }

    private func send(_ parcel: GroupParcel, _ paper: Paper, to team: KnownGroup) throws -> TeamSending {
        let sending = try membership.send(parcel, to: team)
        return TeamSending(paper: paper, hasArrived: sending.hasArrived, trouble: sending.trouble)
    }
}

extension Failure {
    static let teamWithOneself = Failure(
        .teamWithOneself, "Feedback in a team is about somebody else.", advice: "Write it for yourself: new --context TEXT.",
        kind: .usage)
}
