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
                    access: BoardAccess(name: "town") { _, _ in StoredCommunityBoard(DyingStore(town.shared, fuse)) })
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

    func testACommunityThatWasReachedAndIsGoneIsNotMadeAnew() throws {
        let town = Town()
        let asked = Mutex<[Bool]>([])
        let access = BoardAccess(name: "town") { isKnown, toWrite in
            asked.withLock { $0 += toWrite ? [isKnown] : [] }
            return town.board
        }
        let person = town.person("mina", local: MemoryStore(), access: access)
        _ = try person.vote(for: "video")
        _ = try person.vote(for: "clubs")
        XCTAssertEqual(asked.withLock { $0 }, [false, true])
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
