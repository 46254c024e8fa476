import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

/// 62 people use a community for some days. Then an attacker with a copy of its files looks for
/// their votes.
final class AttackerTests: XCTestCase {
    private static let people = (0..<62).map { CommunityFixture.identity("person \($0)") }
    private static let truth = Dictionary(uniqueKeysWithValues: people.map { ($0.author.rawValue, $0.voter.rawValue) })

    func testFileAccessDoesNotRevealWhoVoted() throws {
        let home = try Home(isQuick: true)
        try simulateActivity(in: home.path("town"), home)
        try assertNoVoterIsFound(in: home.path("town"), "A board of today")
        // The stored data still contains every vote.
        let board = try AttackerTests.access(home.path("town"), ManualClock(), OpenedStores()).open(.userInitiated)
        XCTAssertEqual(try board.votes(for: ["video"]), [62 - 13])
        let voter = AttackerTests.people[3].voter
        XCTAssertEqual(try board.voted(voter, among: board.items().map(\.id)), ["video"])
    }

    func testEachPersonHasOneVoteAndRemovesOnlyTheirOwn() throws {
        let home = try Home(), place = home.path("town"), clock = ManualClock()
        let people = AttackerTests.people.prefix(2).map { AttackerTests.person($0, place, clock, OpenedStores()) }
        for _ in 0..<3 { for person in people { _ = try person.vote(for: "video") } }
        let board = try AttackerTests.access(place, clock, OpenedStores()).open(.userInitiated)
        XCTAssertEqual(try board.votes(for: ["video"]), [2])
        _ = try people[0].unvote("video")
        _ = try people[0].unvote("video")
        XCTAssertEqual(try board.votes(for: ["video"]), [1])
        XCTAssertEqual(try people.map { try $0.roadmap().first { $0.item.id == "video" }?.isMine }, [false, true])
    }

    func testBallotFileTimesRevealOnlyTheDay() throws {
        let home = try Home(), place = home.path("town")
        let person = AttackerTests.person(
            AttackerTests.people[0], place, ManualClock("2026-11-20T17:31:12Z"), OpenedStores())
        _ = try person.vote(for: "video")
        var status = stat()
        XCTAssertEqual(stat(place + "/ballots", &status), 0)
        XCTAssertEqual(
            Instant(milliseconds: Int64(status.st_mtim.tv_sec) * 1000).description, "2026-11-20T00:00:00.000Z")
        XCTAssertEqual(status.st_mode & 0o777, 0o660)
        XCTAssertEqual(stat(place, &status), 0)
        XCTAssertEqual(status.st_mtim.tv_sec % 86_400, 0)
        XCTAssertEqual(status.st_mtim.tv_nsec, 0)
    }

    func testDamagedBallotsAreReportedAndNotOverwritten() throws {
        let home = try Home(), place = home.path("town")
        let person = AttackerTests.person(AttackerTests.people[0], place, ManualClock(), OpenedStores())
        _ = try person.vote(for: "video")
        let ballots = try Data(contentsOf: URL(fileURLWithPath: place + "/ballots"))
        for offset in stride(from: 0, to: ballots.count, by: 7) {
            var broken = ballots
            broken[offset] ^= 1
            try broken.write(to: URL(fileURLWithPath: place + "/ballots"))
            assertFails(.ballotsDamaged) { try person.roadmap() }
            assertFails(.ballotsDamaged) { try person.vote(for: "clubs") }
            XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: place + "/ballots")), broken)
        }
    }

    /// Each attack finds links that were planted for it.
    func testEachAttackFindsPlantedPairs() throws {
        let home = try Home()
        let people = (0..<4).map { CommunityFixture.identity("p\($0)") }
        let truth = Dictionary(uniqueKeysWithValues: people.map { ($0.author.rawValue, $0.voter.rawValue) })
        func foundCounts(_ files: [String: [String]]) throws -> [Int] {
            let folder = home.path("\(files.count)-\(UUID().uuidString)")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (name, lines) in files {
                try lines.joined(separator: "\n").write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
            }
            return try Attacker(filesOf: folder, authors: Set(truth.keys), voters: Set(truth.values)).findings()
                .map { Attacker.found($0, truth) }
        }
        let authors = people.map(\.author.rawValue)
        let voters = people.map(\.voter.rawValue)
        let order = people.indices.sorted { voters[$0] > voters[$1] }
        XCTAssertEqual(
            try foundCounts(["a": zip(authors, voters).map { "\($0) \($1)" }])[0], 4, "all authors on one line")
        XCTAssertEqual(
            try foundCounts(["a": [authors[0], voters[0], "-", "-", authors[1], voters[1]]])[1], 2, "adjacent lines")
        XCTAssertEqual(
            try foundCounts([
                "a": authors.map { "\($0) device\($0)" }, "b": zip(authors, voters).map { "\($1) device\($0)" },
            ]
            )[2], 4)
        let moments = (0..<4).map { "1763661\($0)00000" }
        XCTAssertEqual(
            try foundCounts([
                "a": zip(authors, moments).map { "{\($0) \"\($1)\"" },
                "b": zip(voters, moments).map { "{\($0) \"\($1)\"" },
            ])[3], 4)
        XCTAssertEqual(
            try foundCounts(["a": order.map { "{\(authors[$0])" }, "b": order.map { "{\(voters[$0])" }])[4], 4, "order")
        XCTAssertEqual(
            try foundCounts(["a": ["{\(authors[0]) \"vote\" 3"], "b": Array(repeating: voters[0], count: 3)])[5], 1,
            "counts")
        let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)).description
        XCTAssertEqual(try foundCounts(["a": ["{\(authors[0]) \"\(now)\""], "b": [voters[0]]])[7], 1, "times of files")
    }

    // MARK: - Activity

    /// Each person sends feedback, votes and may suggest an idea or remove a vote. The next follows
    /// minutes later.
    private func simulateActivity(in place: String, _ home: Home) throws {
        let clock = ManualClock("2026-11-20T08:00:00Z")
        for (number, identity) in AttackerTests.people.enumerated() {
            clock.advance(minutes: Double(3 + number * 7 % 11), seconds: Double(number % 17))
            let opened = OpenedStores()
            let person = AttackerTests.person(identity, place, clock, opened)
            _ = try person.sendFeedback(.bug, "What \(number) says", with: person.attachment(sharing: number % 3 > 0))
            try person.recordAttendance()
            clock.advance(seconds: 2)
            if number == 0 { try AttackerTests.planMore(place, clock, opened) }
            _ = try person.vote(for: "video")
            for item in AttackerTests.otherItems(number) { _ = try person.vote(for: item) }
            if number % 5 == 0 { _ = try person.unvote("video") }
            if number % 6 == 0 { _ = try person.suggest("Idea of \(number)", "in words \(number * number)") }
            try opened.closeAll()
        }
    }

    /// Returns the items besides video that a person votes for. Three people have unique counts.
    private static func otherItems(_ number: Int) -> [Identifier<RoadmapItem>] {
        let others = FoundingRoadmap.items.map(\.id).filter { $0 != "video" && $0 != "clubs" }
        return (number % 2 == 0 ? ["clubs"] : []) + others.prefix([11: 4, 22: 5, 33: 7][number] ?? number % 3)
    }

    /// Implemented items take votes again when developers plan more of them.
    private static func planMore(_ place: String, _ clock: ManualClock, _ opened: OpenedStores) throws {
        let hub = CommunityAdmin(
            access: access(place, clock, opened),
            keys: .memory(CommunityFixture.identity("developer"), randomBytes: IdentityStore.randomBytes),
            ids: .counting(prefix: "h"), time: clock.source())
        for item in FoundingRoadmap.items where item.isImplemented {
            _ = try hub.edit(item.id, title: nil, description: nil, release: "v9", category: nil)
        }
    }

    static func access(_ place: String, _ clock: ManualClock, _ opened: OpenedStores) -> BoardAccess {
        let access = BoardAccess.shared(
            BoardPlaces(named: place, savedCommunityPath: { place + "-pin" }, notes: nil), isDryRun: false,
            now: { clock.now },
            onOpen: opened.add)
        if !FileManager.default.fileExists(atPath: place) { _ = try? access.create(place) }
        return access
    }

    private static func person(
        _ identity: Identity, _ place: String, _ clock: ManualClock, _ opened: OpenedStores
    ) -> CommunityClient {
        CommunityClient(
            store: MemoryStore(),
            access: access(place, clock, opened),
            identities: .memory(identity, randomBytes: IdentityStore.randomBytes),
            device: DeviceInfo(app: "dojang", appVersion: "1", system: "Linux", machine: "x86_64"),
            ids: .timeOrdered(now: { clock.now }, random: .system()), time: clock.source())
    }

    // MARK: - The attacker

    private func findings(in place: String) throws -> [Attacker.Finding] {
        try Attacker(
            filesOf: place, authors: Set(AttackerTests.truth.keys), voters: Set(AttackerTests.truth.values)
        ).findings()
    }

    private func assertNoVoterIsFound(in place: String, _ title: String, line: UInt = #line) throws {
        let findings = try findings(in: place)
        AttackerTests.print(title, findings)
        for finding in findings {
            XCTAssertEqual(Attacker.found(finding, AttackerTests.truth), 0, finding.way, line: line)
        }
    }

    private static func print(_ title: String, _ findings: [Attacker.Finding]) {
        Swift.print("\(title): whose vote is whose, of \(people.count) people")
        for finding in findings {
            let way = finding.way.padding(toLength: 46, withPad: " ", startingAt: 0)
            Swift.print("  \(way) \(Attacker.found(finding, truth)) found")
        }
    }
}

/// Collects opened stores, to close them as a program does at its end.
final class OpenedStores: Sendable {
    private let all = Mutex<[any Store]>([])
    func add(_ store: any Store) { all.withLock { $0.append(store) } }
    func closeAll() throws { for store in all.withLock({ $0 }) { try store.close() } }
}
