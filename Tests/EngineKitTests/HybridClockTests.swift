import EngineKit
import Kernel
import Synchronization
import XCTest

final class HybridClockTests: XCTestCase {
    func testTicksIncreaseWithAnyWallClock() {
        let random = Mutex(RandomSource(seed: 20))
        let clock = HybridClock {
            Instant(milliseconds: random.withLock { .random(in: -5000...5000, using: &$0) })
        }
        var last = clock.tick()
        for _ in 0..<20_000 {
            let next = clock.tick()
            guard last < next, HybridTime(next.description) == next else { return XCTFail("\(last) \(next)") }
            last = next
        }
    }

    func testTicksFollowALaterWallClock() {
        let wall = Mutex(Int64(100))
        let clock = HybridClock { Instant(milliseconds: wall.withLock { $0 }) }
        XCTAssertEqual(clock.tick().description, "100-0")
        XCTAssertEqual(clock.tick().description, "100-1")
        wall.withLock { $0 = 50 }
        XCTAssertEqual(clock.tick().description, "100-2")
        wall.withLock { $0 = 101 }
        XCTAssertEqual(clock.tick().description, "101-0")
    }

    func testTicksExceedReceivedTimes() {
        var random = RandomSource(seed: 21)
        let clock = HybridClock(startingAt: HybridTime(milliseconds: 7, counter: 3)) { Instant(milliseconds: 5) }
        XCTAssertEqual(clock.tick().description, "7-4")
        for _ in 0..<1000 {
            let before = clock.tick()
            let heard = HybridTime(
                milliseconds: .random(in: 0...100_000, using: &random), counter: .random(in: 0...9, using: &random))
            clock.receive(heard)
            XCTAssertGreaterThan(clock.tick(), max(before, heard))
        }
    }

    func testFirstTickExceedsZeroAndCounterOverflows() {
        let clock = HybridClock(startingAt: HybridTime(milliseconds: 7, counter: 999_998)) { Instant(milliseconds: 7) }
        XCTAssertEqual((0..<3).map { _ in clock.tick().description }, ["7-999999", "8-0", "8-1"])
        XCTAssertEqual(
            HybridClock { Instant(milliseconds: 0) }.tick().description, "0-1", "the first tick is greater than zero")
    }

    func testFullCounterAdvancesTheMillisecond() {
        let clock = HybridClock(startingAt: HybridTime(milliseconds: 7, counter: 999_999)) { Instant(milliseconds: 5) }
        XCTAssertEqual(clock.tick().description, "8-0")
        let hostile = HybridClock(startingAt: HybridTime(milliseconds: .max, counter: .max)) { .latest }
        XCTAssertEqual(hostile.tick().milliseconds, .max)
    }

    func testTicksOfManyThreadsAllDiffer() {
        let clock = HybridClock { Instant(milliseconds: 9) }
        let all = Mutex<Set<HybridTime>>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let times = (0..<1000).map { _ in clock.tick() }
            XCTAssertEqual(times, times.sorted())
            all.withLock { $0.formUnion(times) }
        }
        XCTAssertEqual(all.withLock { $0.count }, 8000)
    }

    func testInvalidHybridTimeTextIsRejected() {
        for text in [
            "", "1", "1-", "-1", "1--1", "-1-0", "1-0-0", "+1-0", "1-+0", "01-0", "1-00", "1-1000000",
            "253402300800000-0", "a-b",
        ] {
            XCTAssertNil(HybridTime(text), text)
        }
        XCTAssertEqual(HybridTime("253402300799999-999999")?.counter, 999_999)
        XCTAssertThrowsError(try JSONDecoder().decode([HybridTime].self, from: Data("[\"1-x\"]".utf8)))
    }
}
