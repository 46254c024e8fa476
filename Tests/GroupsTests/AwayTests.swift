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

    private func membership(
        _ access: GroupAccess, _ store: MemoryStore, _ clock: HandClock = HandClock(AwayTests.now),
        keys: MemberKeys = MemberKeys(MemberKey(chance: Array("mina".utf8)))
    ) -> Membership {
        let time = TimeSource(calendar: .utc) { clock.now }
        let person = GroupPerson(
            keys: keys, ids: .counting(), time: time, chance: MemberKeys.chance)
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

    /// Somebody came in, and the place went before they had looked.
    func testACopyIsThereFromTheFirstMomentOn() throws {
        let home = try Home()
        let (town, store) = (FolderTown(home.path("town")), MemoryStore())
        let place = town.free()
        let part = membership(town.access("mina"), store)
        let group = try part.found(in: place, called: "Circle", as: "Mina")
        try FileManager.default.moveItem(atPath: place, toPath: place + " away")
        let sight = try membership(town.access("mina"), store).sight(of: group)
        XCTAssertEqual(sight.view.me.name, "Mina")
        XCTAssertEqual(sight.trouble?.code, .groupUnreachable)
    }

    /// What an editor wrote into the place, of the right form and with a day that is none.
    func testAPaperThatNobodyCanReadKeepsNobodyFromTheOthers() throws {
        struct Sheet: Storable {
            struct Written: Codable, Sendable {
                var id = "bad", kind = "note", author = "eve", content = "%%%", day = "2026-02-30"
            }
            static let collection = RecordCollection<Sheet>("groups.paper")
            let id: Identifier<Sheet>
            let author: String
            let writtenAt: Int
            let paper: Written
        }
        let (town, store) = (MemoryTown(), MemoryStore())
        let part = membership(town.access("mina"), store)
        let group = try part.found(in: town.town.free(), called: "Circle", as: "Mina")
        _ = try part.hall(of: group).write(part.paper("note", by: group.me, for: .everyone, content: [7]))
        try XCTUnwrap(town.store(group.place.path)).write {
            try $0.put(Sheet(id: Identifier("bad"), author: "eve", writtenAt: -1, paper: Sheet.Written()))
        }
        let sight = try part.sight(of: group)
        XCTAssertNil(sight.asOf)
        XCTAssertEqual(sight.view.papers.map(\.content), [[7]])
    }

    func testASilentPlaceIsLeftAloneForFiveMinutesByWhatPassesBy() throws {
        let (town, store, clock) = (MemoryTown(), MemoryStore(), HandClock(AwayTests.now))
        let isSilent = Mutex(false)
        let asked = Mutex(0)
        let real = town.access("mina")
        let access = GroupAccess(found: real.found, enter: real.entering) { place, patience in
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

    /// A way whose place may be away.
    private func mayBeAway(_ real: GroupAccess, _ isAway: Shared<Bool>) -> GroupAccess {
        GroupAccess(
            found: real.found, enter: real.entering,
            open: { place, patience in
                if isAway.value { throw Failure.groupUnreachable(place.path) }
                return try real.open(place, patience)
            }, forget: real.forget, alone: real.alone)
    }

    func testWhoLeavesSendsFirstAndLosesNothingThatWaits() throws {
        let (town, store, isAway) = (MemoryTown(), MemoryStore(), Shared(false))
        let part = membership(mayBeAway(town.access("mina"), isAway), store)
        let group = try part.found(in: "a place", called: "Circle", as: "Mina")
        let code = try part.hall(of: group).invite(as: "lead", uses: 1, until: nil)
        let zoe = try town.access("zoe").open(town.access("zoe").enter("a place", code, "Zoe").place, .asked)
        isAway.value = true
        let praise = part.paper("praise", by: group.me, about: try zoe.me().id, for: .everyone, content: [1])
        XCTAssertFalse(try part.send(.paper(praise), to: group).hasArrived)
        XCTAssertThrowsError(try part.leave(group)) { XCTAssertEqual(($0 as? Failure)?.code, .groupUnsent) }
        XCTAssertEqual([try part.waits(for: group), try part.groups().count], [1, 1])
        isAway.value = false
        _ = try part.leave(group)
        XCTAssertEqual(try zoe.papers(["praise"]).map(\.id), [praise.id])
        XCTAssertEqual(try part.groups().count, 0)
    }

    func testWhoLetsGoIsToldHowMuchIsLost() throws {
        let (town, store, isAway) = (MemoryTown(), MemoryStore(), Shared(false))
        let part = membership(mayBeAway(town.access("mina"), isAway), store)
        let group = try part.found(in: "a place", called: "Circle", as: "Mina")
        isAway.value = true
        for _ in 0..<2 {
            _ = try part.send(.paper(part.paper("note", by: group.me, for: .everyone, content: [1])), to: group)
        }
        XCTAssertEqual(try part.forget(group), 2)
        XCTAssertEqual(try part.waiting().count, 0)
        // What was known of it is not put back by what was under way.
        isAway.value = false
        _ = try part.move(group, to: "a place")
        _ = try part.sight(of: group)
        XCTAssertEqual(try part.groups().count, 0)
        XCTAssertNil(try part.lastSight(of: group))
    }

    func testWhatDoesNotFitIntoTheOutboxIsNotSaidToWaitThere() throws {
        let (town, store) = (MemoryTown(), MemoryStore())
        let part = membership(town.access("mina"), store)
        let group = try part.found(in: "a place", called: "Circle", as: "Mina")
        let parcel = GroupParcel.paper(part.paper("note", by: group.me, for: .everyone, content: [1]))
        for _ in 0..<500 { _ = try part.queue(parcel, for: group) }
        XCTAssertThrowsError(try part.queue(parcel, for: group)) { error in
            XCTAssertEqual((error as? Failure)?.code, .groupOutboxFull)
            XCTAssertFalse(((error as? Failure)?.advice.contains("It waits") ?? true))
        }
    }

    func testWhoWasRemovedIsShownNothingOfBefore() throws {
        let (town, store) = (MemoryTown(), MemoryStore())
        let part = membership(town.access("mina"), store)
        let group = try part.found(in: "a place", called: "Circle", as: "Mina")
        let code = try part.hall(of: group).invite(as: "lead", uses: 1, until: nil)
        let zoe = try town.access("zoe").open(town.access("zoe").enter("a place", code, "Zoe").place, .asked)
        _ = try part.sight(of: group)
        try zoe.remove(group.me)
        XCTAssertThrowsError(try part.sight(of: group)) { XCTAssertEqual(($0 as? Failure)?.code, .notMember) }
        XCTAssertNil(try part.lastSight(of: group))
    }

    /// A courier hands over what it read a while ago, while a person's command sends what is newer.
    func testOfTwoWhoSendAtOnceTheNewerAudienceStays() throws {
        let home = try Home()
        let (town, store) = (FolderTown(home.path("town")), MemoryStore())
        let between = Shared<(@Sendable () -> Void)?>(nil)
        let real = town.access("mina")
        let slow = GroupAccess(
            found: real.found, enter: real.entering,
            open: { place, patience in
                let hall = try real.open(place, patience)
                between.take()?()
                return hall
            }, forget: real.forget, alone: real.alone)
        let keys = town.keys(of: "mina")
        let (courier, person) = (membership(slow, store, keys: keys), membership(town.access("mina"), store, keys: keys))
        let group = try person.found(in: town.free(), called: "Circle", as: "Mina")
        let code = try person.hall(of: group).invite(as: "member", uses: 1, until: nil)
        let zoe = try town.access("zoe").enter(group.place.path, code, "Zoe").place
        let praise = person.paper("note", by: group.me, for: .everyone, content: [1])
        _ = try person.queue(.paper(praise), for: group)
        let said = Shared<[Bool]>([])
        between.value = {
            // The person takes back meanwhile what the courier is about to hand over.
            let sent = try? person.send(.withdrawal(praise.id), to: group).hasArrived
            said.value.append(sent ?? false)
        }
        XCTAssertEqual(try courier.deliver().sent, 1)
        XCTAssertEqual(try person.deliver().sent, 1)
        XCTAssertEqual(said.value, [false], "another was at it")
        XCTAssertEqual(try town.access("zoe").open(zoe, .asked).papers(nil), [])
        XCTAssertEqual(try person.waiting().count, 0)
        XCTAssertEqual(try person.takeRefused().count, 0)
    }

    func testWhatWasDroppedWhileACourierWasUnderWayIsNeitherSentNorRefused() throws {
        let (town, store) = (MemoryTown(), MemoryStore())
        let between = Shared<(@Sendable () -> Void)?>(nil)
        let real = town.access("mina")
        let slow = GroupAccess(
            found: real.found, enter: real.entering,
            open: { place, patience in
                between.take()?()
                return try real.open(place, patience)
            })
        let (courier, person) = (membership(slow, store), membership(real, store))
        let group = try person.found(in: "a place", called: "Circle", as: "Mina")
        let note = person.paper("note", by: group.me, for: .everyone, content: [1])
        _ = try person.queue(.paper(note), for: group)
        between.value = { _ = try? person.drop(group) { if case .paper = $0 { true } else { false } } }
        XCTAssertEqual(try courier.deliver().sent, 0)
        XCTAssertEqual(try person.hall(of: group).papers(nil), [])
    }
}
