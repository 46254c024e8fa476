import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage
import Synchronization
import TestBench
import XCTest

/// 62 people live with a community for some days, and somebody who owns a copy of its files looks for who voted for what.
final class AttackerTests: XCTestCase {
    private static let people = (0..<62).map { Town.identity("person \($0)") }
    private static let truth = Dictionary(uniqueKeysWithValues: people.map { ($0.author.rawValue, $0.voter.rawValue) })

    func testWhoeverOwnsTheFilesFindsNobody() throws {
        let home = try Home(isQuick: true)
        try live(in: home.path("town"), home)
        try assertNobodyIsFound(in: home.path("town"), "A board of today")
        // What is kept is all the same what they did.
        let board = try AttackerTests.access(home.path("town"), HandClock(), OpenedStores()).open(.asked)
        XCTAssertEqual(try board.votes(for: ["video"]), [62 - 13])
        let voter = AttackerTests.people[3].voter
        XCTAssertEqual(try board.voted(voter, among: board.items().map(\.id)), ["video"])
    }

    func testABoardOfBeforeLosesTheLinkWhenItIsOpenedStores() throws {
        let home = try Home(isQuick: true), place = home.path("town")
        try live(in: place, home, asBefore: true)
        let before = try findings(in: place)
        AttackerTests.print("A board of before", before)
        XCTAssertEqual(before.map { Attacker.found($0, AttackerTests.truth) }.max(), 62, "the attacker knows how to look")
        let opened = OpenedStores()
        let board = try AttackerTests.access(place, HandClock("2026-11-28T10:00:00Z"), opened).open(.asked)
        let counts = try board.votes(for: ["video", "clubs"])
        XCTAssertEqual(try board.voted(AttackerTests.people[33].voter, among: board.items().map(\.id)).count, 8)
        try opened.closeAll()
        XCTAssertEqual(counts, [61, 31], "the votes are all there, and the one that was taken back is not")
        try assertNobodyIsFound(in: place, "The same, opened once by the program of today")
    }

    /// Cut off between the move and the rewriting, the next who opens the board rewrites it.
    func testAMoveThatWasCutOffIsGoneOnWith() throws {
        let home = try Home(isQuick: true), place = home.path("town")
        try live(in: place, home, asBefore: true)
        let clock = HandClock("2026-11-28T10:00:00Z")
        let store = try FileStore(directory: place, access: .group, now: { clock.now })
        XCTAssertTrue(try StoredCommunityBoard(store, box: FileBallotBox(place, now: { clock.now })).moveFormerVotes())
        try store.close()
        let opened = OpenedStores()
        XCTAssertEqual(
            try AttackerTests.access(place, clock, opened).open(.asked).votes(for: ["video", "clubs"]), [61, 31])
        try opened.closeAll()
        try assertNobodyIsFound(in: place, "A move that was cut off, and gone on with")
    }

    func testOnePersonIsOneVoteAndOnlyTheirOwnIsTakenBack() throws {
        let home = try Home(), place = home.path("town"), clock = HandClock()
        let people = AttackerTests.people.prefix(2).map { AttackerTests.person($0, place, clock, OpenedStores()) }
        for _ in 0..<3 { for person in people { _ = try person.vote(for: "video") } }
        let board = try AttackerTests.access(place, clock, OpenedStores()).open(.asked)
        XCTAssertEqual(try board.votes(for: ["video"]), [2])
        _ = try people[0].unvote("video")
        _ = try people[0].unvote("video")
        XCTAssertEqual(try board.votes(for: ["video"]), [1])
        XCTAssertEqual(try people.map { try $0.roadmap().first { $0.item.id == "video" }?.isMine }, [false, true])
    }

    func testTheBallotsSayWhichDayAndNoMore() throws {
        let home = try Home(), place = home.path("town")
        let person = AttackerTests.person(AttackerTests.people[0], place, HandClock("2026-11-20T17:31:12Z"), OpenedStores())
        _ = try person.vote(for: "video")
        var status = stat()
        XCTAssertEqual(stat(place + "/ballots", &status), 0)
        XCTAssertEqual(Instant(milliseconds: Int64(status.st_mtim.tv_sec) * 1000).description, "2026-11-20T00:00:00.000Z")
        XCTAssertEqual(status.st_mode & 0o777, 0o660)
        XCTAssertEqual(stat(place, &status), 0)
        XCTAssertEqual(status.st_mtim.tv_sec % 86_400, 0)
        XCTAssertEqual(status.st_mtim.tv_nsec, 0)
    }

    func testDamagedBallotsAreNamedAndNothingIsWrittenOverThem() throws {
        let home = try Home(), place = home.path("town")
        let person = AttackerTests.person(AttackerTests.people[0], place, HandClock(), OpenedStores())
        _ = try person.vote(for: "video")
        let whole = try Data(contentsOf: URL(fileURLWithPath: place + "/ballots"))
        for offset in stride(from: 0, to: whole.count, by: 7) {
            var broken = whole
            broken[offset] ^= 1
            try broken.write(to: URL(fileURLWithPath: place + "/ballots"))
            assertFails(.ballotsDamaged) { try person.roadmap() }
            assertFails(.ballotsDamaged) { try person.vote(for: "clubs") }
            XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: place + "/ballots")), broken)
        }
    }

    /// The attacker finds what is there, in each way: files made for it.
    func testEachWayOfLookingFindsWhatIsThere() throws {
        let home = try Home()
        let people = (0..<4).map { Town.identity("p\($0)") }
        let truth = Dictionary(uniqueKeysWithValues: people.map { ($0.author.rawValue, $0.voter.rawValue) })
        func found(_ files: [String: [String]]) throws -> [Int] {
            let folder = home.path("\(files.count)-\(UUID().uuidString)")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (name, lines) in files {
                try lines.joined(separator: "\n").write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
            }
            return try Attacker(filesOf: folder, authors: Set(truth.keys), voters: Set(truth.values)).findings()
                .map { Attacker.found($0, truth) }
        }
        let (authors, voters) = (people.map(\.author.rawValue), people.map(\.voter.rawValue))
        let order = people.indices.sorted { voters[$0] > voters[$1] }
        XCTAssertEqual(try found(["a": zip(authors, voters).map { "\($0) \($1)" }])[0], 4, "one line")
        XCTAssertEqual(try found(["a": [authors[0], voters[0], "-", "-", authors[1], voters[1]]])[1], 2, "neighbours")
        XCTAssertEqual(
            try found(["a": authors.map { "\($0) device\($0)" }, "b": zip(authors, voters).map { "\($1) device\($0)" }])[2], 4)
        let moments = (0..<4).map { "1763661\($0)00000" }
        XCTAssertEqual(
            try found([
                "a": zip(authors, moments).map { "{\($0) \"\($1)\"" }, "b": zip(voters, moments).map { "{\($0) \"\($1)\"" },
            ])[3], 4)
        XCTAssertEqual(try found(["a": order.map { "{\(authors[$0])" }, "b": order.map { "{\(voters[$0])" }])[4], 4, "order")
        XCTAssertEqual(
            try found(["a": ["{\(authors[0]) \"vote\" 3"], "b": Array(repeating: voters[0], count: 3)])[5], 1, "counts")
        let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)).description
        XCTAssertEqual(try found(["a": ["{\(authors[0]) \"\(now)\""], "b": [voters[0]]])[7], 1, "times of files")
    }

    // MARK: - Lives

    /// Each opens an app, tells something, votes as often as they like, has an idea or not, takes a vote back or not; a few minutes later comes
    /// the next.
    private func live(in place: String, _ home: Home, asBefore: Bool = false) throws {
        let clock = HandClock("2026-11-20T08:00:00Z")
        for (number, identity) in AttackerTests.people.enumerated() {
            clock.advance(minutes: Double(3 + number * 7 % 11), seconds: Double(number % 17))
            let opened = OpenedStores()
            let person = AttackerTests.person(identity, place, clock, opened, asBefore: asBefore)
            _ = try person.tell(.bug, "What \(number) says", with: person.attachment(sharing: number % 3 > 0))
            try person.attend()
            clock.advance(seconds: 2)
            if asBefore {
                try AttackerTests.voteAsBefore(identity, number, opened, clock)
            } else {
                if number == 0 { try AttackerTests.promise(place, clock, opened) }
                _ = try person.vote(for: "video")
                for item in AttackerTests.more(number) { _ = try person.vote(for: item) }
                if number % 5 == 0 { _ = try person.unvote("video") }
            }
            if number % 6 == 0 { _ = try person.suggest("Idea of \(number)", "in words \(number * number)") }
            try opened.closeAll()
        }
    }

    /// For how much somebody votes beside video. Some vote for more than anybody else.
    private static func more(_ number: Int) -> [Identifier<RoadmapItem>] {
        let others = FoundingRoadmap.items.map(\.id).filter { $0 != "video" && $0 != "clubs" }
        return (number % 2 == 0 ? ["clubs"] : []) + others.prefix([11: 4, 22: 5, 33: 7][number] ?? number % 3)
    }

    /// What is here already takes votes again when something else of it is promised.
    private static func promise(_ place: String, _ clock: HandClock, _ opened: OpenedStores) throws {
        let hub = Stewardship(
            access: access(place, clock, opened), keys: .memory(Town.identity("developer"), chance: IdentityStore.chance),
            ids: .counting(prefix: "h"), time: clock.source())
        for item in FoundingRoadmap.items where item.isMade {
            _ = try hub.edit(item.id, title: nil, description: nil, release: "v9", category: nil)
        }
    }

    static func access(_ place: String, _ clock: HandClock, _ opened: OpenedStores) -> BoardAccess {
        let access = BoardAccess.shared(
            BoardPlaces(named: place, pin: { place + "-pin" }, former: nil, notes: nil), isRehearsal: false, now: { clock.now },
            opening: opened.add)
        if !FileManager.default.fileExists(atPath: place) { _ = try? access.create(place) }
        return access
    }

    /// A store that is opened without the look of today's program at what was kept before.
    private static func accessOfBefore(_ place: String, _ clock: HandClock, _ opened: OpenedStores) -> BoardAccess {
        BoardAccess(name: place) { _ in
            let store = try opened.stores.first ?? FileStore(directory: place, access: .group, now: { clock.now })
            if opened.stores.isEmpty { opened.add(store) }
            return StoredCommunityBoard(store, box: FileBallotBox(place, now: { clock.now }))
        }
    }

    private static func person(
        _ identity: Identity, _ place: String, _ clock: HandClock, _ opened: OpenedStores, asBefore: Bool = false
    ) -> Participation {
        Participation(
            store: MemoryStore(), access: asBefore ? accessOfBefore(place, clock, opened) : access(place, clock, opened),
            identities: .memory(identity, chance: IdentityStore.chance),
            device: DeviceInfo(app: "dojang", appVersion: "1", system: "Linux", machine: "x86_64"),
            ids: .timeOrdered(now: { clock.now }, random: .system()), time: clock.source())
    }

    // MARK: - The attacker

    private func findings(in place: String) throws -> [Attacker.Finding] {
        try Attacker(
            filesOf: place, authors: Set(AttackerTests.truth.keys), voters: Set(AttackerTests.truth.values)
        ).findings()
    }

    private func assertNobodyIsFound(in place: String, _ title: String, line: UInt = #line) throws {
        let findings = try findings(in: place)
        AttackerTests.print(title, findings)
        for finding in findings { XCTAssertEqual(Attacker.found(finding, AttackerTests.truth), 0, finding.way, line: line) }
    }

    private static func print(_ title: String, _ findings: [Attacker.Finding]) {
        Swift.print("\(title): whose vote is whose, of \(people.count) people")
        for finding in findings {
            let way = finding.way.padding(toLength: 46, withPad: " ", startingAt: 0)
            Swift.print("  \(way) \(Attacker.found(finding, truth)) found")
        }
    }
}

// MARK: - As it was

/// A vote as it stood in the store before there were ballots.
private struct VoteOfBefore<Subject: VoteSubject>: Storable {
    let id: Identifier<VoteOfBefore<Subject>>
    let at: Instant
    static var collection: RecordCollection<VoteOfBefore<Subject>> { RecordCollection(Subject.formerVotes) }
}

/// A ledger with what it knew of votes.
private struct LedgerOfBefore: Storable {
    struct Permit: Codable { var since: Instant, used: Int }
    let id: Identifier<LedgerOfBefore>
    let author: Author
    var taken: [String: Int]
    var permits: [String: Permit]
    var lastMonth: [String: String]
    static let collection = RecordCollection<LedgerOfBefore>("community.ledgers")
}

extension AttackerTests {
    /// One transaction a vote, with the voter's name beside the author's ledger.
    fileprivate static func voteAsBefore(_ identity: Identity, _ number: Int, _ opened: OpenedStores, _ clock: HandClock) throws {
        let items = ["video"] + more(number)
        let store = try XCTUnwrap(opened.stores.first)
        for (turn, item) in items.enumerated() {
            clock.advance(seconds: 1)
            try store.write { transaction in
                let ledgers = try transaction.records(Selection<LedgerOfBefore>.all)
                guard var ledger = ledgers.first(where: { $0.author == identity.author }) else { return }
                ledger.permits["vote"] = .init(since: clock.now, used: turn + 1)
                ledger.lastMonth["vote"] = "2026-11"
                try transaction.put(ledger)
                try transaction.put(
                    VoteOfBefore<RoadmapItem>(id: Identifier("\(item):\(identity.voter.rawValue)"), at: clock.now))
            }
        }
        guard number == 7 else { return }
        try store.write { _ = try $0.delete(Identifier<VoteOfBefore<RoadmapItem>>("video:\(identity.voter.rawValue)")) }
    }
}

/// The stores that were opened on the way, to be closed as a program closes them at its end.
final class OpenedStores: Sendable {
    private let all = Mutex<[any Store]>([])
    var stores: [any Store] { all.withLock { $0 } }
    func add(_ store: any Store) { all.withLock { $0.append(store) } }
    func closeAll() throws { for store in stores { try store.close() } }
}
