import Kernel

/// Who writes, when a message does not say otherwise.
public struct Sender: Storable, Hashable {
    /// There is only one of these.
    public private(set) var id: Identifier<Sender> = "sender"
    /// As it stands in a message: `Sam Lee <sam@example.org>` or `sam@example.org`.
    public let text: String

    /// A sender.
    public init(_ mailbox: Mailbox) { text = mailbox.description }

    /// The same, read again.
    ///
    /// - Throws: as `Mailbox`, when what is kept was damaged.
    public func mailbox() throws -> Mailbox { try Mailbox(text) }

    /// Where it is kept.
    public static let collection = RecordCollection<Sender>("coin.sender")
}

extension FeedbackJournal {
    /// Who writes; nil while nobody said.
    ///
    /// - Throws: as `Mailbox`, when what is kept was damaged.
    public func sender() throws -> Mailbox? { try repository.sender()?.mailbox() }

    /// Remembers who writes; nil forgets it. Can be undone.
    public func changeSender(to mailbox: Mailbox?) throws { try repository.change(sender: mailbox.map(Sender.init)) }
}
