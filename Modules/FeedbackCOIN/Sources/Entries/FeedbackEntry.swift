import Kernel
import Search

/// A piece of feedback: four sections, whom it is for, and with whom it was shared.
public struct FeedbackEntry: Storable, Hashable {
    /// The entry's identifier.
    public let id: Identifier<FeedbackEntry>
    /// The four sections; the context is never empty.
    public var text: FeedbackText
    /// The other person, as they were written down: whom it is for, or who gave it.
    public var recipient: Recipient?
    /// Who that is; nil in what older programs wrote, and where there is nobody.
    public var person: Identifier<Person>?
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
    /// Praise or growth; nil while nobody said.
    public var kind: FeedbackKind?
    /// The day of what happened; nil for the day of writing.
    public var happenedOn: Day?
    /// What it was about, in a word or two.
    public var project: String?
    /// What is to be done next, and until when.
    public var followUp: FollowUp?
    /// When it was talked over; nil while it was not.
    public var discussedOn: Day?
    /// When nothing was left to do about it; nil until then.
    public var doneOn: Day?
    private var isReceived: Bool?

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
    /// Whether it was given, or received. Given, where nobody said.
    public var direction: FeedbackDirection {
        get { isReceived == true ? .received : .given }
        set { isReceived = newValue == .received ? true : nil }
    }
    /// How far it has come. What was received has been shared with oneself; what one gives is a draft until a message was handed over. Beyond that
    /// the days say it on which it was discussed, and done.
    public var status: FeedbackStatus {
        if doneOn != nil { return .done }
        if discussedOn != nil { return .discussed }
        return isShared || direction == .received ? .shared : .draft
    }
    /// The next step that is still to be done. What is done with has none.
    public var openFollowUp: FollowUp? { doneOn == nil && followUp?.doneOn == nil ? followUp : nil }
    /// Who the other one is: the person that was meant, else whoever was written down. The key of everything about somebody.
    public var personKey: Identifier<Person>? { person ?? recipient.map { Person.id(of: $0) } }
    /// The day of what happened, or of writing.
    public func day(in calendar: LocalCalendar) -> Day { happenedOn ?? calendar.day(of: createdAt) }
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
    /// With the name and address that were written down, so that whoever asks for everybody reads no entry.
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
    /// Where entries are kept.
    public static let collection = RecordCollection<FeedbackEntry>(
        "coin.entries", indexes: [byAge, bySharing, byPerson, byStatus, byDue], derived: ["recipients", "shareCount", "sharedAt"])
    /// Entries are found by their sections, the other person, project, next step and tags.
    static let searched = SearchSource(byAge) { entry in
        FeedbackSection.allCases.map { entry.text[$0] }
            + [entry.recipient?.title, entry.project, entry.followUp?.step].map { $0 ?? "" } + entry.tags
    }
}
