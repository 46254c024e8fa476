import Community
import Kernel
import Outbox
import Storage
import Synchronization
import TestSupport
import XCTest

final class OutboxTests: XCTestCase {
    func testQueuedSubmissionsAreSentOnceInOrder() throws {
        let fixture = CommunityFixture()
        let local = MemoryStore()
        let away = fixture.person(
            "mina", local: local, access: fixture.access(Failure(.diskTrouble, "The disk is gone.")))
        XCTAssertEqual(try away.sendFeedback(.bug, "one").state, .queued)
        XCTAssertEqual(try away.vote(for: "video").state, .queued)
        XCTAssertEqual(try away.unvote("video").state, .queued)
        XCTAssertEqual(try away.vote(for: "clubs").trouble?.code, .diskTrouble)
        XCTAssertEqual(try away.ownFeedback().feedback.map(\.state), [.queued])
        let rejoined = fixture.person("mina", local: local)
        XCTAssertEqual(try rejoined.deliver().sent, 4)
        XCTAssertEqual(try rejoined.deliver().sent, 0)
        XCTAssertEqual(try fixture.board.votes(for: ["video", "clubs"]), [0, 1])
        XCTAssertEqual(try rejoined.ownFeedback().feedback.map(\.state), [.sent])
        XCTAssertEqual(try fixture.board.feedbackCount(nil), 1)
    }

    /// Kills the process before and after every write of both stores. After a restart each item
    /// arrives exactly once.
    func testKillAtAnyWriteLosesAndRepeatsNothing() throws {
        var runs = 0
        for step in 1...40 {
            for isAfter in [false, true] {
                let fixture = CommunityFixture()
                let local = MemoryStore()
                let fuse = WriteFuse(step: step, isAfter: isAfter)
                let person = fixture.person(
                    "mina", local: DyingStore(local, fuse),
                    access: BoardAccess(name: "town") { _ in StoredCommunityBoard(DyingStore(fixture.shared, fuse)) })
                var accepted: [String] = []
                do {
                    for text in ["one", "two"] {
                        _ = try person.sendFeedback(.bug, text)
                        accepted.append(text)
                        _ = try person.vote(for: "video")
                        _ = try person.suggest(text, text)
                    }
                } catch let failure as Failure { XCTAssertEqual(failure.code, .init("killed")) }
                runs += fuse.hasBlown ? 1 : 0
                let again = fixture.person("mina", local: local)
                _ = try again.deliver()
                let received = try fixture.board.feedback(nil, newestFirst: false, limit: nil).map(\.text)
                XCTAssertEqual(Set(received).count, received.count, "step \(step): \(received)")
                XCTAssertTrue(Set(received).isSuperset(of: accepted), "step \(step): \(accepted) of \(received)")
                let titles = try fixture.board.suggestions(nil).map(\.title)
                XCTAssertEqual(Set(titles).count, titles.count, "step \(step)")
                XCTAssertLessThanOrEqual(try fixture.board.votes(for: ["video"])[0], 1)
                XCTAssertEqual(try again.deliver().sent, 0)
            }
        }
        XCTAssertGreaterThan(runs, 30)
    }

    func testRefusedSubmissionDoesNotBlockTheNext() throws {
        let fixture = CommunityFixture()
        let local = MemoryStore()
        let away = fixture.person("mina", local: local, access: fixture.access(Failure.communityUnreachable("x")))
        _ = try away.vote(for: "video")
        _ = try away.sendFeedback(.general, "after it")
        _ = try fixture.developer().release("video")
        let delivery = try fixture.person("mina", local: local).deliver()
        XCTAssertEqual(delivery.refused.values.map(\.code), [.itemReleased])
        XCTAssertEqual(delivery.sent, 1)
        XCTAssertEqual(try fixture.board.votes(for: ["video"]), [0])
    }

    func testFullOutboxRefusesNewSubmissions() throws {
        let fixture = CommunityFixture()
        let local = MemoryStore()
        let away = fixture.person("mina", local: local, access: fixture.access(Failure.communityUnreachable("x")))
        for number in 1...500 { _ = number % 2 == 0 ? try away.vote(for: "video") : try away.unvote("video") }
        assertFails(.outboxFull) { try away.vote(for: "clubs") }
        XCTAssertEqual(try fixture.person("mina", local: local).deliver().sent, 500)
        XCTAssertEqual(try fixture.board.votes(for: ["video", "clubs"]), [1, 0])
    }

    func testSubmissionsOverTheDailyLimitWait() throws {
        let fixture = CommunityFixture()
        let person = fixture.person("mina")
        for number in 1...50 { XCTAssertEqual(try person.sendFeedback(.bug, "\(number)").state, .sent) }
        let more = try person.sendFeedback(.bug, "51")
        XCTAssertEqual(more.state, .queued)
        XCTAssertEqual(more.trouble?.code, .tooMany)
        fixture.clock.advance(days: 1)
        XCTAssertEqual(try person.deliver().sent, 1)
    }

    func testConcurrentDeliveriesKeepTheLastVote() throws {
        let fixture = CommunityFixture()
        let local = MemoryStore()
        let away = fixture.person("mina", local: local, access: fixture.access(Failure.communityUnreachable("x")))
        for turn in 1...60 { _ = turn % 3 == 0 ? try away.unvote("video") : try away.vote(for: "video") }
        _ = try away.vote(for: "video")
        let sent = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let delivery = try? fixture.person("mina", local: local).deliver()
            sent.withLock { $0 += delivery?.sent ?? 0 }
        }
        XCTAssertEqual(try fixture.board.votes(for: ["video"]), [1])
        XCTAssertEqual(try fixture.person("mina", local: local).deliver().sent, 0)
    }

    /// Queued items are reported once after delivery. Items that are sent at once are not reported.
    func testDeliveryReportIsTakenOnce() throws {
        let fixture = CommunityFixture(), local = MemoryStore()
        let away = fixture.person("mina", local: local, access: fixture.access(Failure.communityUnreachable("x")))
        _ = try away.sendFeedback(.bug, "one")
        for item in ["video", "clubs"] { _ = try away.vote(for: Identifier(item)) }
        try away.recordAttendance()
        XCTAssertTrue(try away.takeDeliveryReport().isEmpty, "nothing arrived")
        _ = try fixture.developer().release("clubs")
        let mina = fixture.person("mina", local: local)
        _ = try mina.vote(for: "instructors")
        let news = try mina.takeDeliveryReport()
        XCTAssertEqual(news.counts, "1 feedback, 1 vote", "the latest vote is not part of the late report")
        XCTAssertEqual(news.refusals.count, 1)
        XCTAssertTrue(
            news.refusals[0].hasPrefix("vote: “") && news.refusals[0].contains("already released"), news.refusals[0])
        XCTAssertTrue(try mina.takeDeliveryReport().isEmpty, "the report is shown once")
        for number in 0..<2 {
            _ = try fixture.person(
                "mina", local: local, device: "\(number)", access: fixture.access(Failure.communityUnreachable("x"))
            )
            .sendFeedback(.bug, "x")
        }
        try mina.deliver()
        XCTAssertEqual(try mina.takeDeliveryReport().counts, "2 feedback messages")
    }

    /// Of several concurrent readers, one receives the report.
    func testOnlyOneProcessTakesTheDeliveryReport() throws {
        let fixture = CommunityFixture(), local = MemoryStore()
        _ = try fixture.person("mina", local: local, access: fixture.access(Failure.communityUnreachable("x"))).vote(
            for: "video")
        try fixture.person("mina", local: local).deliver()
        let reported = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let news = try? fixture.person("mina", local: local).takeDeliveryReport()
            reported.withLock { $0 += news?.arrived[.vote] ?? 0 }
        }
        XCTAssertEqual(reported.withLock { $0 }, 1)
    }

    /// The background sender starts only when items are queued.
    func testBackgroundSenderStartsOnlyForQueuedSubmissions() throws {
        let fixture = CommunityFixture(), local = MemoryStore(), sent = Mutex(0)
        func person(_ access: BoardAccess) -> CommunityClient {
            CommunityClient(
                store: local, access: access,
                identities: .memory(CommunityFixture.identity("mina"), randomBytes: IdentityStore.randomBytes),
                device: DeviceInfo(app: "dojang", appVersion: "1", system: "L", machine: "x"),
                sender: BackgroundSender(
                    isReady: { true }, start: { sent.withLock { $0 += 1 } }, claimDelivery: { .background }),
                ids: .counting(prefix: "c"),
                time: fixture.clock.source())
        }
        person(fixture.access()).sendInBackground(after: "study")
        XCTAssertEqual(sent.withLock { $0 }, 0, "nothing waits")
        _ = try person(fixture.access(Failure.communityUnreachable("x"))).vote(for: "video")
        person(fixture.access()).sendInBackground(after: "study")
        XCTAssertEqual(sent.withLock { $0 }, 1)
        let nowhere = BoardAccess(
            place: { nil }, open: { _ in throw Failure.notConnected }, find: { BoardPlace(id: nil, path: $0) },
            connect: { _ in },
            create: { BoardPlace(id: nil, path: $0) }, compact: { _ in true })
        person(nowhere).sendInBackground(after: "study")
        XCTAssertEqual(sent.withLock { $0 }, 1, "no community is known")
        XCTAssertEqual(try person(nowhere).countWithoutCommunity(), 1)
        XCTAssertEqual(try person(fixture.access()).countWithoutCommunity(), 0)
        try person(fixture.access()).deliver()
        person(fixture.access()).sendInBackground(after: "study")
        XCTAssertEqual(sent.withLock { $0 }, 1, "no submission is pending")
    }
}

/// A store that is empty in each transaction.
struct ForgetfulStore: Store, StoreEngine {
    var engine: any StoreEngine { self }
    var partition: Partition { .common }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try MemoryStore().read(body) }
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try MemoryStore().write(body) }
    func changes(since sequence: Int, limit: Int) throws -> [Change] { [] }
    func inspect() throws -> StoreReport { try MemoryStore().inspect() }
    func close() throws {}
}
