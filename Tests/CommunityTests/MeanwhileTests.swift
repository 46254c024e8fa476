import Community
import CommunityContract
import Kernel
import Storage
import Synchronization
import XCTest

/// What others do between the steps of somebody who takes their words back: the storm met it once in a hundred runs.
final class MeanwhileTests: XCTestCase {
    /// Ballots apart from the records, and what happens once they have been changed for the first time.
    private final class BusyBox: BallotBox {
        private let kept = Mutex(Ballots())
        private let meanwhile = Mutex<(@Sendable () throws -> Void)?>(nil)

        func load() throws -> Ballots { kept.withLock { $0 } }

        func change<Value>(_ body: (inout Ballots) throws -> Value) throws -> Value {
            var ballots = try load()
            let value = try body(&ballots)
            kept.withLock { $0 = ballots }
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
    private var zoe: Actor { Actor(identity: Town.identity("zoe")) }

    private func post(_ parcel: Parcel, _ number: Int, by name: String) throws {
        let posting = Posting(parcel, outbox: "box", number: number, sentAt: .earliest, month: "m")
        _ = try board.take(posting, from: Actor(identity: Town.identity(name)))
    }

    private func suggestAndVote() throws {
        try post(.suggestion(Side.suggestion("night", of: "zoe")), 1, by: "zoe")
        try post(.suggestion(Side.suggestion("dark", of: "mina")), 1, by: "mina")
        for voter in ["a", "b"] { try post(.upvote(suggestion: "night"), 1, by: voter) }
    }

    private var merging: @Sendable () throws -> Void {
        { [board] in
            _ = try board.merge("night", into: "dark", by: Actor(key: Town.identity("developer")), at: .earliest)
        }
    }

    func testVotesForWhatIsMergedMeanwhileGoWhereItWentWhenItsAuthorTakesItBack() throws {
        try suggestAndVote()
        box.next(merging)
        try post(.withdrawal(suggestion: "night"), 2, by: "zoe")
        XCTAssertEqual(try board.suggestions(nil).map(\.id), ["dark"])
        XCTAssertEqual(try board.upvotes(for: ["dark"]), [2])
    }

    func testVotesForWhatIsMergedMeanwhileGoWhereItWentWhenItsAuthorIsForgotten() throws {
        try suggestAndVote()
        box.next(merging)
        XCTAssertGreaterThan(try board.forget(zoe), 0)
        XCTAssertEqual(try board.suggestions(nil).map(\.id), ["dark"])
        XCTAssertEqual(try board.upvotes(for: ["dark"]), [2])
    }
}
