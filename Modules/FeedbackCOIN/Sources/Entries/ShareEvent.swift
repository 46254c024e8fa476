import Kernel

/// One person to whom an entry was sent, once the message had been handed over.
public struct ShareEvent: Storable, Hashable {
    /// The event's identifier.
    public let id: Identifier<ShareEvent>
    /// What was shared.
    public let entryId: Identifier<FeedbackEntry>
    /// When the message had been handed over.
    public let sharedAt: Instant
    /// The address it was for.
    public let recipientEmail: String
    /// The name behind the address, when it was given.
    public let recipientName: String?

    /// An event from its parts.
    public init(
        id: Identifier<ShareEvent>, entryId: Identifier<FeedbackEntry>, sharedAt: Instant, recipientEmail: String,
        recipientName: String? = nil
    ) {
        (self.id, self.entryId, self.sharedAt) = (id, entryId, sharedAt)
        (self.recipientEmail, self.recipientName) = (recipientEmail, recipientName)
    }

    static let byTime = Index<ShareEvent, IndexKey>.ordered("time") { IndexKey($0.sharedAt, $0.id) }
    static let byEntry = Index<ShareEvent, IndexKey>.ordered("entry") { IndexKey($0.entryId, $0.sharedAt, $0.id) }
    /// Where events are kept.
    public static let collection = RecordCollection<ShareEvent>("coin.shares", indexes: [byTime, byEntry])
}
