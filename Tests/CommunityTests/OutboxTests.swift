import Community
import Kernel
import Storage
import Synchronization
import XCTest

final class OutboxTests: XCTestCase {
    func testWhatCannotBeSentWaitsAndIsSentOnceInOrder() throws {
        let town = Town()
        let local = MemoryStore()
        let away = town.person("mina", local: local, access: town.access(Failure(.diskTrouble, "The disk is gone.")))
        XCTAssertEqual(try away.tell(.bug, "one").state, .queued)
        XCTAssertEqual(try away.vote(for: "video").state, .queued)
        XCTAssertEqual(try away.unvote("video").state, .queued)
        XCTAssertEqual(try away.vote(for: "clubs").trouble?.code, .diskTrouble)
        XCTAssertEqual(try away.mine().feedback.map(\.state), [.queued])
        let back = town.person("mina", local: local)
        XCTAssertEqual(try back.deliver().sent, 4)
        XCTAssertEqual(try back.deliver().sent, 0)
        XCTAssertEqual(try town.board.votes(for: ["video", "clubs"]), [0, 1])
        XCTAssertEqual(try back.mine().feedback.map(\.state), [.sent])
        XCTAssertEqual(try town.board.feedbackCount(nil), 1)
    }

    /// Killed before and after every write of both stores, then started again: each thing arrives exactly once.
    func testKilledAnywhereNothingIsLostAndNothingTwice() throws {
        var runs = 0
        for step in 1...40 {
            for isAfter in [false, true] {
                let town = Town()
                let local = MemoryStore()
                let fuse = Fuse(step: step, isAfter: isAfter)
                let person = town.person(
                    "mina", local: DyingStore(local, fuse),
                    access: BoardAccess(name: "town") { _ in StoredCommunityBoard(DyingStore(town.shared, fuse)) })
                var accepted: [String] = []
                do {
                    for text in ["one", "two"] {
                        _ = try person.tell(.bug, text)
                        accepted.append(text)
                        _ = try person.vote(for: "video")
                        _ = try person.suggest(text, text)
                    }
                } catch let failure as Failure { XCTAssertEqual(failure.code, .init("killed")) }
                runs += fuse.hasBlown ? 1 : 0
                let again = town.person("mina", local: local)
                _ = try again.deliver()
                let there = try town.board.feedback(nil, newestFirst: false, limit: nil).map(\.text)
                XCTAssertEqual(Set(there).count, there.count, "step \(step): \(there)")
                XCTAssertTrue(Set(there).isSuperset(of: accepted), "step \(step): \(accepted) of \(there)")
                let titles = try town.board.suggestions(nil).map(\.title)
                XCTAssertEqual(Set(titles).count, titles.count, "step \(step)")
                XCTAssertLessThanOrEqual(try town.board.votes(for: ["video"])[0], 1)
                XCTAssertEqual(try again.deliver().sent, 0)
            }
        }
        XCTAssertGreaterThan(runs, 30)
    }

    func testARefusalIsSaidOnceAndDoesNotStandInTheWay() throws {
        let town = Town()
        let local = MemoryStore()
        let away = town.person("mina", local: local, access: town.access(Failure.communityUnreachable("x")))
        _ = try away.vote(for: "video")
        _ = try away.tell(.general, "after it")
        _ = try town.developer().release("video")
        let delivery = try town.person("mina", local: local).deliver()
        XCTAssertEqual(delivery.refused.values.map(\.code), [.itemReleased])
        XCTAssertEqual(delivery.sent, 1)
        XCTAssertEqual(try town.board.votes(for: ["video"]), [0])
    }

    func testAFullOutboxSaysSoAndKeepsWhatItHas() throws {
        let town = Town()
        let local = MemoryStore()
        let away = town.person("mina", local: local, access: town.access(Failure.communityUnreachable("x")))
        for number in 1...500 { _ = number % 2 == 0 ? try away.vote(for: "video") : try away.unvote("video") }
        assertFails(.outboxFull) { try away.vote(for: "clubs") }
        XCTAssertEqual(try town.person("mina", local: local).deliver().sent, 500)
        XCTAssertEqual(try town.board.votes(for: ["video", "clubs"]), [1, 0])
    }

    func testTooMuchInADayWaitsForTheNext() throws {
        let town = Town()
        let person = town.person("mina")
        for number in 1...50 { XCTAssertEqual(try person.tell(.bug, "\(number)").state, .sent) }
        let more = try person.tell(.bug, "51")
        XCTAssertEqual(more.state, .queued)
        XCTAssertEqual(more.trouble?.code, .tooMany)
        town.clock.advance(days: 1)
        XCTAssertEqual(try person.deliver().sent, 1)
    }

    func testTwoProcessesThatDeliverTheSameOutboxDoNotUndoEachOther() throws {
        let town = Town()
        let local = MemoryStore()
        let away = town.person("mina", local: local, access: town.access(Failure.communityUnreachable("x")))
        for turn in 1...60 { _ = turn % 3 == 0 ? try away.unvote("video") : try away.vote(for: "video") }
        _ = try away.vote(for: "video")
        let sent = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let delivery = try? town.person("mina", local: local).deliver()
            sent.withLock { $0 += delivery?.sent ?? 0 }
        }
        XCTAssertEqual(try town.board.votes(for: ["video"]), [1])
        XCTAssertEqual(try town.person("mina", local: local).deliver().sent, 0)
    }

    /// What had waited is told of once; what is sent at once is not told of a second time.
    func testWhatHadWaitedIsToldOfOnce() throws {
        let town = Town(), local = MemoryStore()
        let away = town.person("mina", local: local, access: town.access(Failure.communityUnreachable("x")))
        _ = try away.tell(.bug, "one")
        for item in ["video", "clubs"] { _ = try away.vote(for: Identifier(item)) }
        try away.attend()
        XCTAssertTrue(try away.takeLateNews().isEmpty, "nothing arrived")
        _ = try town.developer().release("clubs")
        let mina = town.person("mina", local: local)
        _ = try mina.vote(for: "instructors")
        let news = try mina.takeLateNews()
        XCTAssertEqual(news.counts, "1 feedback, 1 vote", "the vote of just now is not late")
        XCTAssertEqual(news.refusals.count, 1)
        XCTAssertTrue(news.refusals[0].hasPrefix("vote: “") && news.refusals[0].contains("already released"), news.refusals[0])
        XCTAssertTrue(try mina.takeLateNews().isEmpty, "it was told")
        for number in 0..<2 {
            _ = try town.person("mina", local: local, device: "\(number)", access: town.access(Failure.communityUnreachable("x")))
                .tell(.bug, "x")
        }
        try mina.deliver()
        XCTAssertEqual(try mina.takeLateNews().counts, "2 feedback messages")
    }

    /// Two apps that tell at once: one of them does.
    func testWhatHadWaitedIsToldByOneOfSeveral() throws {
        let town = Town(), local = MemoryStore()
        _ = try town.person("mina", local: local, access: town.access(Failure.communityUnreachable("x"))).vote(for: "video")
        try town.person("mina", local: local).deliver()
        let told = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let news = try? town.person("mina", local: local).takeLateNews()
            told.withLock { $0 += news?.arrived[.vote] ?? 0 }
        }
        XCTAssertEqual(told.withLock { $0 }, 1)
    }

    /// A courier sets out only for what waits.
    func testACourierSetsOutForWhatWaitsAndForNothingElse() throws {
        let town = Town(), local = MemoryStore(), sent = Mutex(0)
        func person(_ access: BoardAccess) -> Participation {
            Participation(
                store: local, access: access, identities: .memory(Town.identity("mina"), chance: IdentityStore.chance),
                device: DeviceInfo(app: "dojang", appVersion: "1", system: "L", machine: "x"),
                courier: Courier(isReady: { true }, start: { sent.withLock { $0 += 1 } }, patience: { .background }),
                ids: .counting(prefix: "c"),
                time: town.clock.source())
        }
        person(town.access()).sendInBackground()
        XCTAssertEqual(sent.withLock { $0 }, 0, "nothing waits")
        _ = try person(town.access(Failure.communityUnreachable("x"))).vote(for: "video")
        person(town.access()).sendInBackground()
        XCTAssertEqual(sent.withLock { $0 }, 1)
        let nowhere = BoardAccess(
            place: { nil }, open: { _ in throw Failure.notConnected }, find: { BoardPlace(id: nil, path: $0) }, connect: { _ in },
            create: { BoardPlace(id: nil, path: $0) }, compact: { _ in true })
        person(nowhere).sendInBackground()
        XCTAssertEqual(sent.withLock { $0 }, 1, "there is nowhere to go")
        XCTAssertEqual(try person(nowhere).countWithoutCommunity(), 1)
        XCTAssertEqual(try person(town.access()).countWithoutCommunity(), 0)
        try person(town.access()).deliver()
        person(town.access()).sendInBackground()
        XCTAssertEqual(sent.withLock { $0 }, 1, "nothing waits any more")
    }
}

/// Counts writes; at one of them the process is gone, before the transaction or right after it.
final class Fuse: Sendable {
    private let state: Mutex<(left: Int, isBlown: Bool)>
    let isAfter: Bool

    init(step: Int, isAfter: Bool) {
        state = Mutex((step, false))
        self.isAfter = isAfter
    }

    var hasBlown: Bool { state.withLock { $0.isBlown } }

    /// Whether this write is the last.
    func burn() -> Bool {
        state.withLock { state in
            state.left -= 1
            if state.left == 0 { state.isBlown = true }
            return state.left == 0
        }
    }
}

/// A store that begins anew with each transaction.
struct ForgetfulStore: Store, StoreEngine {
    var engine: any StoreEngine { self }
    var partition: Partition { .common }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try MemoryStore().read(body) }
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try MemoryStore().write(body) }
    func changes(since sequence: Int, limit: Int) throws -> [Change] { [] }
    func inspect() throws -> StoreReport { try MemoryStore().inspect() }
    func close() throws {}
}

/// A store that dies with its process.
struct DyingStore: Store, StoreEngine {
    private let base: any Store
    private let fuse: Fuse

    init(_ base: any Store, _ fuse: Fuse) { (self.base, self.fuse) = (base, fuse) }

    var engine: any StoreEngine { self }
    var partition: Partition { .common }
    private static let killed = Failure(.ofMachine("killed"), "The process is gone.")

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        if fuse.hasBlown { throw DyingStore.killed }
        return try base.engine.read(body)
    }

    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        if fuse.hasBlown { throw DyingStore.killed }
        let dies = fuse.burn()
        if dies, !fuse.isAfter { throw DyingStore.killed }
        let value = try base.engine.write(body)
        if dies { throw DyingStore.killed }
        return value
    }

    func changes(since sequence: Int, limit: Int) throws -> [Change] { try base.engine.changes(since: sequence, limit: limit) }
    func inspect() throws -> StoreReport { try base.engine.inspect() }
    func close() throws {}
}
