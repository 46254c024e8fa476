import Kernel

/// A record that waits on this device until its place has received it.
///
/// Its module owns the stored form. The `id` is the number as text.
package protocol OutboxItem: Storable, Equatable {
    /// A number greater than that of every earlier item.
    var number: Int { get }
    /// Whether the place has neither received nor refused the item.
    var isWaiting: Bool { get }
    /// Returns the record that stays on this device after a delivery, or nil if none stays.
    func settled(_ outcome: DeliveryOutcome) -> Self?
}

extension OutboxItem {
    /// The order of arrival of every item, as both indexes of the collection store it.
    package static var byNumber: Index<Self, Int> { .ordered("number") { $0.number } }
    /// The order of arrival of the items that still wait.
    package static var waiting: Index<Self, Int> { .ordered("waiting") { $0.isWaiting ? $0.number : nil } }
}

/// The final result of one delivery.
package enum DeliveryOutcome: Hashable, Sendable {
    case received
    /// The place never accepts the item.
    case refused(reason: String)
}
