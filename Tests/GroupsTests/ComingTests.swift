import Foundation
import Groups
import GroupsAdapters
import Kernel
import Storage
import TestBench
import XCTest

/// Somebody is cut off while they found, come in or leave, and nothing is lost by it.
final class ComingTests: XCTestCase {
    /// A person's way whose last step may fail, as a process that is killed there does not come to it.
    private final class Cut: Sendable {
        let isOn = Shared(false)
        let access: GroupAccess

        init(_ real: GroupAccess) {
            let isOn = self.isOn
            access = GroupAccess(
                found: real.found, enter: real.entering,
                open: { place, patience in
                    if isOn.value { throw Failure(.init("killed"), "killed") }
                    return try real.open(place, patience)
                }, forget: real.forget)
        }
    }

    private func membership(_ name: String, _ access: GroupAccess, _ store: MemoryStore = MemoryStore()) -> Membership {
        let person = GroupPerson(
            keys: MemberKeys(MemberKey(chance: Array(name.utf8))), ids: .counting(),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)), chance: MemberKeys.chance)
        return Membership(.tried, store: store, access: access, person: person)
    }

    func testWhoWasCutOffOnTheirWayInComesInAgainByTheSameCode() throws {
        let town = MemoryTown()
        let lead = membership("mina", town.access("mina"))
        let group = try lead.found(in: "a place", called: "Circle", as: "Mina")
        let code = try lead.hall(of: group).invite(as: "member", uses: 1, until: nil)
        let cut = Cut(town.access("zoe"))
        let part = membership("zoe", cut.access)
        cut.isOn.value = true
        XCTAssertThrowsError(try part.join("a place", code: code, as: "Zoe"))
        XCTAssertEqual(try part.groups().count, 0)
        cut.isOn.value = false
        let joined = try part.join("a place", code: code, as: "Zoe")
        XCTAssertEqual(try part.hall(of: joined).me().name, "Zoe")
        XCTAssertEqual(try lead.hall(of: group).members().count, 2)
        XCTAssertThrowsError(try part.join("a place", code: code, as: "Zoe")) {
            XCTAssertEqual(($0 as? Failure)?.code, .memberTwice)
        }
        try part.forget(joined)
        XCTAssertEqual(try part.join("a place", code: code, as: "Zoe").id, joined.id, "let go of, and in still")
    }

    func testWhoWasCutOffWhileFoundingFoundsAgain() throws {
        let home = try Home()
        let town = FolderTown(home.path("town"))
        let cut = Cut(town.access("mina"))
        let part = membership("mina", cut.access)
        let place = town.free()
        cut.isOn.value = true
        XCTAssertThrowsError(try part.found(in: place, called: "Circle", as: "Mina"))
        cut.isOn.value = false
        let group = try part.found(in: place, called: "Circle", as: "Mina")
        XCTAssertEqual(try part.hall(of: group).members().map(\.name), ["Mina"])
        for (name, other) in [("mina", part), ("zoe", membership("zoe", town.access("zoe")))] {
            XCTAssertThrowsError(try other.found(in: place, called: "Mine", as: name)) {
                XCTAssertEqual(($0 as? Failure)?.code, .groupExists)
            }
        }
    }

    func testAFolderInWhichNothingWasFoundedYetIsTakenUp() throws {
        let home = try Home()
        let town = FolderTown(home.path("town"))
        let place = town.free()
        // As far as a process came that was killed there.
        try FileStore(directory: place, access: .group, now: { .earliest }).close()
        XCTAssertEqual(try membership("mina", town.access("mina")).found(in: place, called: "Circle", as: "Mina").name, "Circle")
        let other = town.free()
        let store = try FileStore(directory: other, access: .group, now: { .earliest })
        try store.write { try $0.put(KnownNote(id: "n")) }
        try store.close()
        XCTAssertThrowsError(try membership("mina", town.access("mina")).found(in: other, called: "Circle", as: "Mina")) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupPlaceTaken, "somebody else's")
        }
    }

    private struct KnownNote: Storable {
        let id: Identifier<KnownNote>
        static let collection = RecordCollection<KnownNote>("tests.note")
    }

    func testPeopleAreToldInTheOrderInWhichTheyCame() throws {
        let (town, clock) = (MemoryTown(), HandClock(Instant(milliseconds: 1_795_000_000_000)))
        let time = TimeSource(calendar: .utc) { clock.now }
        let place = try town.access("mina", time: time).found("a place", "Circle", "Mina")
        let lead = try town.access("mina", time: time).open(place, .asked)
        let names = ["zoe", "adam", "ben", "eve", "dan"]
        for name in names {
            clock.advance(seconds: 1)
            _ = try town.access(name, time: time).enter("a place", lead.invite(as: "member", uses: 1, until: nil), name)
        }
        XCTAssertEqual(try lead.members().map(\.name), ["Mina"] + names)
    }

    func testAGroupOfAThousandTakesNobodyMore() throws {
        let town = MemoryTown()
        let place = try town.access("mina").found("a place", "Circle", "Mina")
        let store = try XCTUnwrap(town.store("a place"))
        try store.write { transaction in
            for number in 1..<1_000 {
                try transaction.put(Member(id: Identifier("m\(number)"), name: "x", role: "member", joined: Day(ordinal: 20_000)))
            }
        }
        let code = try town.access("mina").open(place, .asked).invite(as: "member", uses: 1, until: nil)
        XCTAssertThrowsError(try town.access("zoe").enter("a place", code, "Zoe")) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupFull)
        }
    }
}
