import Kernel

/// The default sender of messages.
package struct Sender: Storable, Hashable {
    static let singletonID: Identifier<Sender> = "sender"
    package private(set) var id = singletonID
    /// The sender as in a message: `Sam Lee <sam@example.org>` or `sam@example.org`.
    package let text: String

    package init(_ mailbox: Mailbox) { text = mailbox.description }

    /// Returns the sender as a mailbox.
    ///
    /// Characters that a header must not contain are removed, because older versions could store
    /// them.
    ///
    /// - Throws: the errors of `Mailbox`, if the stored text is damaged.
    package func mailbox() throws -> Mailbox { try Mailbox(HeaderText.sanitized(text)) }

    package static let collection = RecordCollection<Sender>("coin.sender")
}
