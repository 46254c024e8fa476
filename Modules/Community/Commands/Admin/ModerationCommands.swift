import Community
import Interface
import Kernel

/// The commands of `hub moderate`.
struct ModerationCommands: Sendable {
    let admin: CommunityAdmin

    private static let fields: [Field<Moderated>] = [
        Field("id", title: "Id", "the feedback, the suggestion or the author") { .text($0.id) },
        Field("kind", title: "Kind", "feedback, suggestion or author") { .text($0.kind) },
        Field("reason", title: "Reason", "why") { .text($0.reason) },
        Field("text", title: "", "what it says", cell: { StyledText($0.text.firstLine) }) { .text($0.text) },
    ]

    var list: Command {
        Command(
            "moderate list", "List what is hidden and who is blocked", examples: [.init("moderate list", "everything")],
            returns: .list(ModerationCommands.fields)
        ) {
            .list(
                try admin.moderated(), ModerationCommands.fields, empty: "Nothing is hidden and nobody is blocked.",
                next: ["moderate hide ID REASON"])
        }
    }

    var hide: Command {
        Command(
            "moderate hide", "Hide feedback or a suggestion from others", discussion: "Its author still sees it.",
            examples: [.init("moderate hide ID 'Not about the app'", "with a reason", runs: false)], id, reason,
            returns: .one(ModerationCommands.fields), changes: true
        ) { id, reason in
            try admin.hide(id, because: reason)
            return report("Hid \(id).", id, "content", reason, next: "moderate show \(id)")
        }
    }

    var unhide: Command {
        Command(
            "moderate show", "Show again what was hidden",
            examples: [.init("moderate show ID", "one of the list", runs: false)],
            id, returns: .one(ModerationCommands.fields), changes: true
        ) { id in
            try admin.hide(id, because: nil)
            return report("\(id) is shown again.", id, "content", next: "moderate list")
        }
    }

    var block: Command {
        Command(
            "moderate block", "Accept nothing more from an author",
            discussion: "feedback show has their name. What they sent before stays.",
            examples: [.init("moderate block \(String(repeating: "0", count: 26)) 'Insults'", "with a reason")], author,
            reason, returns: .one(ModerationCommands.fields), changes: true
        ) { author, reason in
            let isNew = try admin.block(author, because: reason)
            return report(
                isNew ? "Blocked \(author)." : "\(author) was already blocked; the reason is changed.", author,
                "author", reason, next: "moderate unblock \(author)")
        }
    }

    var unblock: Command {
        Command(
            "moderate unblock", "Accept messages from an author again",
            examples: [.init("moderate unblock \(String(repeating: "0", count: 26))", "forgiven")], author,
            returns: .one(ModerationCommands.fields), changes: true
        ) { author in
            let wasBlocked = try admin.block(author, because: nil)
            return report(
                wasBlocked
                    ? "Unblocked \(author): they can send messages again."
                    : "\(author) was not blocked. Nothing changed.",
                author, "author", next: "moderate list")
        }
    }

    private var id: Parameter<String> { .argument("id", .words("ID"), "the feedback or the suggestion") }
    private var author: Parameter<String> { .argument("author", .words("AUTHOR"), "the anonymous name, 26 characters") }
    private var reason: Parameter<String> { .argument("reason", .words("REASON"), "why, up to 400 characters") }

    /// Returns the report of a moderated record or author.
    private func report(_ notice: String, _ id: String, _ kind: String, _ reason: String = "", next: String) -> Output {
        .changed(
            notice, Moderated(id: id, kind: kind, reason: reason, text: ""), ModerationCommands.fields, next: [next])
    }
}
