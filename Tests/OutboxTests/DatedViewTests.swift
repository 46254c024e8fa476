import Kernel
import Outbox
import Synchronization
import TestSupport
import XCTest

/// Saved copies of unreachable places, and how often such a place is asked.
final class DatedViewTests: XCTestCase {
    private let then = Instant(milliseconds: 1_000)

    func testUnreachablePlaceShowsItsSavedCopy() throws {
        func current(_ failure: Failure?, hasCopy: Bool = true) throws -> DatedView<String> {
            try .current {
                if let failure { throw failure }
                return "now"
            } orCopy: {
                hasCopy ? DatedView("then", asOf: then, because: $0) : nil
            }
        }
        let now = try current(nil)
        XCTAssertEqual(now.view, "now")
        XCTAssertNil(now.asOf)
        XCTAssertNil(now.trouble)
        let copy = try current(.away)
        XCTAssertEqual(copy.view, "then")
        XCTAssertEqual(copy.asOf, then)
        XCTAssertEqual(copy.trouble?.code, .init("away"))
        XCTAssertThrowsError(try current(.away, hasCopy: false)) {
            XCTAssertEqual(($0 as? Failure)?.code, .init("away"))
        }
        XCTAssertThrowsError(try current(.refused)) { XCTAssertEqual(($0 as? Failure)?.code, .init("refused")) }
    }

    func testACopyIsStaleInEitherDirection() {
        XCTAssertFalse(then.isStale(after: 60, at: then.adding(seconds: 59)))
        XCTAssertTrue(then.isStale(after: 60, at: then.adding(seconds: 60)))
        XCTAssertTrue(then.isStale(after: 60, at: then.adding(seconds: -60)))
    }

    func testBriefAccessSkipsASilentPlace() throws {
        let clock = ManualClock(then), isSilent = Mutex(true), asked = Mutex(0), until = Mutex<Instant?>(nil)
        func open(_ waitLimit: WaitLimit) -> String {
            let silence = SilentPlace(until: until.withLock { $0 }, time: clock.source())
            do {
                return try silence.open(
                    waitLimit, silent: .init("away"), skipped: .away, setPause: { end in until.withLock { $0 = end } },
                    {
                        asked.withLock { $0 += 1 }
                        if isSilent.withLock({ $0 }) { throw Failure.away }
                        return "open"
                    })
            } catch { return (error as? Failure)?.code.description ?? "\(error)" }
        }
        XCTAssertEqual(open(.brief), "away")
        for _ in 0..<5 { XCTAssertEqual(open(.brief), "away") }
        XCTAssertEqual(asked.withLock { $0 }, 1)
        XCTAssertEqual(open(.userInitiated), "away")
        XCTAssertEqual(open(.background), "away")
        XCTAssertEqual(asked.withLock { $0 }, 3)
        clock.advance(seconds: 301)
        XCTAssertEqual(open(.brief), "away")
        XCTAssertEqual(asked.withLock { $0 }, 4)
        // A clock that was set back ends the pause.
        clock.advance(seconds: -3_600)
        isSilent.withLock { $0 = false }
        XCTAssertEqual(open(.brief), "open")
        XCTAssertNil(until.withLock { $0 })
    }

    func testSenderStartsOnlyWhenWorkIsQueued() {
        let started = Mutex(0), asked = Mutex(0)
        let sender = BackgroundSender(isReady: { true }, start: { started.withLock { $0 += 1 } })
        func run(_ sender: BackgroundSender, after command: String, hasWork: Bool?) -> Int {
            sender.start(after: command) {
                asked.withLock { $0 += 1 }
                guard let hasWork else { throw Failure.away }
                return hasWork
            }
            return started.withLock { $0 }
        }
        XCTAssertEqual(run(sender, after: "help", hasWork: true), 0)
        XCTAssertEqual(run(.none, after: "study", hasWork: true), 0)
        XCTAssertEqual(asked.withLock { $0 }, 0, "no store was opened")
        XCTAssertEqual(run(sender, after: "study", hasWork: false), 0)
        XCTAssertEqual(run(sender, after: "study", hasWork: nil), 0)
        XCTAssertEqual(run(sender, after: "study", hasWork: true), 1)
        XCTAssertEqual(sender.claimDelivery(), .userInitiated)
    }
}
