import Kernel
import Synchronization
import XCTest

final class ParallelPipelineTests: XCTestCase {
    /// Gives each part a random duration.
    func testEachPartRunsOnceAndResultsKeepOrder() {
        var random = RandomSource(seed: 7)
        for count in [0, 1, 2, 3, 7, 40, 600] {
            let started = Mutex<[Int]>([])
            let pauses = (0..<count).map { _ in UInt32.random(in: 0..<200, using: &random) }
            let relay = ParallelPipeline<Int, Int> { part in
                started.withLock { $0.append(part) }
                usleep(pauses[part])
                return part * part
            }
            for part in 0..<count { relay.add(part) }
            XCTAssertEqual(relay.results(), (0..<count).map { $0 * $0 })
            XCTAssertEqual(started.withLock { $0.sorted() }, Array(0..<count))
        }
    }

    func testResultsAreReadInAnyOrderAndRepeatedly() {
        var random = RandomSource(seed: 8)
        let relay = ParallelPipeline<Int, String> { String($0) }
        relay.add(all: Array(0..<50))
        for number in (0..<50).shuffled(using: &random) + [3, 3] {
            XCTAssertEqual(relay.result(number), String(number))
        }
    }

    func testStoppedPipelineStartsNoWork() {
        let done = Mutex(0)
        let relay = ParallelPipeline<Int, Void> { _ in done.withLock { $0 += 1 } }
        relay.stop()
        for part in 0..<100 { relay.add(part) }
        usleep(50_000)
        XCTAssertEqual(done.withLock(\.self), 0)
    }
}
