import Kernel

/// A recipient of an entry, recorded after the message was handed over.
package struct ShareEvent: Storable, Hashable {
    package let id: Identifier<ShareEvent>
    package let entryId: Identifier<FeedbackEntry>
    package let sharedAt: Instant
    package let recipientEmail: String
    package let recipientName: String?

    package init(
        id: Identifier<ShareEvent>, entryId: Identifier<FeedbackEntry>, sharedAt: Instant, recipientEmail: String,
        recipientName: String? = nil
    ) {
        self.id = id
        self.entryId = entryId
        self.sharedAt = sharedAt
        self.recipientEmail = recipientEmail
        self.recipientName = recipientName
    }

    static let byTime = Index<ShareEvent, IndexKey>.ordered("time") { IndexKey($0.sharedAt, $0.id) }
    static let byEntry = Index<ShareEvent, IndexKey>.ordered("entry") { IndexKey($0.entryId, $0.sharedAt, $0.id) }
    package static let collection = RecordCollection<ShareEvent>("coin.shares", indexes: [byTime, byEntry])
}
