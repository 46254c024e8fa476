import Kernel

/// The record of a reached badge, so that the badge is announced once and stays reached.
package struct ReachedBadge: Storable, Hashable {
    /// The badge's identifier, so that two devices create the same record.
    package let id: Identifier<ReachedBadge>
    /// The day on which it was reached.
    package let on: Day

    package init(_ badge: Achievement, on day: Day) {
        id = Identifier(badge.id)
        on = day
    }

    static let byDay = Index<ReachedBadge, Day>.ordered("day") { $0.on }

    package static let collection = RecordCollection<ReachedBadge>("diary.badges", indexes: [byDay])
}
