import Kernel

/// The items of one kind in an app's own store, in order of arrival.
package struct OutboxQueue<Item: OutboxItem>: Sendable {
    /// The maximum number of waiting items.
    package static var capacity: Int { 500 }

    private let store: any Store
    private let queueFull: Failure

    /// Creates a queue over the store of an app.
    ///
    /// - Parameter full: the failure of an addition when `capacity` items wait.
    package init(_ store: any Store, full: Failure) {
        self.store = store
        queueFull = full
    }

    /// Returns the number of the next item, in the transaction that adds the item.
    ///
    /// Numbers follow the clock, so that an emptied queue or a restored device reuses none.
    ///
    /// - Parameter last: the last number, if the module stores it apart from the items. Nil asks
    ///   the items.
    /// - Throws: the failure of a full queue.
    package func nextNumber(after last: Int? = nil, at now: Instant, in transaction: borrowing Transaction) throws
        -> Int
    {
        guard try transaction.count(Item.waiting.all) < Self.capacity else { throw queueFull }
        let greatest = try last ?? transaction.first(Item.byNumber.all.descending)?.number ?? 0
        return max(greatest + 1, Int(now.milliseconds))
    }

    /// Returns the waiting items, oldest first.
    package func waiting() throws -> [Item] { try store.read { try $0.records(Item.waiting.all) } }

    package func isEmpty() throws -> Bool { try store.read { try $0.count(Item.waiting.all) } == 0 }

    /// Returns all items in order of arrival, with those that stay after their delivery.
    package func items() throws -> [Item] { try store.read { try $0.records(Item.byNumber.all) } }

    /// Deletes obsolete waiting items.
    ///
    /// - Returns: the number of deleted items.
    @discardableResult
    package func drop(where isObsolete: (Item) -> Bool) throws -> Int {
        try store.write { try drop(where: isObsolete, in: $0) }
    }

    /// Deletes obsolete waiting items in a transaction of the caller.
    @discardableResult
    package func drop(where isObsolete: (Item) -> Bool, in transaction: borrowing Transaction) throws -> Int {
        let obsolete = try transaction.records(Item.waiting.all).filter(isObsolete)
        for item in obsolete { try transaction.delete(item.id) }
        return obsolete.count
    }

    // MARK: - Delivery

    /// Delivers waiting items of one place in order.
    ///
    /// A permanent failure refuses one item. Any other failure keeps that item and all later ones.
    /// An item that another process has settled, or that was dropped, is skipped. After a kill at
    /// any point a later call continues: the place must recognize an item that it has received.
    ///
    /// - Parameters:
    ///   - unknown: converts an error that is not a `Failure`.
    ///   - open: opens the place.
    ///   - send: sends one item to the place.
    package func deliver<Place>(
        _ items: [Item], unknown: (any Error) -> Failure, to open: () throws -> Place,
        send: (Item, Place) throws -> Void
    ) -> OutboxDelivery<Item> {
        var delivery = OutboxDelivery<Item>()
        var remaining = items[...]
        do {
            let place = try open()
            while let item = remaining.first {
                if try store.read({ try $0.record(item.id) }) == item { try attempt(item, place, &delivery, send) }
                remaining = remaining.dropFirst()
            }
        } catch { delivery.trouble = error as? Failure ?? unknown(error) }
        delivery.waiting = Set(remaining.map(\.id))
        return delivery
    }

    /// Sends one item and records its outcome. A permanent failure counts as a refusal.
    private func attempt<Place>(
        _ item: Item, _ place: Place, _ delivery: inout OutboxDelivery<Item>, _ send: (Item, Place) throws -> Void
    ) throws {
        do { try send(item, place) } catch let failure as Failure where failure.isPermanent {
            try settle(item, .refused(reason: failure.message))
            delivery.refused[item.id] = failure
            return
        }
        try settle(item, .received)
        delivery.received.append(item)
    }

    /// Stores or deletes an item according to its outcome, unless another process has settled it.
    private func settle(_ item: Item, _ outcome: DeliveryOutcome) throws {
        try store.write { transaction in
            guard let stored = try transaction.record(item.id), stored.isWaiting else { return }
            if let settled = stored.settled(outcome) {
                try transaction.put(settled)
            } else {
                try transaction.delete(item.id)
            }
        }
    }
}

/// The results of one delivery to a place.
package struct OutboxDelivery<Item: OutboxItem>: Sendable {
    /// The items that the place has received now, in order.
    package fileprivate(set) var received: [Item] = []
    /// The permanently refused items with their reasons.
    package fileprivate(set) var refused: [Identifier<Item>: Failure] = [:]
    /// The items that stay in the queue for a later delivery.
    package fileprivate(set) var waiting: Set<Identifier<Item>> = []
    /// The reason why items wait.
    package fileprivate(set) var trouble: Failure?

    /// Creates the results of a delivery without items.
    package init() {}

    /// The number of received items.
    package var sent: Int { received.count }
}
