import Foundation
import Groups
import GroupsAdapters
import Kernel
import Storage
import TestSupport
import XCTest

/// Interrupted creation, joining and leaving lose nothing.
final class GroupEntryTests: XCTestCase {
    /// An access whose last step may fail, as for a process that is killed before it.
    private final class Cut: Sendable {
        let isOn = Shared(false)
        let access: GroupAccess

        init(_ real: GroupAccess) {
            let isOn = self.isOn
            access = GroupAccess(
                create: real.create, checkedJoin: real.checkedJoin,
                open: { place, waitLimit in
                    if isOn.value { throw Failure(.init("killed"), "killed") }
                    return try real.open(place, waitLimit)
                }, forget: real.forget)
        }
    }

    private func membership(_ name: String, _ access: GroupAccess, _ store: MemoryStore = MemoryStore()) -> Membership {
        let person = GroupPerson(
            keys: MemberKeys(MemberKey(randomBytes: Array(name.utf8))), ids: .counting(),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)), randomBytes: MemberKeys.randomBytes)
        return Membership(.contractPolicy, store: store, access: access, person: person)
    }

    func testInterruptedJoinSucceedsAgainWithTheSameCode() throws {
        let fixture = MemoryGroupFixture()
        let lead = membership("mina", fixture.access("mina"))
        let group = try lead.create(in: "a place", called: "Circle", as: "Mina")
        let code = try lead.groupSession(of: group).invite(as: "member", uses: 1, until: nil)
        let cut = Cut(fixture.access("zoe"))
        let part = membership("zoe", cut.access)
        cut.isOn.value = true
        XCTAssertThrowsError(try part.join("a place", code: code, as: "Zoe"))
        XCTAssertEqual(try part.groups().count, 0)
        cut.isOn.value = false
        let joined = try part.join("a place", code: code, as: "Zoe")
        XCTAssertEqual(try part.groupSession(of: joined).me().name, "Zoe")
        XCTAssertEqual(try lead.groupSession(of: group).members().count, 2)
        XCTAssertThrowsError(try part.join("a place", code: code, as: "Zoe")) {
            XCTAssertEqual(($0 as? Failure)?.code, .memberTwice)
        }
        try part.forget(joined)
        XCTAssertEqual(
            try part.join("a place", code: code, as: "Zoe").id, joined.id,
            "the person is still a member after forgetting the group")
    }

    func testInterruptedCreationCanBeRepeated() throws {
        let home = try Home()
        let fixture = FolderGroupFixture(home.path("town"))
        let cut = Cut(fixture.access("mina"))
        let part = membership("mina", cut.access)
        let place = fixture.free()
        cut.isOn.value = true
        XCTAssertThrowsError(try part.create(in: place, called: "Circle", as: "Mina"))
        cut.isOn.value = false
        let group = try part.create(in: place, called: "Circle", as: "Mina")
        XCTAssertEqual(try part.groupSession(of: group).members().map(\.name), ["Mina"])
        for (name, other) in [("mina", part), ("zoe", membership("zoe", fixture.access("zoe")))] {
            XCTAssertThrowsError(try other.create(in: place, called: "Mine", as: name)) {
                XCTAssertEqual(($0 as? Failure)?.code, .groupExists)
            }
        }
    }

    func testUnusedStoreFolderIsAcceptedForANewGroup() throws {
        let home = try Home()
        let fixture = FolderGroupFixture(home.path("town"))
        let place = fixture.free()
        // The state that a killed process left.
        try FileStore(directory: place, access: .group, now: { .earliest }).close()
        XCTAssertEqual(
            try membership("mina", fixture.access("mina")).create(in: place, called: "Circle", as: "Mina").name,
            "Circle"
        )
        let other = fixture.free()
        let store = try FileStore(directory: other, access: .group, now: { .earliest })
        try store.write { try $0.put(KnownNote(id: "n")) }
        try store.close()
        XCTAssertThrowsError(
            try membership("mina", fixture.access("mina")).create(in: other, called: "Circle", as: "Mina")
        ) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupPlaceTaken, "another app's store")
        }
    }

    private struct KnownNote: Storable {
        let id: Identifier<KnownNote>
        static let collection = RecordCollection<KnownNote>("tests.note")
    }

    func testMembersAreListedInJoinOrder() throws {
        let fixture = MemoryGroupFixture()
        let clock = ManualClock(Instant(milliseconds: 1_795_000_000_000))
        let time = TimeSource(calendar: .utc) { clock.now }
        let place = try fixture.access("mina", time: time).create("a place", "Circle", "Mina")
        let lead = try fixture.access("mina", time: time).open(place, .userInitiated)
        let names = ["zoe", "adam", "ben", "eve", "dan"]
        for name in names {
            clock.advance(seconds: 1)
            _ = try fixture.access(name, time: time).join(
                "a place", lead.invite(as: "member", uses: 1, until: nil), name)
        }
        XCTAssertEqual(try lead.members().map(\.name), ["Mina"] + names)
    }

    func testGroupHasAtMostAThousandMembers() throws {
        let fixture = MemoryGroupFixture()
        let place = try fixture.access("mina").create("a place", "Circle", "Mina")
        let store = try XCTUnwrap(fixture.store("a place"))
        try store.write { transaction in
            for number in 1..<1_000 {
                try transaction.put(
                    Member(id: Identifier("m\(number)"), name: "x", role: "member", joined: Day(ordinal: 20_000)))
            }
        }
        let code = try fixture.access("mina").open(place, .userInitiated).invite(as: "member", uses: 1, until: nil)
        XCTAssertThrowsError(try fixture.access("zoe").join("a place", code, "Zoe")) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupFull)
        }
    }
}
