import Foundation
import Groups
import GroupsAdapters
import Kernel
import Storage
import Synchronization
import TestBench
import XCTest

/// What a person learns of a place that is absent, emptied, another group's or silent; and what waits then.
final class AwayTests: XCTestCase {
    private static let now = Instant(milliseconds: 1_795_000_000_000)

    private func membership(_ access: GroupAccess, _ store: MemoryStore, _ clock: HandClock = HandClock(AwayTests.now))
        -> Membership
    {
        let time = TimeSource(calendar: .utc) { clock.now }
        let person = GroupPerson(
            keys: MemberKeys(MemberKey(chance: Array("mina".utf8))), ids: .counting(), time: time, chance: MemberKeys.chance)
        return Membership(.tried, store: store, access: access, person: person)
    }

    func testAFolderThatIsGoneEmptiedOrAnothersIsSaidWith75() throws {
        let home = try Home()
        let (town, store) = (FolderTown(home.path("town")), MemoryStore())
        let place = town.free()
        let part = membership(town.access("mina"), store)
        let group = try part.found(in: place, called: "Circle", as: "Mina")
        let other = try town.access("zoe").found(town.free(), "Other", "Zoe").path
        try FileManager.default.moveItem(atPath: place, toPath: place + " away")
        func expect(_ code: Failure.Code, _ line: UInt = #line) {
            XCTAssertThrowsError(try membership(town.access("mina"), store).hall(of: group), line: line) { error in
                XCTAssertEqual((error as? Failure)?.code, code, line: line)
                XCTAssertEqual((error as? Failure)?.kind, .temporary, line: line)
            }
        }
        expect(.groupUnreachable)
        XCTAssertFalse(FileManager.default.fileExists(atPath: place), "looking made something")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        expect(.groupEmptied)
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.copyItem(atPath: other, toPath: place)
        expect(.groupForeign)
        // Named in its new place it is the same group; another one's place is not taken for it.
        let again = membership(town.access("mina"), store)
        XCTAssertThrowsError(try again.move(group, to: other)) { XCTAssertEqual(($0 as? Failure)?.code, .groupForeign) }
        let moved = try again.move(group, to: place + " away")
        XCTAssertEqual(try again.hall(of: moved).group().name, "Circle")
    }

    func testASilentPlaceIsLeftAloneForFiveMinutesByWhatPassesBy() throws {
        let (town, store, clock) = (MemoryTown(), MemoryStore(), HandClock(AwayTests.now))
        let isSilent = Mutex(false)
        let asked = Mutex(0)
        let real = town.access("mina")
        let access = GroupAccess(found: real.found, enter: real.enter) { place, patience in
            asked.withLock { $0 += 1 }
            if isSilent.withLock({ $0 }) { throw Failure.groupSilent(place.path) }
            return try real.open(place, patience)
        }
        let part = membership(access, store, clock)
        _ = try part.found(in: "a place", called: "Circle", as: "Mina")
        _ = try part.sight(of: part.group())
        isSilent.withLock { $0 = true }
        asked.withLock { $0 = 0 }
        let sight = try part.sight(of: part.group())
        XCTAssertEqual(sight.trouble?.code, .groupSilent)
        XCTAssertEqual(sight.view.members.map(\.name), ["Mina"], "the copy is there")
        XCTAssertNotNil(sight.asOf)
        for _ in 0..<5 { _ = try part.sight(of: part.group(), .glance) }
        XCTAssertEqual(asked.withLock { $0 }, 1)
        clock.advance(seconds: 301)
        _ = try part.sight(of: part.group(), .glance)
        XCTAssertEqual(asked.withLock { $0 }, 2)
        isSilent.withLock { $0 = false }
        XCTAssertNil(try part.sight(of: part.group()).trouble)
    }

    /// Cut off at any point between the hall and the outbox, nothing is lost and nothing comes twice.
    func testWhatWasTakenAndNotNotedIsNotTakenTwiceAndARefusalBlocksNothing() throws {
        let (town, store) = (MemoryTown(), MemoryStore())
        let part = membership(town.access("mina"), store)
        let group = try part.found(in: "a place", called: "Circle", as: "Mina")
        let papers = (0..<4).map { number in
            part.paper("note", by: group.me, for: .everyone, content: [UInt8](repeating: 0, count: number == 1 ? 5_000 : 1))
        }
        for paper in papers { _ = try part.queue(.paper(paper), for: group) }
        // A process that was killed behind the first.
        _ = try part.hall(of: group).write(papers[0])
        let delivery = try part.deliver()
        XCTAssertEqual(delivery.sent, 3)
        XCTAssertEqual(delivery.refused.values.map(\.code), [.paperTooLarge])
        XCTAssertEqual(try part.hall(of: group).papers(nil).count, 3)
        XCTAssertEqual(try part.deliver().sent, 0)
        XCTAssertEqual(try part.takeRefused().count, 1)
        XCTAssertEqual(try part.takeRefused().count, 0, "told once")
        XCTAssertThrowsError(try part.send(.paper(papers[1]), to: group)) {
            XCTAssertEqual(($0 as? Failure)?.code, .paperTooLarge)
        }
        XCTAssertTrue(try part.takeRefused().isEmpty, "what was said at once is not told again")
    }

    func testSeveralGroupsAreToldApart() throws {
        let (town, store) = (MemoryTown(), MemoryStore())
        let part = membership(town.access("mina"), store)
        XCTAssertThrowsError(try part.group()) { XCTAssertEqual(($0 as? Failure)?.code, .groupNotFound) }
        for name in ["Circle", "Circus", "Board"] { _ = try part.found(in: "place of \(name)", called: name, as: "Mina") }
        XCTAssertThrowsError(try part.group()) { XCTAssertEqual(($0 as? Failure)?.code, .namesSeveral) }
        XCTAssertThrowsError(try part.group("circ")) { XCTAssertEqual(($0 as? Failure)?.code, .namesSeveral) }
        XCTAssertEqual(try part.group("CIRCUS").name, "Circus")
        XCTAssertEqual(try part.group("bo").name, "Board")
        let members = try part.groups().map(\.me)
        XCTAssertEqual(Set(members).count, 3, "nobody can tell who is in two")
        try part.forget(part.group("Board"))
        XCTAssertEqual(try part.groups().map(\.name), ["Circle", "Circus"])
    }
}
