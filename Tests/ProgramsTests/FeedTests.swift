import Programs
import Synchronization
import XCTest

/// Input that is produced while the program reads it.
final class FeedTests: XCTestCase {
    /// Returns a call whose feed produces portions by number, from 1.
    private func call(
        _ script: String, deadline: Duration = .seconds(20), _ portion: @escaping @Sendable (Int) -> Feed.Portion
    )
        -> ProgramCall
    {
        let count = Mutex(0)
        var call = ProgramCall("/bin/sh", ["-c", script], deadline: deadline)
        call.feed = Feed {
            portion(
                count.withLock {
                    $0 += 1
                    return $0
                })
        }
        return call
    }

    func testPortionsArriveInOrderUntilTheEnd() throws {
        let result = try call("cat") { number in
            number > 50 ? .end : number % 5 == 0 ? .later(2) : .bytes(Array("\(number) ".utf8))
        }.run()
        XCTAssertEqual(result.ending, .exited(0))
        let expected = (1...50).filter { $0 % 5 != 0 }.map { "\($0) " }.joined()
        XCTAssertEqual(result.text, expected)
    }

    /// The input exceeds the buffer of a pipe, and the program reads slowly.
    func testFullPipeLosesNoInput() throws {
        let result = try call("sleep 0.3; wc -c") { $0 > 40 ? .end : .bytes([UInt8](repeating: 7, count: 30_000)) }
            .run()
        XCTAssertEqual(result.text.split(separator: " ").first.map(String.init)?.filter(\.isNumber), "1200000")
    }

    func testFeedStopsWhenTheProgramStopsReading() throws {
        let callCount = Mutex(0)
        let result = try call("head -c 10") { _ in
            callCount.withLock { $0 += 1 }
            return .bytes([UInt8](repeating: 65, count: 10_000))
        }.run()
        XCTAssertEqual(result.text, "AAAAAAAAAA")
        XCTAssertLessThan(callCount.withLock { $0 }, 100)
    }

    func testDeadlineAppliesToAWaitingFeed() throws {
        XCTAssertTrue(try call("cat", deadline: .milliseconds(300)) { _ in .later(10_000) }.run().timedOut)
    }
}
