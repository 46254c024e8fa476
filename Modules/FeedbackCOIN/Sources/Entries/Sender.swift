import Kernel

/// Who writes, when a message does not say otherwise.
public struct Sender: Storable, Hashable {
    static let only: Identifier<Sender> = "sender"
    /// There is one sender at most.
    public private(set) var id = only
    /// As it stands in a message: `Sam Lee <sam@example.org>` or `sam@example.org`.
    public let text: String

    /// The record of who writes.
    public init(_ mailbox: Mailbox) { text = mailbox.description }

    /// The same, read again; what no header may show (older programs kept it) is left out.
    ///
    /// - Throws: as `Mailbox`, when what is kept was damaged.
    public func mailbox() throws -> Mailbox { try Mailbox(HeaderText.shown(text)) }

    /// Where it is kept.
    public static let collection = RecordCollection<Sender>("coin.sender")
}
