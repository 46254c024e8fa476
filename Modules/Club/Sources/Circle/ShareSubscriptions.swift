import Groups
import Kernel

/// A kind of values that is shared continuously. The record stays on the device that checks for
/// changes.
package struct ShareSubscription: Storable, Hashable {
    let group: Identifier<KnownGroup>
    let learner: Identifier<Member>
    let kind: SharedKind

    package var id: Identifier<ShareSubscription> { ShareSubscription.id(group, learner, kind) }

    static func id(
        _ group: Identifier<KnownGroup>, _ learner: Identifier<Member>, _ kind: SharedKind
    ) -> Identifier<ShareSubscription> { Identifier("\(group) \(learner) \(kind.rawValue)") }

    package static let collection = RecordCollection<ShareSubscription>("club.follows")
}

/// The continuous sharing of changed values. It never sends a kind that the learner does not share.
package struct ShareSubscriptions: Sendable {
    private let store: any Store
    private let circle: ClubCircle
    private let progress: LearnerProgress

    package init(_ book: ClubRegistry, _ circle: ClubCircle, _ progress: LearnerProgress) {
        store = book.store
        self.circle = circle
        self.progress = progress
    }

    /// Returns the kinds of a learner that are shared continuously.
    package func kinds(of learner: Identifier<Member>, in group: KnownGroup) throws -> Set<SharedKind> {
        Set(try subscriptions(in: group).filter { $0.learner == learner }.map(\.kind))
    }

    /// Starts continuous sharing of these kinds.
    package func follow(_ kinds: some Sequence<SharedKind>, of learner: Identifier<Member>, in group: KnownGroup) throws
    {
        try store.write { transaction in
            for kind in kinds { try transaction.put(ShareSubscription(group: group.id, learner: learner, kind: kind)) }
        }
    }

    /// Stops continuous sharing of these kinds.
    package func stop(_ kinds: some Sequence<SharedKind>, of learner: Identifier<Member>, in group: KnownGroup) throws {
        try store.write { transaction in
            for kind in kinds { _ = try transaction.delete(ShareSubscription.id(group.id, learner, kind)) }
        }
    }

    /// Sends the changed values of continuously shared kinds. It forgets kinds that are no longer
    /// shared, and retries an unavailable place later.
    ///
    /// - Returns: The number of kinds sent.
    package func sendChanges(in snapshot: ClubSnapshot) throws -> Int {
        guard snapshot.groupSnapshot.asOf == nil else { return 0 }
        var sentCount = 0
        for subscription in try subscriptions(in: snapshot.group) {
            guard let learner = snapshot.learners.first(where: { $0.id == subscription.learner }),
                let previous = snapshot.shared[learner.id]?[subscription.kind]
            else {
                try stop([subscription.kind], of: subscription.learner, in: snapshot.group)
                continue
            }
            let current = try progress.disclosure(subscription.kind, learner.id == snapshot.me.id ? nil : learner.name)
            guard current != previous else { continue }
            _ = try circle.share(current, of: learner.id, in: snapshot)
            sentCount += 1
        }
        return sentCount
    }

    /// Returns all subscriptions of a group.
    private func subscriptions(in group: KnownGroup) throws -> [ShareSubscription] {
        try store.read { try $0.records(Selection<ShareSubscription>.all) }.filter { $0.group == group.id }
    }
}
