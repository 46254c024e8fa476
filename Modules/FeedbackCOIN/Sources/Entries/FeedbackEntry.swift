import Kernel
import Search

/// A piece of feedback: four sections, its other person and its shares.
package struct FeedbackEntry: Storable, Hashable {
    package let id: Identifier<FeedbackEntry>
    /// The four sections.
    ///
    /// The context is never empty.
    package var text: FeedbackText
    /// The other person as written down: the recipient, or the author of received feedback.
    package var recipient: Recipient?
    /// The other person's ID, or nil in entries of older versions and without another person.
    package var person: Identifier<Person>?
    package var tags: [String]
    /// The time of writing, by which every list is ordered.
    package let createdAt: Instant
    /// The time of the last change of its text.
    ///
    /// Sharing leaves it unchanged.
    package var updatedAt: Instant
    /// The number of share events, one for each recipient of a message.
    package private(set) var shareCount = 0
    package private(set) var sharedAt: Instant?
    /// The addresses with which it was shared, each once, in order of their first share.
    package private(set) var recipients: [String] = []
    /// Praise or growth, or nil if not specified.
    package var kind: FeedbackKind?
    /// The day of the event, or nil for the day of writing.
    package var happenedOn: Day?
    package var project: String?
    package var followUp: FollowUp?
    /// The day on which it was discussed, or nil if it was not.
    package var discussedOn: Day?
    /// The day on which everything was done, or nil before.
    package var doneOn: Day?
    private var isReceived: Bool?

    package init(
        id: Identifier<FeedbackEntry>, text: FeedbackText, recipient: Recipient? = nil, tags: [String] = [],
        createdAt: Instant, updatedAt: Instant? = nil
    ) {
        self.id = id
        self.text = text
        self.recipient = recipient
        self.tags = tags
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
    }

    /// The file name under which an editor opens it.
    package var draftName: String { "feedback-\(id).md" }
    /// Whether it was given or received.
    ///
    /// The default is given.
    package var direction: FeedbackDirection {
        get { isReceived == true ? .received : .given }
        set { isReceived = newValue == .received ? true : nil }
    }
    /// The progress of the entry.
    ///
    /// Received feedback counts as shared. Given feedback is a draft until a message was handed
    /// over. The days on which it was discussed and done mark further progress.
    package var status: FeedbackStatus {
        if doneOn != nil { return .done }
        if discussedOn != nil { return .discussed }
        return isShared || direction == .received ? .shared : .draft
    }
    /// The next step that is still open.
    ///
    /// A finished entry has none.
    package var openFollowUp: FollowUp? { doneOn == nil && followUp?.doneOn == nil ? followUp : nil }
    /// The key of everything about the other person: the person's ID, or one derived from
    /// `recipient`.
    package var personKey: Identifier<Person>? { person ?? recipient.map { Person.id(of: $0) } }
    /// Returns the day of the event, or else of writing.
    package func day(in calendar: LocalCalendar) -> Day { happenedOn ?? calendar.day(of: createdAt) }
    package var isShared: Bool { shareCount > 0 }

    /// Counts new shares, in the unit of work that saves them.
    package mutating func count(_ shares: [ShareEvent]) {
        for share in shares {
            shareCount += 1
            sharedAt = max(sharedAt ?? share.sharedAt, share.sharedAt)
            if !recipients.contains(share.recipientEmail) { recipients.append(share.recipientEmail) }
        }
    }

    /// Counts all shares again from the complete list.
    mutating func recount(_ shares: [ShareEvent]) {
        shareCount = 0
        sharedAt = nil
        recipients = []
        count(shares.sorted { ($0.sharedAt, $0.id) < ($1.sharedAt, $1.id) })
    }

    static let byAge = Index<FeedbackEntry, IndexKey>.ordered("age") { IndexKey($0.createdAt, $0.id) }
    static let bySharing = Index<FeedbackEntry, IndexKey>.ordered("sharing") {
        IndexKey($0.isShared, $0.createdAt, $0.id)
    }
    /// The key contains the written name and address, so a list of all people reads no entry.
    static let byPerson = Index<FeedbackEntry, IndexKey>.ordered("person") { entry in
        entry.personKey.map {
            IndexKey($0, entry.createdAt, entry.id, entry.recipient?.name ?? "", entry.recipient?.address?.text ?? "")
        }
    }
    static let byStatus = Index<FeedbackEntry, IndexKey>.ordered("status") {
        IndexKey($0.status.rawValue, $0.createdAt, $0.id)
    }
    static let byDue = Index<FeedbackEntry, IndexKey>.ordered("due") { entry in
        entry.openFollowUp.map { IndexKey($0.due, entry.createdAt, entry.id) }
    }
    package static let collection = RecordCollection<FeedbackEntry>(
        "coin.entries", indexes: [byAge, bySharing, byPerson, byStatus, byDue],
        derived: ["recipients", "shareCount", "sharedAt"])
    /// The search source of entries: sections, the other person, project, next step and tags.
    static let searched = SearchSource(byAge) { entry in
        FeedbackSection.allCases.map { entry.text[$0] }
            + [entry.recipient?.title, entry.project, entry.followUp?.step].map { $0 ?? "" } + entry.tags
    }
}
