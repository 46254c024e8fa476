import FeedbackCOIN
import Kernel
import Terminal

/// The command `sender`.
struct SenderDesk: Sendable {
    let journal: FeedbackJournal
    let post: PostOffice

    private static let fields: [Field<Known>] = [
        Field("sender", title: "Sender", "who writes, or null") { .text($0.mailbox?.description) },
        Field("from", title: "Known from", "coin when it was set here, environment when EMAIL says it, or null") {
            .text($0.origin)
        },
    ]

    private struct Known: Sendable {
        var mailbox: Mailbox?
        var origin: String?
    }

    var sender: Command {
        Command(
            "sender", "Show or change who writes",
            discussion:
                "Messages carry this sender unless `share --from` names another. Without it, EMAIL of the environment counts.",
            examples: [.init("sender 'Sam Lee <sam@example.org>'", "set it once")],
            .optionalArgument("address", ValueKind("ADDRESS") { word, _ in word }, "ADDRESS or 'NAME <ADDRESS>'"),
            .flag("forget", "take it away"),
            returns: .one(Self.fields), changes: true
        ) { address, forget in
            switch (address, forget) {
            case (nil, false): return .one(try known(), Self.fields, next: ["sender 'NAME <ADDRESS>'"])
            case (let text?, false): try journal.changeSender(to: Mailbox(text))
            case (nil, true): try journal.changeSender(to: nil)
            case (_?, true):
                throw Failure(
                    .senderUnclear, "An address and --forget contradict each other.", advice: "Leave one out.", kind: .usage)
            }
            let now = try known()
            let notice = now.mailbox.map { "The sender is \($0) now." } ?? "The sender is not known now."
            return .changed(notice, now, Self.fields, next: ["share latest --preview", "undo"])
        }
    }

    private func known() throws -> Known {
        if let own = try journal.sender() { return Known(mailbox: own, origin: "coin") }
        let outer = try post.sender().map { try Mailbox($0) }
        return Known(mailbox: outer, origin: outer.map { _ in "environment" })
    }
}
