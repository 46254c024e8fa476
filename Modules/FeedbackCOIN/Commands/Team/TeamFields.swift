import FeedbackCOIN
import Groups
import Interface
import Kernel

extension TeamItem {
    /// Returns the keys of a message in `--json`, and its columns.
    static func fields(_ day: @escaping @Sendable (Instant) -> Day) -> [Field<TeamItem>] {
        [
            Field("id", title: "ID", "the message's identifier", cell: { StyledText($0.post.id.shortForm, .muted) }) {
                .text($0.post.id.rawValue)
            },
            Field("sort", title: "What", "request, feedback or comment") { .text($0.itemKind.rawValue) },
            Field("from", title: "From", "who wrote it; null for somebody who has left", cell: { $0.authorText }) {
                .text($0.author)
            },
            Field("to", title: "To", "whom it is about or to; null for everybody", cell: { StyledText($0.addressee) }) {
                .text($0.subject)
            },
            Field(
                "text", title: "Text", "what it asks or says, or the context", room: .main,
                cell: { StyledText($0.preview, .title) }
            ) {
                .text($0.text?.context ?? $0.words)
            },
            Field("observation", "what was seen and heard; null for what is no feedback") {
                .text($0.text?.observation)
            },
            Field("impact", "what it does; null for what is no feedback") { .text($0.text?.impact) },
            Field("nextSteps", "what should be different; null for what is no feedback") { .text($0.text?.nextSteps) },
            Field("kind", "praise or growth; null while nobody said") { .text($0.kind?.rawValue) },
            Field("visibility", "recipient or team") { .text($0.visibility.rawValue) },
            Field("day", title: "Day", "when it was written", cell: { StyledText($0.post.day.description, .muted) }) {
                .day($0.post.day)
            },
            Field("comments", "what is said to it: from, text and day of each") { item in
                .list(item.comments.map { .object([.init("from", .text($0.author)), .init("text", .text($0.words))]) })
            },
            Field("acknowledgedOn", "when whom it is about acknowledged it, or null") {
                .day($0.acknowledgedAt.map(day))
            },
            Field(
                "state", title: "State", "unread, waiting, answered, acknowledged, or empty", cell: { $0.styledState }
            ) {
                .text($0.state)
            },
        ]
    }

    private var authorText: StyledText { isOwn ? StyledText("you", .muted) : StyledText(author ?? "somebody who left") }
    /// The person who is asked or described, for people.
    private var addressee: String {
        if itemKind == .feedback { return isAboutMe ? "you" : subject ?? "somebody who left" }
        return visibility == .team ? "everybody" : isOwn ? subject ?? "somebody who left" : "you"
    }

    /// The state of the message, or an empty text for none.
    private var state: String {
        if isUnread { return "unread" }
        if itemKind == .request { return waitsForMe ? "waiting" : answerCount > 0 ? "answered" : "" }
        return acknowledgedAt == nil ? "" : "acknowledged"
    }

    private var styledState: StyledText {
        StyledText(declared: state, state == "unread" || state == "waiting" ? .accent : .muted)
    }

    /// Returns the whole message.
    func blocks(_ day: (Instant) -> Day) -> [Block] {
        let action =
            itemKind == .request
            ? "\(isOwn ? "ask" : "asks") \(addressee)" : "\(isOwn ? "write" : "writes") about \(addressee)"
        let audience = visibility == .team ? "the team sees it" : "only the two of you see it"
        let heading: StyledText =
            isOwn
            ? "You \(declared: action)"
            : author.map { "\($0) \(declared: action)" } ?? "Somebody who left \(declared: action)"
        var blocks: [Block] = [
            .heading(heading),
            .paragraph(
                StyledText(declared: "\(post.day) · \(audience)\(kind.map { " · \($0.rawValue)" } ?? "")", .muted)),
            .gap,
        ]
        if let text {
            for section in FeedbackSection.allCases where !text[section].isEmpty {
                blocks += [
                    .paragraph(StyledText(declared: section.heading, .accent)), .paragraph(StyledText(text[section])),
                    .gap,
                ]
            }
        } else {
            blocks += [.paragraph(StyledText(words.isEmpty ? "This program cannot read it." : words)), .gap]
        }
        if let acknowledgedAt {
            blocks.append(.paragraph(StyledText("Acknowledged on \(day(acknowledgedAt)).", .good)))
        }
        for comment in comments {
            let name = comment.isOwn ? "You" : comment.author ?? "Somebody who left"
            blocks.append(.paragraph(StyledText("\(name): ", .accent) + StyledText(comment.words)))
        }
        return blocks
    }
}

/// A team as a row of a list.
struct TeamRow: Sendable {
    let team: KnownGroup
    let role: String?
    let members: Int?
    let unread: Int
    let waiting: Int

    static let fields: [Field<TeamRow>] = [
        Field("id", "the team's id, wherever its place is") { .text($0.team.id.rawValue) },
        Field("name", title: "Team", "what it is called", cell: { StyledText($0.team.name, .title) }) {
            .text($0.team.name)
        },
        Field("role", title: "You are", "lead or member; null before it was seen") { .text($0.role) },
        Field("members", title: "Members", "how many, when it was last seen; null before", alignsRight: true) {
            $0.members.map { .integer($0) } ?? .null
        },
        Field("unread", title: "Unread", "what was not read here", alignsRight: true) { .integer($0.unread) },
        Field("waiting", title: "Waiting", "what waits to be sent", alignsRight: true) { .integer($0.waiting) },
        Field(
            "place", title: "Place", "its folder, or the address of its database",
            cell: { StyledText($0.team.place.path, .muted) }
        ) {
            .text($0.team.place.path)
        },
    ]
}

/// A member of a team.
struct TeamMemberRow: Sendable {
    let member: Member
    let isMe: Bool

    static let fields: [Field<TeamMemberRow>] = [
        Field("id", "their anonymous id in this team") { .text($0.member.id.rawValue) },
        Field("name", title: "Name", "what they call themselves", cell: { StyledText($0.member.name, .title) }) {
            .text($0.member.name)
        },
        Field("role", title: "Role", "lead or member") { .text($0.member.role) },
        Field(
            "joined", title: "Since", "the day on which they came",
            cell: { StyledText($0.member.joined.description, .muted) }
        ) {
            .day($0.member.joined)
        },
        Field("me", title: "", "whether it is you", cell: { StyledText($0.isMe ? "you" : "", .accent) }) {
            .bool($0.isMe)
        },
    ]
}
