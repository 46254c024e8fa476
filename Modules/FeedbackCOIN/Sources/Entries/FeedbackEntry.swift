import Kernel
import Search

/// A piece of feedback: four sections, whom it is for, and with whom it was shared.
public struct FeedbackEntry: Storable, Hashable {
    /// The entry's identifier.
    public let id: Identifier<FeedbackEntry>
    /// The four sections; the context is never empty.
    public var text: FeedbackText
    /// Whom it is for.
    public var recipient: Recipient?
    /// Words to find it by, each once.
    public var tags: [String]
    /// When it was written; the order of every list.
    public let createdAt: Instant
    /// When its words were last changed. Sharing does not touch it.
    public var updatedAt: Instant
    /// How many share events it has: one for each person that a message was handed over for.
    public private(set) var shareCount = 0
    /// When it was last shared.
    public private(set) var sharedAt: Instant?
    /// The addresses that it was shared with, each once, in the order of the first time.
    public private(set) var recipients: [String] = []

    /// An entry that has not been shared; `FeedbackJournal` makes those that people see.
    public init(
        id: Identifier<FeedbackEntry>, text: FeedbackText, recipient: Recipient? = nil, tags: [String] = [], createdAt: Instant,
        updatedAt: Instant? = nil
    ) {
        (self.id, self.text, self.recipient, self.tags) = (id, text, recipient, tags)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt ?? createdAt)
    }

    /// What the file is called in which an editor changes it.
    public var draftName: String { "feedback-\(id).md" }
    /// Whether it was ever shared.
    public var isShared: Bool { shareCount > 0 }

    /// Counts shares, in the unit of work that keeps them.
    public mutating func count(_ shares: [ShareEvent]) {
        for share in shares {
            shareCount += 1
            sharedAt = max(sharedAt ?? share.sharedAt, share.sharedAt)
            if !recipients.contains(share.recipientEmail) { recipients.append(share.recipientEmail) }
        }
    }

    /// Counts shares anew, from all that there are.
    mutating func recount(_ shares: [ShareEvent]) {
        (shareCount, sharedAt, recipients) = (0, nil, [])
        count(shares.sorted { ($0.sharedAt, $0.id) < ($1.sharedAt, $1.id) })
    }

    static let byAge = Index<FeedbackEntry, IndexKey>.ordered("age") { IndexKey($0.createdAt, $0.id) }
    static let bySharing = Index<FeedbackEntry, IndexKey>.ordered("sharing") { IndexKey($0.isShared, $0.createdAt, $0.id) }
    /// Where entries are kept.
    public static let collection = RecordCollection<FeedbackEntry>(
        "coin.entries", indexes: [byAge, bySharing], derived: ["recipients", "shareCount", "sharedAt"])
    /// Entries are found by their sections, whom they are for, and their tags.
    static let searched = SearchSource(byAge) { entry in
        FeedbackSection.allCases.map { entry.text[$0] } + [entry.recipient?.title ?? ""] + entry.tags
    }
}

/// Whom feedback is for: a name, an address, or both.
public struct Recipient: Codable, Hashable, Sendable {
    /// What they are called.
    public let name: String?
    /// Where mail reaches them.
    public let address: EmailAddress?

    init(name: String?, address: EmailAddress?) { (self.name, self.address) = (name, address) }

    /// Reads `Sam Lee <sam@example.org>`, `sam@example.org` or `Sam Lee`.
    ///
    /// - Throws: `headerInjection`, `addressInvalid`, `nameTooLong`, `recipientEmpty`.
    public init(_ text: String) throws {
        if text.contains("@") || text.contains("<") {
            let mailbox = try Mailbox(text)
            self.init(name: mailbox.name, address: mailbox.address)
        } else {
            guard let name = try Mailbox.checked(name: text) else {
                throw Failure(
                    .recipientEmpty, "A recipient needs a name or an address.",
                    advice: "Write it as 'Sam Lee <sam@example.org>'.",
                    kind: .badData)
            }
            self.init(name: name, address: nil)
        }
    }

    /// As a person writes it: `Sam Lee <sam@example.org>`.
    public var title: String { mailbox?.description ?? name ?? "" }

    /// Where to send, when there is an address.
    public var mailbox: Mailbox? { address.map { Mailbox(name: name, address: $0) } }
}
