import Kernel
import KernelTesting
import Outbox

/// The contract of every `OutboxItem`.
package enum OutboxItemContract {
    /// Returns the contract over a closure that makes an item which waits.
    package static func over(_ make: @escaping () throws -> any OutboxItem) -> Contract<any OutboxItem> {
        Contract("OutboxItem", promises: promises, make)
    }

    private static let promises: [Contract<any OutboxItem>.Promise] = [
        .init("an item's identifier is its number") { try expectEqual(id(of: $0), "\($0.number)") },
        .init("a new item is pending") { try expect($0.isWaiting, "it does not wait") },
        .init("both indexes contain an item by number") { try expectEqual(keys(of: $0), ["number", "waiting"]) },
        .init("a received item is no longer pending") { try settle($0, .received) },
        .init("a refused item is no longer pending") { try settle($0, .refused(reason: "No.")) },
        .init("an item is the same after encoding and decoding") { try readAgain($0) },
    ]

    private static func id<Item: OutboxItem>(of item: Item) -> String { item.id.rawValue }

    /// Returns the names of the indexes that hold an item under its number.
    private static func keys<Item: OutboxItem>(of item: Item) throws -> [String] {
        let number = Item.byNumber.key(of: item)
        return Item.collection.indexes.filter { $0.key(of: item) == number }.map(\.storedName).sorted()
    }

    private static func settle<Item: OutboxItem>(_ item: Item, _ outcome: DeliveryOutcome) throws {
        guard let settled = item.settled(outcome) else { return }
        try expect(!settled.isWaiting, "it still waits")
        try expectEqual(settled.id, item.id, "id")
        try expectEqual(settled.number, item.number, "number")
        try expectEqual(keys(of: settled), ["number"])
    }

    private static func readAgain<Item: OutboxItem>(_ item: Item) throws {
        let read = try JSONDecoder().decode(Item.self, from: JSONValue.encoder.encode(item))
        try expectEqual(read, item)
    }
}
