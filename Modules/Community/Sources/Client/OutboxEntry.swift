import Kernel
import Outbox

/// A submission that waits on this device or was sent from it.
package struct OutboxEntry: OutboxItem, Hashable {
    /// The state of a submission.
    package enum State: String, Codable, CaseIterable, Sendable {
        /// The submission waits on this device until the community is reachable.
        case queued
        /// The community has received the submission.
        case sent
        /// The community has refused the submission permanently, with a `reason`.
        case refused
    }

    /// The number as text.
    package let id: Identifier<OutboxEntry>
    /// The number, greater than that of every earlier submission.
    package let number: Int
    /// The name under which it is sent.
    package let author: Author
    package let submission: Submission
    package let queuedAt: Instant
    package private(set) var state: State
    /// The reason of a refusal, or nil.
    package private(set) var reason: String?

    package var isWaiting: Bool { state == .queued }

    /// Stored data keeps the names that its first version had.
    private enum CodingKeys: String, CodingKey {
        case id, number, author, queuedAt, state, reason
        case submission = "parcel"
    }

    /// The outbox in the app's own store.
    package static let collection = RecordCollection<OutboxEntry>("community.outbox", indexes: [byNumber, waiting])

    package init(number: Int, author: Author, submission: Submission, queuedAt: Instant) {
        id = Identifier("\(number)")
        self.number = number
        self.author = author
        self.submission = submission
        self.queuedAt = queuedAt
        state = .queued
    }

    /// Returns a text as the author's copy with the outcome, or nil for votes and counts.
    package func settled(_ outcome: DeliveryOutcome) -> OutboxEntry? {
        switch submission {
        case .feedback, .suggestion: break
        case .withdrawal, .vote, .unvote, .upvote, .takeBack, .attendance, .review: return nil
        }
        var entry = self
        switch outcome {
        case .received: entry.state = .sent
        case .refused(let reason):
            entry.state = .refused
            entry.reason = reason
        }
        return entry
    }
}

/// The outbox's name and its last number.
struct OutboxState: Storable {
    let id: Identifier<OutboxState>
    /// The random name by which a board tells outboxes of one author apart.
    let name: String
    /// The number of the latest submission.
    var last: Int

    static let only: Identifier<OutboxState> = "book"
    static let collection = RecordCollection<OutboxState>("community.outbox.book")
}

extension OutboxQueue<OutboxEntry> {
    /// Creates the queue of the submissions that wait on this device.
    init(_ store: any Store) { self.init(store, full: .outboxFull) }
}

extension Failure {
    fileprivate static let outboxFull = Failure(
        .outboxFull, "\(OutboxQueue<OutboxEntry>.capacity) messages already wait on this device.",
        advice: "They are sent as soon as the community's folder can be reached.", kind: .temporary)
}
