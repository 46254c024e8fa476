import Foundation
import Groups
import GroupsAdapters
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

/// A group whose place is missing, empty, foreign or silent, and items queued for it.
final class UnreachableGroupTests: XCTestCase {
    private static let now = Instant(milliseconds: 1_795_000_000_000)

    private func membership(
        _ access: GroupAccess, _ store: MemoryStore, _ clock: ManualClock = ManualClock(UnreachableGroupTests.now),
        keys: MemberKeys = MemberKeys(MemberKey(randomBytes: Array("mina".utf8)))
    ) -> Membership {
        let time = TimeSource(calendar: .utc) { clock.now }
        let person = GroupPerson(
            keys: keys, ids: .counting(), time: time, randomBytes: MemberKeys.randomBytes)
        return Membership(.contractPolicy, store: store, access: access, person: person)
    }

    func testMissingEmptiedAndForeignFoldersAreTemporaryFailures() throws {
        let home = try Home()
        let fixture = FolderGroupFixture(home.path("town"))
        let store = MemoryStore()
        let place = fixture.free()
        let part = membership(fixture.access("mina"), store)
        let group = try part.create(in: place, called: "Circle", as: "Mina")
        let other = try fixture.access("zoe").create(fixture.free(), "Other", "Zoe").path
        try FileManager.default.moveItem(atPath: place, toPath: place + " away")
        func expect(_ code: Failure.Code, _ line: UInt = #line) {
            XCTAssertThrowsError(try membership(fixture.access("mina"), store).groupSession(of: group), line: line) {
                error in
                XCTAssertEqual((error as? Failure)?.code, code, line: line)
                XCTAssertEqual((error as? Failure)?.kind, .temporary, line: line)
            }
        }
        expect(.groupUnreachable)
        XCTAssertFalse(FileManager.default.fileExists(atPath: place), "a read created the folder")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        expect(.groupEmptied)
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.copyItem(atPath: other, toPath: place)
        expect(.groupForeign)
        // The group is recognized at its new place. The place of another group is refused.
        let again = membership(fixture.access("mina"), store)
        XCTAssertThrowsError(try again.move(group, to: other)) { XCTAssertEqual(($0 as? Failure)?.code, .groupForeign) }
        let moved = try again.move(group, to: place + " away")
        XCTAssertEqual(try again.groupSession(of: moved).group().name, "Circle")
    }

    /// The place disappears before the first snapshot.
    func testSavedCopyExistsAfterCreation() throws {
        let home = try Home()
        let fixture = FolderGroupFixture(home.path("town"))
        let store = MemoryStore()
        let place = fixture.free()
        let part = membership(fixture.access("mina"), store)
        let group = try part.create(in: place, called: "Circle", as: "Mina")
        try FileManager.default.moveItem(atPath: place, toPath: place + " away")
        let snapshot = try membership(fixture.access("mina"), store).snapshot(of: group)
        XCTAssertEqual(snapshot.view.me.name, "Mina")
        XCTAssertEqual(snapshot.trouble?.code, .groupUnreachable)
    }

    /// A post with a valid form and an invalid day.
    func testUnreadablePostDoesNotHideOthers() throws {
        struct Sheet: Storable {
            struct Written: Codable, Sendable {
                var id = "bad", kind = "note", author = "eve", content = "%%%", day = "2026-02-30"
            }
            static let collection = RecordCollection<Sheet>("groups.paper")
            let id: Identifier<Sheet>
            let author: String
            let writtenAt: Int
            let post: Written
        }
        let fixture = MemoryGroupFixture()
        let store = MemoryStore()
        let part = membership(fixture.access("mina"), store)
        let group = try part.create(in: fixture.fixture.newPlace(), called: "Circle", as: "Mina")
        _ = try part.groupSession(of: group).write(part.post("note", by: group.me, for: .everyone, content: [7]))
        try XCTUnwrap(fixture.store(group.place.path)).write {
            try $0.put(Sheet(id: Identifier("bad"), author: "eve", writtenAt: -1, post: Sheet.Written()))
        }
        let snapshot = try part.snapshot(of: group)
        XCTAssertNil(snapshot.asOf)
        XCTAssertEqual(snapshot.view.posts.map(\.content), [[7]])
    }

    func testBriefAccessSkipsASilentPlaceForFiveMinutes() throws {
        let fixture = MemoryGroupFixture()
        let store = MemoryStore()
        let clock = ManualClock(UnreachableGroupTests.now)
        let isSilent = Mutex(false)
        let callCount = Mutex(0)
        let real = fixture.access("mina")
        let access = GroupAccess(create: real.create, checkedJoin: real.checkedJoin) { place, waitLimit in
            callCount.withLock { $0 += 1 }
            if isSilent.withLock({ $0 }) { throw Failure.groupSilent(place.path) }
            return try real.open(place, waitLimit)
        }
        let part = membership(access, store, clock)
        _ = try part.create(in: "a place", called: "Circle", as: "Mina")
        _ = try part.snapshot(of: part.group())
        isSilent.withLock { $0 = true }
        callCount.withLock { $0 = 0 }
        let snapshot = try part.snapshot(of: part.group())
        XCTAssertEqual(snapshot.trouble?.code, .groupSilent)
        XCTAssertEqual(snapshot.view.members.map(\.name), ["Mina"], "the copy exists")
        XCTAssertNotNil(snapshot.asOf)
        for _ in 0..<5 { _ = try part.snapshot(of: part.group(), .brief) }
        XCTAssertEqual(callCount.withLock { $0 }, 1)
        clock.advance(seconds: 301)
        _ = try part.snapshot(of: part.group(), .brief)
        XCTAssertEqual(callCount.withLock { $0 }, 2)
        isSilent.withLock { $0 = false }
        XCTAssertNil(try part.snapshot(of: part.group()).trouble)
    }

    /// A process killed between the session and the outbox neither loses nor repeats posts.
    func testDeliverySkipsReceivedPostsAndRefusalsBlockNothing() throws {
        let fixture = MemoryGroupFixture()
        let store = MemoryStore()
        let part = membership(fixture.access("mina"), store)
        let group = try part.create(in: "a place", called: "Circle", as: "Mina")
        let posts = (0..<4).map { number in
            part.post(
                "note", by: group.me, for: .everyone, content: [UInt8](repeating: 0, count: number == 1 ? 5_000 : 1))
        }
        for post in posts { _ = try part.queue(.post(post), for: group) }
        // The state of a process that was killed after the first post.
        _ = try part.groupSession(of: group).write(posts[0])
        let delivery = try part.deliver()
        XCTAssertEqual(delivery.sent, 3)
        XCTAssertEqual(delivery.refused.values.map(\.code), [.paperTooLarge])
        XCTAssertEqual(try part.groupSession(of: group).posts(nil).count, 3)
        XCTAssertEqual(try part.deliver().sent, 0)
        XCTAssertEqual(try part.takeRefused().count, 1)
        XCTAssertEqual(try part.takeRefused().count, 0, "each refusal is reported once")
        XCTAssertThrowsError(try part.send(.post(posts[1]), to: group)) {
            XCTAssertEqual(($0 as? Failure)?.code, .paperTooLarge)
        }
        XCTAssertTrue(try part.takeRefused().isEmpty, "an immediate refusal is not reported again")
    }

    func testGroupsAreFoundByNameOrPrefix() throws {
        let fixture = MemoryGroupFixture()
        let store = MemoryStore()
        let part = membership(fixture.access("mina"), store)
        XCTAssertThrowsError(try part.group()) { XCTAssertEqual(($0 as? Failure)?.code, .groupNotFound) }
        for name in ["Circle", "Circus", "Board"] {
            _ = try part.create(in: "place of \(name)", called: name, as: "Mina")
        }
        XCTAssertThrowsError(try part.group()) { XCTAssertEqual(($0 as? Failure)?.code, .namesSeveral) }
        XCTAssertThrowsError(try part.group("circ")) { XCTAssertEqual(($0 as? Failure)?.code, .namesSeveral) }
        XCTAssertEqual(try part.group("CIRCUS").name, "Circus")
        XCTAssertEqual(try part.group("bo").name, "Board")
        let members = try part.groups().map(\.me)
        XCTAssertEqual(Set(members).count, 3, "the person has a different id in each group")
        try part.forget(part.group("Board"))
        XCTAssertEqual(try part.groups().map(\.name), ["Circle", "Circus"])
    }

    /// Returns an access whose place may be unreachable.
    private func mayBeAway(_ real: GroupAccess, _ isAway: Shared<Bool>) -> GroupAccess {
        GroupAccess(
            create: real.create, checkedJoin: real.checkedJoin,
            open: { place, waitLimit in
                if isAway.value { throw Failure.groupUnreachable(place.path) }
                return try real.open(place, waitLimit)
            }, forget: real.forget, withDeliveryLock: real.withDeliveryLock)
    }

    func testLeavingRequiresDeliveryOfQueuedPosts() throws {
        let fixture = MemoryGroupFixture()
        let store = MemoryStore()
        let isAway = Shared(false)
        let part = membership(mayBeAway(fixture.access("mina"), isAway), store)
        let group = try part.create(in: "a place", called: "Circle", as: "Mina")
        let code = try part.groupSession(of: group).invite(as: "lead", uses: 1, until: nil)
        let zoe = try fixture.access("zoe").open(
            fixture.access("zoe").join("a place", code, "Zoe").place, .userInitiated)
        isAway.value = true
        let praise = part.post("praise", by: group.me, about: try zoe.me().id, for: .everyone, content: [1])
        XCTAssertFalse(try part.send(.post(praise), to: group).hasArrived)
        XCTAssertThrowsError(try part.leave(group)) { XCTAssertEqual(($0 as? Failure)?.code, .groupUnsent) }
        XCTAssertEqual([try part.waitingCount(for: group), try part.groups().count], [1, 1])
        isAway.value = false
        _ = try part.leave(group)
        XCTAssertEqual(try zoe.posts(["praise"]).map(\.id), [praise.id])
        XCTAssertEqual(try part.groups().count, 0)
    }

    func testForgettingAGroupReturnsTheUnsentCount() throws {
        let fixture = MemoryGroupFixture()
        let store = MemoryStore()
        let isAway = Shared(false)
        let part = membership(mayBeAway(fixture.access("mina"), isAway), store)
        let group = try part.create(in: "a place", called: "Circle", as: "Mina")
        isAway.value = true
        for _ in 0..<2 {
            _ = try part.send(.post(part.post("note", by: group.me, for: .everyone, content: [1])), to: group)
        }
        XCTAssertEqual(try part.forget(group), 2)
        XCTAssertEqual(try part.waiting().count, 0)
        // A running operation does not restore a forgotten group.
        isAway.value = false
        _ = try part.move(group, to: "a place")
        _ = try part.snapshot(of: group)
        XCTAssertEqual(try part.groups().count, 0)
        XCTAssertNil(try part.savedSnapshot(of: group))
    }

    func testFullOutboxDoesNotPromiseDelivery() throws {
        let fixture = MemoryGroupFixture()
        let store = MemoryStore()
        let part = membership(fixture.access("mina"), store)
        let group = try part.create(in: "a place", called: "Circle", as: "Mina")
        let submission = GroupSubmission.post(part.post("note", by: group.me, for: .everyone, content: [1]))
        for _ in 0..<500 { _ = try part.queue(submission, for: group) }
        XCTAssertThrowsError(try part.queue(submission, for: group)) { error in
            XCTAssertEqual((error as? Failure)?.code, .groupOutboxFull)
            XCTAssertFalse(((error as? Failure)?.advice.contains("It waits") ?? true))
        }
    }

    func testRemovedMemberLosesTheSavedCopy() throws {
        let fixture = MemoryGroupFixture()
        let store = MemoryStore()
        let part = membership(fixture.access("mina"), store)
        let group = try part.create(in: "a place", called: "Circle", as: "Mina")
        let code = try part.groupSession(of: group).invite(as: "lead", uses: 1, until: nil)
        let zoe = try fixture.access("zoe").open(
            fixture.access("zoe").join("a place", code, "Zoe").place, .userInitiated)
        _ = try part.snapshot(of: group)
        try zoe.remove(group.me)
        XCTAssertThrowsError(try part.snapshot(of: group)) { XCTAssertEqual(($0 as? Failure)?.code, .notMember) }
        XCTAssertNil(try part.savedSnapshot(of: group))
    }

    /// A background sender delivers an older post while a command sends its withdrawal.
    func testWithdrawalDuringBackgroundDeliveryIsKept() throws {
        let home = try Home()
        let fixture = FolderGroupFixture(home.path("town"))
        let store = MemoryStore()
        let beforeOpening = Shared<(@Sendable () -> Void)?>(nil)
        let real = fixture.access("mina")
        let slow = GroupAccess(
            create: real.create, checkedJoin: real.checkedJoin,
            open: { place, waitLimit in
                let groupSession = try real.open(place, waitLimit)
                beforeOpening.take()?()
                return groupSession
            }, forget: real.forget, withDeliveryLock: real.withDeliveryLock)
        let keys = fixture.keys(of: "mina")
        let sender = membership(slow, store, keys: keys)
        let person = membership(fixture.access("mina"), store, keys: keys)
        let group = try person.create(in: fixture.free(), called: "Circle", as: "Mina")
        let code = try person.groupSession(of: group).invite(as: "member", uses: 1, until: nil)
        let zoe = try fixture.access("zoe").join(group.place.path, code, "Zoe").place
        let praise = person.post("note", by: group.me, for: .everyone, content: [1])
        _ = try person.queue(.post(praise), for: group)
        let arrivals = Shared<[Bool]>([])
        beforeOpening.value = {
            // The withdrawal happens while the background sender delivers.
            let sent = try? person.send(.withdrawal(praise.id), to: group).hasArrived
            arrivals.value.append(sent ?? false)
        }
        XCTAssertEqual(try sender.deliver().sent, 1)
        XCTAssertEqual(try person.deliver().sent, 1)
        XCTAssertEqual(arrivals.value, [false], "another process was delivering")
        XCTAssertEqual(try fixture.access("zoe").open(zoe, .userInitiated).posts(nil), [])
        XCTAssertEqual(try person.waiting().count, 0)
        XCTAssertEqual(try person.takeRefused().count, 0)
    }

    func testDroppedPostIsNotSentByARunningDelivery() throws {
        let fixture = MemoryGroupFixture()
        let store = MemoryStore()
        let beforeOpening = Shared<(@Sendable () -> Void)?>(nil)
        let real = fixture.access("mina")
        let slow = GroupAccess(
            create: real.create, checkedJoin: real.checkedJoin,
            open: { place, waitLimit in
                beforeOpening.take()?()
                return try real.open(place, waitLimit)
            })
        let sender = membership(slow, store)
        let person = membership(real, store)
        let group = try person.create(in: "a place", called: "Circle", as: "Mina")
        let note = person.post("note", by: group.me, for: .everyone, content: [1])
        _ = try person.queue(.post(note), for: group)
        beforeOpening.value = { _ = try? person.drop(group) { if case .post = $0 { true } else { false } } }
        XCTAssertEqual(try sender.deliver().sent, 0)
        XCTAssertEqual(try person.groupSession(of: group).posts(nil), [])
    }
}
