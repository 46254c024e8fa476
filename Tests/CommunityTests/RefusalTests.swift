import Community
import Kernel
import Storage
import Synchronization
import XCTest

/// Refusals with unknown codes.
final class RefusalTests: XCTestCase {
    /// A refusal with any code is recorded and the next item is sent. A failure of the machine
    /// keeps everything in order.
    func testUnknownRefusalsNeverBlockAndTemporaryFailuresKeepAll() throws {
        for kind in Failure.Kind.allCases {
            for code in [Failure.Code("neverSeenBefore"), .systemFailure("neverSeenBefore")] {
                let failure = Failure(code, "Not this one.", kind: kind)
                let fixture = CommunityFixture()
                let local = MemoryStore()
                let away = fixture.person(
                    "mina", local: local, access: fixture.access(Failure.communityUnreachable("x")))
                for text in ["one", "two", "three"] { _ = try away.sendFeedback(.bug, text) }

                let board = StoredCommunityBoard(RefusingStore(fixture.shared, failure))
                let delivery = try fixture.person(
                    "mina", local: local, access: BoardAccess(name: "town") { _ in board }
                )
                .deliver()
                if failure.isPermanent {
                    XCTAssertEqual(delivery.refused.values.map(\.message), ["Not this one."], "\(kind)")
                    XCTAssertEqual(delivery.sent, 2, "\(kind)")
                    XCTAssertNil(delivery.trouble)
                } else {
                    XCTAssertEqual(delivery.trouble?.code, code, "\(kind)")
                    XCTAssertEqual(
                        [delivery.sent, delivery.waiting.count, delivery.refused.count], [0, 3, 0], "\(kind)")
                    fixture.clock.advance(seconds: 1)
                    XCTAssertEqual(try fixture.person("mina", local: local).deliver().sent, 3)
                }
                let received = try fixture.board.feedback(nil, newestFirst: false, limit: nil).map(\.text)
                XCTAssertEqual(received, failure.isPermanent ? ["two", "three"] : ["one", "two", "three"], "\(kind)")
            }
        }
    }

    func testMachineFailuresAreNeverPermanent() {
        for code: Failure.Code in [
            .diskFull, .diskTrouble, .newerStore, .outcomeUnknown, .readOnlyStore, .storeNeedsReopening,
            .tooManyDevices,
            .transactionOver, .unsafeStore, .nestedTransaction, .readOnlyTransaction, .storeClosed, .storeDamaged,
            .newerRecord,
            .unreadableRecord, .missingMigration, .undeclaredIndex, .communityTrouble,
        ] {
            for kind in Failure.Kind.allCases {
                XCTAssertFalse(Failure(code, "", kind: kind).isPermanent, "\(code) \(kind)")
            }
        }
        XCTAssertEqual(
            Failure.Kind.allCases.filter { Failure(.init("new"), "", kind: $0).isPermanent },
            [.failed, .usage, .badData])
        XCTAssertEqual(Set([Failure.Code("same"), .systemFailure("same")]).count, 1)
    }
}

/// A store whose first write fails.
final class RefusingStore: Store, StoreEngine {
    private let base: any Store
    private let failure: Mutex<Failure?>

    init(_ base: any Store, _ failure: Failure) {
        self.base = base
        self.failure = Mutex(failure)
    }

    var engine: any StoreEngine { self }
    var partition: Partition { .common }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try base.engine.read(body) }

    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        let first = failure.withLock { failure in
            defer { failure = nil }
            return failure
        }
        if let first { throw first }
        return try base.engine.write(body)
    }

    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try base.engine.changes(since: sequence, limit: limit)
    }
    func inspect() throws -> StoreReport { try base.engine.inspect() }
    func close() throws {}
}
