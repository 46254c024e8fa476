import Kernel
import Outbox
import Storage
import TestSupport
import XCTest

/// In any order of additions, deliveries, refusals and kills, each message arrives once or is
/// refused, in order.
final class OutboxPropertyTests: XCTestCase {
    func testEachMessageArrivesOnceInOrderOrIsRefused() throws {
        var kills = 0
        for seed in 0..<400 {
            var run = RandomRun(seed: UInt64(seed))
            for _ in 0..<60 { try run.step() }
            try run.finish()
            for problem in try run.problems() { XCTFail("seed \(seed): \(problem)") }
            kills += run.kills
        }
        XCTAssertGreaterThan(kills, 400)
    }
}

/// A place that recognizes what it has received.
private struct Place {
    var isAway = false
    var received: [Int] = []

    mutating func receive(_ message: Message, isBusy: Bool) throws {
        if isAway || isBusy { throw Failure.away }
        if message.isRefused { throw Failure.refused }
        if !received.contains(message.number) { received.append(message.number) }
    }
}

extension Message {
    fileprivate var isRefused: Bool { text.hasSuffix("3") }
}

private struct RandomRun {
    private let store = MemoryStore()
    private let clock = ManualClock(Instant(milliseconds: 1_000_000))
    private var random: RandomSource
    private var places = [Place(), Place(), Place()]
    private var added: [Int] = []
    private var attempts = 0
    private(set) var kills = 0

    init(seed: UInt64) { random = RandomSource(seed: seed) }

    mutating func step() throws {
        clock.now = clock.now.adding(seconds: Double(chance(2_000)) - 900)
        let place = chance(places.count)
        switch chance(10) {
        case 0: places[place].isAway.toggle()
        case 1...4: try add(to: place, store)
        case 5, 6: try killed { run, store in try run.add(to: place, store) }
        case 7: try killed { run, store in try run.deliver(store, busy: 6) }
        default: try deliver(store, busy: 6)
        }
    }

    /// Makes every place present and delivers the rest.
    mutating func finish() throws {
        for place in places.indices { places[place].isAway = false }
        try deliver(store, busy: nil)
    }

    /// Runs a step in a process that may be killed at one of its next writes.
    private mutating func killed(_ step: (inout RandomRun, any Store) throws -> Void) throws {
        let fuse = WriteFuse(step: 1 + chance(4), isAfter: chance(2) == 0)
        do { try step(&self, DyingStore(store, fuse)) } catch let failure as Failure where failure.code == .killed {}
        kills += fuse.hasBlown ? 1 : 0
    }

    private mutating func add(to place: Int, _ store: any Store) throws {
        attempts += 1
        let message = try OutboxTests.add(to: store, at: clock.now, place: place, text: "\(attempts)")
        added.append(message.number)
    }

    /// - Parameter busy: One message in this many fails temporarily.
    private mutating func deliver(_ store: any Store, busy: Int?) throws {
        let queue = OutboxQueue<Message>(store)
        for (place, messages) in Dictionary(grouping: try queue.waiting(), by: \.place) {
            let delivery = queue.deliver(
                messages, unknown: Failure.unknown, to: { if places[place].isAway { throw Failure.away } },
                send: { message, _ in
                    let isBusy = busy.map { chance($0) == 0 } ?? false
                    // Another process delivers at the same time.
                    if busy != nil, chance(12) == 0 { try deliver(self.store, busy: nil) }
                    try places[place].receive(message, isBusy: isBusy)
                })
            if delivery.waiting.isEmpty != (delivery.trouble == nil) { throw Failure.unknown(Unsettled()) }
            if let trouble = delivery.trouble, trouble.code == .killed { throw trouble }
        }
    }

    func problems() throws -> [String] {
        let items = try OutboxQueue<Message>(store).items()
        let refused = items.filter { $0.state == Failure.refused.message }.map(\.number)
        let received = places.flatMap(\.received)
        let settled = received + refused
        let waiting = items.filter(\.isWaiting).map(\.number)
        let lost = Set(added).subtracting(settled)
        return [
            waiting.isEmpty ? nil : "\(waiting) wait",
            lost.isEmpty ? nil : "\(lost) are lost",
            Set(settled).count == settled.count ? nil : "one of \(settled) came twice",
            settled.count <= attempts ? nil : "more came than were sent",
            places.allSatisfy { $0.received == $0.received.sorted() } ? nil : "out of order: \(places)",
            refused.count == items.count { $0.isRefused } ? nil : "not refused: \(items)",
        ].compactMap(\.self)
    }

    private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private struct Unsettled: Error {}
}

extension Failure.Code {
    fileprivate static var killed: Self { .systemFailure("killed") }
}
