import Community
import Foundation
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

/// Votes under random and concurrent histories.
final class VoteHistoryTests: XCTestCase {
    func testRandomVoteHistoriesMatchASetModel() throws {
        for seed in UInt64(1)...20 {
            var random = RandomSource(seed: seed)
            var fixture = Model()
            for _ in 0..<150 { try fixture.step(&random) }
            try fixture.check("seed \(seed)")
        }
    }

    func testHundredConcurrentPeopleGiveHundredVotes() throws {
        let home = try Home()
        let stores = try (0..<4).map { _ in try FileStore(directory: home.path("c"), access: .group, now: { .earliest })
        }
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 100) { number in
            do {
                let person = CommunityFixture(stores[number % 4]).person("p\(number)")
                for _ in 0..<3 { _ = try person.vote(for: "video") }
            } catch { failures.withLock { $0.append("\(error)") } }
        }
        XCTAssertEqual(failures.withLock { $0 }, [])
        XCTAssertEqual(try StoredCommunityBoard(stores[0]).votes(for: ["video"]), [100])
    }

    func testConcurrentVotesOfOnePersonCountOnce() throws {
        let fixture = CommunityFixture()
        let local = MemoryStore()
        DispatchQueue.concurrentPerform(iterations: 100) { _ in
            _ = try? fixture.person("mina", local: local).vote(for: "video")
        }
        XCTAssertEqual(try fixture.board.votes(for: ["video"]), [1])
        XCTAssertFalse(try fixture.person("mina", local: local).vote(for: "video").changed)
    }

    /// Votes counted before the release stay, and later ones are refused.
    func testReleaseFreezesVotesOfConcurrentVoters() throws {
        for _ in 0..<10 {
            let fixture = CommunityFixture()
            DispatchQueue.concurrentPerform(iterations: 9) { number in
                if number == 4 {
                    _ = try? fixture.developer().release("video")
                } else {
                    _ = try? fixture.person("p\(number)").vote(for: "video")
                }
            }
            let votes = try fixture.board.votes(for: ["video"])
            assertFails(.itemReleased) { try fixture.person("late").vote(for: "video") }
            XCTAssertEqual(try fixture.board.votes(for: ["video"]), votes)
        }
    }
}

/// Two items, three suggestions and five people, on a board and as sets.
private struct Model {
    private let fixture = CommunityFixture()
    private let locals = (0..<5).map { _ in MemoryStore() }
    private var votes: [String: Set<Int>] = ["video": [], "clubs": []]
    private var upvotes: [String: Set<Int>] = [:]
    private var released: Set<String> = []
    private var merged: [String: String] = [:]
    private var suggestions: [String] = []

    init() {
        for number in 0..<3 {
            guard let sending = try? fixture.person("s\(number)").suggest("idea \(number) \(number * 77)", "text"),
                case .suggestion(let suggestion) = sending.submission
            else { continue }
            suggestions.append(suggestion.id.rawValue)
            upvotes[suggestion.id.rawValue] = []
        }
    }

    private func target(_ id: String) -> String { merged[id].map(target) ?? id }

    mutating func step(_ random: inout RandomSource) throws {
        let voter = Int.random(in: 0..<5, using: &random)
        let person = fixture.person("p\(voter)", local: locals[voter])
        let item = ["video", "clubs"][Int.random(in: 0..<2, using: &random)]
        let idea = suggestions[Int.random(in: 0..<3, using: &random)]
        switch Int.random(in: 0..<100, using: &random) {
        case 0: if released.insert(item).inserted { _ = try fixture.developer().release(Identifier(item)) }
        case 1..<3:
            let other = suggestions[Int.random(in: 0..<3, using: &random)]
            guard merged[idea] == nil, merged[other] == nil, idea != other else { return }
            _ = try fixture.developer().merge(Identifier(idea), into: Identifier(other))
            merged[idea] = other
            upvotes[other, default: []].formUnion(upvotes[idea] ?? [])
            upvotes[idea] = []
        case 3..<40:
            try voting(item) {
                _ = try person.vote(for: Identifier(item))
            } then: {
                $0.votes[item]?.insert(voter)
            }
        case 40..<60:
            try voting(item) {
                _ = try person.unvote(Identifier(item))
            } then: {
                $0.votes[item]?.remove(voter)
            }
        case 60..<85:
            _ = try person.upvote(Identifier(idea))
            upvotes[target(idea), default: []].insert(voter)
        default:
            _ = try person.upvote(Identifier(idea), takingBack: true)
            upvotes[target(idea), default: []].remove(voter)
        }
    }

    private mutating func voting(_ item: String, _ act: () throws -> Void, then keep: (inout Model) -> Void) throws {
        guard released.contains(item) else {
            try act()
            return keep(&self)
        }
        do {
            try act()
            XCTFail("a released item accepted a vote")
        } catch let failure as Failure { XCTAssertEqual(failure.code, .itemReleased) }
    }

    func check(_ seed: String) throws {
        XCTAssertEqual(
            try fixture.board.votes(for: ["video", "clubs"]), ["video", "clubs"].map { votes[$0]?.count ?? -1 }, seed)
        let ids = suggestions.map { Identifier<Suggestion>($0) }
        XCTAssertEqual(try fixture.board.upvotes(for: ids), suggestions.map { upvotes[$0]?.count ?? -1 }, seed)
        for voter in 0..<5 {
            let voted = try fixture.board.voted(CommunityFixture.identity("p\(voter)").voter, among: ids).map(
                \.rawValue)
            XCTAssertEqual(Set(voted), Set(suggestions.filter { upvotes[$0]?.contains(voter) == true }), seed)
        }
    }
}
