import Kernel
import Outbox

/// A person's change to a group, kept in an outbox until it is received. Repeated deliveries count
/// once.
package enum GroupSubmission: Codable, Hashable, Sendable {
    case post(Post)
    case change(Identifier<Post>, content: [UInt8], label: String?, audience: Audience)
    case withdrawal(Identifier<Post>)

    /// Stored data keeps the names that its first version had.
    private enum CodingKeys: String, CodingKey {
        case change, withdrawal
        case post = "paper"
    }

    /// Delivers the submission to the session.
    func deliver(to groupSession: any GroupSession) throws {
        switch self {
        case .post(let post): _ = try groupSession.write(post)
        case .change(let id, let content, let label, let audience):
            try groupSession.change(id, to: content, label: label, for: audience)
        case .withdrawal(let id): try groupSession.withdraw(id)
        }
    }
}

/// A submission on this device that waits or was refused.
package struct WaitingSubmission: OutboxItem, Hashable {
    package let id: Identifier<WaitingSubmission>
    package let number: Int
    package let group: Identifier<KnownGroup>
    package let submission: GroupSubmission
    package let queuedAt: Instant
    /// The reason of a refusal, or nil while the submission waits.
    package private(set) var refusal: String?

    package var isWaiting: Bool { refusal == nil }

    /// Stored data keeps the names that its first version had.
    private enum CodingKeys: String, CodingKey {
        case id, number, group, queuedAt, refusal
        case submission = "parcel"
    }

    package static let collection = RecordCollection<WaitingSubmission>("groups.outbox", indexes: [waiting, byNumber])

    package init(number: Int, group: Identifier<KnownGroup>, submission: GroupSubmission, queuedAt: Instant) {
        id = Identifier("\(number)")
        self.number = number
        self.group = group
        self.submission = submission
        self.queuedAt = queuedAt
    }

    /// Returns a refused submission with its reason, to keep until it is reported, or nil.
    package func settled(_ outcome: DeliveryOutcome) -> WaitingSubmission? {
        guard case .refused(let reason) = outcome else { return nil }
        var submission = self
        submission.refusal = reason
        return submission
    }
}

extension OutboxQueue<WaitingSubmission> {
    /// Creates the queue of the submissions to all groups.
    init(_ store: any Store) { self.init(store, full: .groupOutboxFull) }
}

/// The result of a delivery to several groups.
package struct GroupDelivery: Sendable {
    /// The number of delivered submissions.
    package private(set) var sent = 0
    /// The submissions that stay for a later delivery.
    package internal(set) var waiting: Set<Identifier<WaitingSubmission>> = []
    /// The permanently refused submissions with their reasons.
    package private(set) var refused: [Identifier<WaitingSubmission>: Failure] = [:]
    /// The reasons why submissions wait, by group.
    package private(set) var trouble: [Identifier<KnownGroup>: Failure] = [:]

    /// Adds the results of the delivery to one group.
    mutating func add(_ delivery: OutboxDelivery<WaitingSubmission>, to group: KnownGroup) {
        sent += delivery.sent
        waiting.formUnion(delivery.waiting)
        refused.merge(delivery.refused) { $1 }
        trouble[group.id] = delivery.trouble
    }
}

extension Failure {
    fileprivate static let groupOutboxFull = Failure(
        .groupOutboxFull,
        "\(OutboxQueue<WaitingSubmission>.capacity) things wait on this device to be sent, and this one was not kept.",
        advice: "Do it again when those have been sent.", kind: .temporary)
}
