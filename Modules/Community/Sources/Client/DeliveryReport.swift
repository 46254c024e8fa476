import Kernel
import Outbox

/// The results of waiting submissions since the last report to the person.
package struct DeliveryReport: Hashable, Sendable {
    /// The number of delivered submissions by kind.
    package let arrived: [LimitedAction: Int]
    /// The reasons of refused submissions.
    package let refusals: [String]

    package var isEmpty: Bool { arrived.isEmpty && refusals.isEmpty }

    /// The counts as text, for example "1 feedback, 2 votes".
    package var counts: String { DeliveryReport.counts(arrived) }

    /// Returns the counts of each kind as text.
    package static func counts(_ arrived: [LimitedAction: Int]) -> String {
        LimitedAction.allCases.compactMap { action in arrived[action].map { counted($0, action.noun, action.plural) } }
            .joined(separator: ", ")
    }
}

extension LimitedAction {
    /// The singular noun of the action.
    package var noun: String {
        switch self {
        case .feedback: "feedback"
        case .suggestion: "suggestion"
        case .vote: "vote"
        case .upvote: "vote for a suggestion"
        case .attendance: "count"
        case .review: "review"
        }
    }

    fileprivate var plural: String {
        switch self {
        case .feedback: "feedback messages"
        case .upvote: "votes for suggestions"
        default: noun + "s"
        }
    }
}

/// The state of a person's connection to the community.
package struct Connection: Sendable {
    package let place: BoardPlace?
    /// The reason why the community is unreachable.
    package let trouble: Failure?
    /// The number of submissions waiting on this device, by kind.
    package let waiting: [LimitedAction: Int]
    /// The time of the copy that is readable without the community.
    package let copiedAt: Instant?
}

extension CommunityClient {
    /// Sends waiting submissions in the background after a command. After one of the community it
    /// also refreshes the saved copy.
    package func sendInBackground(after command: String) {
        sender.start(after: command) {
            let isOld = { try command == "community" && isStale(after: CommunityClient.minimumCopyAge) }
            return try (!outbox.isEmpty() || isOld()) && access.place() != nil
        }
    }

    /// The age in seconds below which a copy is not refreshed.
    private static let minimumCopyAge = 60.0

    /// Returns the number of submissions that wait because no community is known.
    package func countWithoutCommunity() throws -> Int { try access.place() == nil ? outbox.waiting().count : 0 }

    /// Returns the results of late deliveries, once.
    package func takeDeliveryReport() throws -> DeliveryReport {
        let notes = try notebook.notes()
        let report = DeliveryReport(
            arrived: Dictionary(
                (notes.arrived ?? [:]).compactMap { name, count in LimitedAction(rawValue: name).map { ($0, count) } },
                uniquingKeysWith: +),
            refusals: notes.refusals ?? [])
        guard !report.isEmpty else { return report }
        // If two apps read at the same moment, only the one that clears the results reports them.
        let isClearedHere = try notebook.change { current in
            guard (current.arrived, current.refusals) == (notes.arrived, notes.refusals) else { return false }
            (current.arrived, current.refusals) = (nil, nil)
            return true
        }
        return isClearedHere ? report : DeliveryReport(arrived: [:], refusals: [])
    }

    /// Returns the current state of the connection.
    package func connection() throws -> Connection {
        var trouble: Failure?
        do { _ = try board(.userInitiated) } catch let failure as Failure { trouble = failure }
        let waiting = try outbox.waiting().map { ($0.submission.action, 1) }
        return Connection(
            place: try access.place(), trouble: trouble, waiting: Dictionary(waiting, uniquingKeysWith: +),
            copiedAt: try copy()?.takenAt)
    }
}
