import Community
import CommunityTesting
import Kernel
import Storage
import Synchronization
import XCTest

/// Merges by others between the steps of a withdrawal. A random test found this once in a hundred
/// runs.
final class ConcurrentMergeTests: XCTestCase {
    /// A ballot box that runs an action once after its next change.
    private final class BusyBox: BallotBox {
        private let ballots = Mutex(Ballots())
        private let meanwhile = Mutex<(@Sendable () throws -> Void)?>(nil)

        func load() throws -> Ballots { ballots.withLock { $0 } }

        func change<Value>(_ body: (inout Ballots) throws -> Value) throws -> Value {
            var changed = try load()
            let value = try body(&changed)
            ballots.withLock { $0 = changed }
            let happens = meanwhile.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            try happens?()
            return value
        }

        func next(_ body: @escaping @Sendable () throws -> Void) { meanwhile.withLock { $0 = body } }
    }

    private let box = BusyBox()
    private lazy var board = StoredCommunityBoard(MemoryStore(), box: box)
    private var zoe: Actor { Actor(identity: CommunityFixture.identity("zoe")) }

    private func post(_ submission: Submission, _ number: Int, by name: String) throws {
        let posting = Posting(submission, outbox: "box", number: number, sentAt: .earliest, month: "m")
        _ = try board.receive(posting, from: Actor(identity: CommunityFixture.identity(name)))
    }

    private func suggestAndVote() throws {
        try post(.suggestion(CommunityApp.suggestion("night", of: "zoe")), 1, by: "zoe")
        try post(.suggestion(CommunityApp.suggestion("dark", of: "mina")), 1, by: "mina")
        for voter in ["a", "b"] { try post(.upvote(suggestion: "night"), 1, by: voter) }
    }

    private var merging: @Sendable () throws -> Void {
        { [board] in
            _ = try board.merge(
                "night", into: "dark", by: Actor(key: CommunityFixture.identity("developer")), at: .earliest)
        }
    }

    func testWithdrawalDuringMergeMovesTheVotes() throws {
        try suggestAndVote()
        box.next(merging)
        try post(.withdrawal(suggestion: "night"), 2, by: "zoe")
        XCTAssertEqual(try board.suggestions(nil).map(\.id), ["dark"])
        XCTAssertEqual(try board.upvotes(for: ["dark"]), [2])
    }

    func testForgettingDuringMergeMovesTheVotes() throws {
        try suggestAndVote()
        box.next(merging)
        XCTAssertGreaterThan(try board.forget(zoe), 0)
        XCTAssertEqual(try board.suggestions(nil).map(\.id), ["dark"])
        XCTAssertEqual(try board.upvotes(for: ["dark"]), [2])
    }
}
