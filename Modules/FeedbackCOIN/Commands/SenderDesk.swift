import FeedbackCOIN
import Kernel
import Terminal

/// The command `sender`.
struct SenderDesk: Sendable {
    let journal: FeedbackJournal
    let post: PostOffice

    private static let fields: [Field<Known>] = [
        Field("sender", title: "Sender", "who writes, or null") { .text($0.mailbox?.description) },
        Field("from", title: "Set by", "coin if it was set here, environment if it comes from EMAIL, or null") {
            .text($0.origin)
        },
    ]

    private struct Known: Sendable {
        var mailbox: Mailbox?
        var origin: String?
    }

    var sender: Command {
        Command(
            "sender", "Show or change the sender",
            discussion:
                "Messages carry this sender, unless `share --from` names another. Without it, the environment variable EMAIL is used.",
            examples: [.init("sender 'Sam Lee <sam@example.org>'", "set it once")],
            .optionalArgument("address", ValueKind("ADDRESS") { word, _ in word }, "ADDRESS or 'NAME <ADDRESS>'"),
            .flag("forget", "remove it"),
            returns: .one(Self.fields), changes: true
        ) { address, forget in
            switch (address, forget) {
            case (nil, false): return .one(try known(), Self.fields, next: ["sender 'NAME <ADDRESS>'"])
            case (let text?, false): try journal.changeSender(to: Mailbox(text))
            case (nil, true): try journal.changeSender(to: nil)
            case (_?, true):
                throw Failure(
                    .senderUnclear, "An address and --forget cannot be used together.", advice: "Use only one of them.",
                    kind: .usage)
            }
            let now = try known()
            let notice = now.mailbox.map { "The sender is \($0) now." } ?? "No sender is set now."
            return .changed(notice, now, Self.fields, next: ["share latest --preview", "undo"])
        }
    }

    private func known() throws -> Known {
        if let own = try journal.sender() { return Known(mailbox: own, origin: "coin") }
        let outer = try post.sender().map { try Mailbox($0) }
        return Known(mailbox: outer, origin: outer.map { _ in "environment" })
    }
}
