import Kernel
import Outbox
import OutboxTesting
import Storage
import XCTest

final class OutboxQueueTests: XCTestCase {
    private let store = MemoryStore()
    private var queue: OutboxQueue<Message> { OutboxQueue(store) }
    private let now = Instant(milliseconds: 5_000)

    func testNumbersFollowTheClockAndNeverGoBack() throws {
        let first = try add(to: store, at: now)
        let second = try add(to: store, at: now)
        let third = try add(to: store, at: Instant(milliseconds: 1))
        XCTAssertEqual([first, second, third].map(\.number), [5_000, 5_001, 5_002])
        try queue.drop { _ in true }
        XCTAssertEqual(try add(to: store, at: now).number, 5_003, "the module remembers the last number")
        try store.write { _ = try $0.delete(LastNumber.only) }
        XCTAssertEqual(try add(to: store, at: now).number, 5_004, "so do the stored items")
    }

    func testFullQueueRefusesNewItems() throws {
        for _ in 0..<OutboxQueue<Message>.capacity { _ = try add(to: store, at: now) }
        XCTAssertThrowsError(try add(to: store, at: now)) { XCTAssertEqual(($0 as? Failure)?.code, .init("full")) }
        XCTAssertEqual(try queue.waiting().count, 500)
        XCTAssertEqual(deliver { _ in }.sent, 500)
        XCTAssertTrue(try queue.isEmpty())
        XCTAssertEqual(try add(to: store, at: now).number, 5_500)
    }

    func testRefusalKeepsItsReasonAndOthersAreSent() throws {
        let messages = try (0..<3).map { try add(to: store, at: now, text: "\($0)") }
        var handed: [String] = []
        let delivery = deliver { message in
            if message.text == "1" { throw Failure.refused }
            handed.append(message.text)
        }
        XCTAssertEqual(handed, ["0", "2"])
        XCTAssertEqual(delivery.received, [messages[0], messages[2]])
        XCTAssertEqual(delivery.refused.mapValues(\.code), [messages[1].id: .init("refused")])
        XCTAssertNil(delivery.trouble)
        XCTAssertEqual(try queue.items().map(\.state), ["It is refused."])
    }

    func testTemporaryFailureKeepsAllFollowingItems() throws {
        let messages = try (0..<3).map { try add(to: store, at: now, text: "\($0)") }
        let delivery = deliver { if $0.text == "1" { throw Failure.away } }
        XCTAssertEqual(delivery.sent, 1)
        XCTAssertEqual(delivery.waiting, [messages[1].id, messages[2].id])
        XCTAssertEqual(delivery.trouble?.code, .init("away"))
        XCTAssertEqual(try queue.waiting(), Array(messages[1...]))
    }

    func testUnknownErrorKeepsEveryItem() throws {
        struct Strange: Error {}
        let message = try add(to: store, at: now)
        let delivery = deliver { _ in throw Strange() }
        XCTAssertEqual(delivery.waiting, [message.id])
        XCTAssertEqual(delivery.trouble?.code, .init("unknown"))
    }

    func testUnopenablePlaceReceivesNothing() throws {
        let message = try add(to: store, at: now)
        let delivery = queue.deliver(
            [message], unknown: Failure.unknown, to: { throw Failure.refused }, send: { _, _ in XCTFail("handed") })
        XCTAssertEqual(delivery.waiting, [message.id], "a place that refuses to open refuses no item")
        XCTAssertEqual(delivery.trouble?.code, .init("refused"))
    }

    func testConcurrentlyDroppedOrSettledItemsAreSkipped() throws {
        let messages = try (0..<3).map { try add(to: store, at: now, text: "\($0)") }
        let delivery = deliver { message in
            guard message == messages[0] else { return XCTFail("handed \(message)") }
            _ = try queue.drop { $0.text == "1" }
            _ = queue.deliver([messages[2]], unknown: Failure.unknown, to: {}, send: { _, _ in })
        }
        XCTAssertEqual(delivery.received, [messages[0]])
        XCTAssertTrue(delivery.waiting.isEmpty)
    }

    func testMessagesMeetTheContract() {
        for number in [4, 5] {
            let broken = OutboxItemContract.over { Message(number: number) }.brokenPromises()
            XCTAssertEqual(broken.map(\.description), [])
        }
    }

    func testAnItemThatNeverSettlesBreaksTheContract() {
        let broken = OutboxItemContract.over { PendingItem(id: "x", number: 7) }.brokenPromises().map(\.promise)
        XCTAssertEqual(
            broken,
            [
                "an item's identifier is its number", "both indexes contain an item by number",
                "a received item is no longer pending", "a refused item is no longer pending",
            ])
    }

    /// An item that stays pending after every outcome.
    private struct PendingItem: OutboxItem {
        let id: Identifier<PendingItem>
        let number: Int
        var isWaiting: Bool { true }
        static let collection = RecordCollection<PendingItem>("test.stubborn", indexes: [byNumber])
        func settled(_ outcome: DeliveryOutcome) -> PendingItem? { self }
    }

    private func deliver(_ hand: (Message) throws -> Void) -> OutboxDelivery<Message> {
        queue.deliver(
            (try? queue.waiting()) ?? [], unknown: Failure.unknown, to: {}, send: { message, _ in try hand(message) })
    }
}
