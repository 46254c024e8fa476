import FeedbackCOIN
import Interface
import Kernel

/// The command `sender`.
struct SenderCommand: Sendable {
    let journal: FeedbackJournal
    let post: MailConfiguration

    private static let fields: [Field<CurrentSender>] = [
        Field("sender", title: "Sender", "who writes, or null") { .text($0.mailbox?.description) },
        Field("from", title: "Set by", "coin if it was set here, environment if it comes from EMAIL, or null") {
            .text($0.origin)
        },
    ]

    /// The sender of messages, and whether the app or the environment sets it.
    private struct CurrentSender: Sendable {
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
            .flag("forget", "remove it"), returns: .one(Self.fields), changes: true
        ) { address, forget in
            switch (address, forget) {
            case (nil, false): return .one(try currentSender(), Self.fields, next: ["sender 'NAME <ADDRESS>'"])
            case (let text?, false): try journal.changeSender(to: Mailbox(text))
            case (nil, true): try journal.changeSender(to: nil)
            case (_?, true):
                throw Failure(
                    .senderUnclear, "An address and --forget cannot be used together.", advice: "Use only one of them.",
                    kind: .usage)
            }
            let current = try currentSender()
            let notice = current.mailbox.map { "The sender is \($0) now." } ?? "No sender is set now."
            return .changed(notice, current, Self.fields, next: ["share latest --preview", "undo"])
        }
    }

    private func currentSender() throws -> CurrentSender {
        if let stored = try journal.sender() { return CurrentSender(mailbox: stored, origin: "coin") }
        let environmentSender = try post.sender().map { try Mailbox($0) }
        return CurrentSender(mailbox: environmentSender, origin: environmentSender.map { _ in "environment" })
    }
}
