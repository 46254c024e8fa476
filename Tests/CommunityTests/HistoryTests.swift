import Community
import Foundation
import Kernel
import Storage
import Synchronization
import TestBench
import XCTest

/// Votes, whatever the history.
final class HistoryTests: XCTestCase {
    func testRandomHistoriesEqualSets() throws {
        for seed in UInt64(1)...20 {
            var chance = RandomSource(seed: seed)
            var town = Model()
            for _ in 0..<150 { try town.step(&chance) }
            try town.check("seed \(seed)")
        }
    }

    func testAHundredPeopleAtOnceAreAHundredVotes() throws {
        let home = try Home()
        let stores = try (0..<4).map { _ in try FileStore(directory: home.path("c"), access: .group, now: { .earliest }) }
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 100) { number in
            do {
                let person = Town(stores[number % 4]).person("p\(number)")
                for _ in 0..<3 { _ = try person.vote(for: "video") }
            } catch { failures.withLock { $0.append("\(error)") } }
        }
        XCTAssertEqual(failures.withLock { $0 }, [])
        XCTAssertEqual(try StoredCommunityBoard(stores[0]).votes(for: ["video"]), [100])
    }

    func testOnePersonAHundredTimesIsOneVote() throws {
        let town = Town()
        let local = MemoryStore()
        DispatchQueue.concurrentPerform(iterations: 100) { _ in _ = try? town.person("mina", local: local).vote(for: "video") }
        XCTAssertEqual(try town.board.votes(for: ["video"]), [1])
        XCTAssertFalse(try town.person("mina", local: local).vote(for: "video").changed)
    }

    /// Votes race with release: what was counted when the item was released stays, and nothing comes after.
    func testVotesRaceWithRelease() throws {
        for _ in 0..<10 {
            let town = Town()
            DispatchQueue.concurrentPerform(iterations: 9) { number in
                if number == 4 {
                    _ = try? town.developer().release("video")
                } else {
                    _ = try? town.person("p\(number)").vote(for: "video")
                }
            }
            let votes = try town.board.votes(for: ["video"])
            assertFails(.itemReleased) { try town.person("late").vote(for: "video") }
            XCTAssertEqual(try town.board.votes(for: ["video"]), votes)
        }
    }
}

/// Two items, three suggestions and five people, on a board and as sets.
private struct Model {
    private let town = Town()
    private let locals = (0..<5).map { _ in MemoryStore() }
    private var votes: [String: Set<Int>] = ["video": [], "clubs": []]
    private var upvotes: [String: Set<Int>] = [:]
    private var released: Set<String> = []
    private var merged: [String: String] = [:]
    private var suggestions: [String] = []

    init() {
        for number in 0..<3 {
            guard let sending = try? town.person("s\(number)").suggest("idea \(number) \(number * 77)", "text"),
                case .suggestion(let suggestion) = sending.parcel
            else { continue }
            suggestions.append(suggestion.id.rawValue)
            upvotes[suggestion.id.rawValue] = []
        }
    }

    private func target(_ id: String) -> String { merged[id].map(target) ?? id }

    mutating func step(_ chance: inout RandomSource) throws {
        let who = Int.random(in: 0..<5, using: &chance)
        let person = town.person("p\(who)", local: locals[who])
        let item = ["video", "clubs"][Int.random(in: 0..<2, using: &chance)]
        let idea = suggestions[Int.random(in: 0..<3, using: &chance)]
        switch Int.random(in: 0..<100, using: &chance) {
        case 0: if released.insert(item).inserted { _ = try town.developer().release(Identifier(item)) }
        case 1..<3:
            let other = suggestions[Int.random(in: 0..<3, using: &chance)]
            guard merged[idea] == nil, merged[other] == nil, idea != other else { return }
            _ = try town.developer().merge(Identifier(idea), into: Identifier(other))
            merged[idea] = other
            upvotes[other, default: []].formUnion(upvotes[idea] ?? [])
            upvotes[idea] = []
        case 3..<40:
            try voting(item) {
                _ = try person.vote(for: Identifier(item))
            } then: {
                $0.votes[item]?.insert(who)
            }
        case 40..<60:
            try voting(item) {
                _ = try person.unvote(Identifier(item))
            } then: {
                $0.votes[item]?.remove(who)
            }
        case 60..<85:
            _ = try person.upvote(Identifier(idea))
            upvotes[target(idea), default: []].insert(who)
        default:
            _ = try person.upvote(Identifier(idea), takingBack: true)
            upvotes[target(idea), default: []].remove(who)
        }
    }

    private mutating func voting(_ item: String, _ act: () throws -> Void, then keep: (inout Model) -> Void) throws {
        guard released.contains(item) else {
            try act()
            return keep(&self)
        }
        do {
            try act()
            XCTFail("a released item took a vote")
        } catch let failure as Failure { XCTAssertEqual(failure.code, .itemReleased) }
    }

    func check(_ seed: String) throws {
        XCTAssertEqual(try town.board.votes(for: ["video", "clubs"]), ["video", "clubs"].map { votes[$0]?.count ?? -1 }, seed)
        let ids = suggestions.map { Identifier<Suggestion>($0) }
        XCTAssertEqual(try town.board.upvotes(for: ids), suggestions.map { upvotes[$0]?.count ?? -1 }, seed)
        for who in 0..<5 {
            let voted = try town.board.voted(Town.identity("p\(who)").voter, among: ids).map(\.rawValue)
            XCTAssertEqual(Set(voted), Set(suggestions.filter { upvotes[$0]?.contains(who) == true }), seed)
        }
    }
}
