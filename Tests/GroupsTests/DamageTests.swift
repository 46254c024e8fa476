import Foundation
import Groups
import Kernel
import Storage
import TestSupport
import XCTest

/// Damaged folders, a read-only device, and recovery from both.
final class DamageTests: XCTestCase {
    private func membership(_ name: String, _ fixture: FolderGroupFixture, _ store: any Store) -> Membership {
        let person = GroupPerson(
            keys: fixture.keys(of: name), ids: .timeOrdered(now: { .earliest }, random: .system()),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)), randomBytes: MemberKeys.randomBytes)
        return Membership(.contractPolicy, store: store, access: fixture.access(name), person: person)
    }

    /// Swaps two characters of a line, as a failing disk or file server may do.
    private func damage(_ place: String, line: Int) throws {
        let path = "\(place)/log-1.jsonl"
        var lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(
            separator: 10, omittingEmptySubsequences: false)
        var bytes = Array(lines[line])
        let other = try XCTUnwrap(bytes.indices.dropFirst(bytes.count / 2).first { bytes[$0] != bytes[$0 - 1] })
        bytes.swapAt(other, other - 1)
        lines[line] = Data(bytes)
        try Data(lines.joined(separator: [10])).write(to: URL(fileURLWithPath: path))
    }

    private func lines(_ place: String) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: "\(place)/log-1.jsonl")).split(separator: 10).count
    }

    /// Any line after the creation may be damaged. Members see their copies, queued posts are kept,
    /// and a repair keeps all readable posts.
    func testDamagedFolderShowsSavedCopiesUntilRepaired() throws {
        for offset in 1...4 {
            let home = try Home()
            let fixture = FolderGroupFixture(home.path("town"))
            let minasStore = MemoryStore()
            let zoesStore = MemoryStore()
            let lead = membership("mina", fixture, minasStore)
            let group = try lead.create(in: fixture.free(), called: "Circle", as: "Mina")
            let code = try lead.groupSession(of: group).invite(as: "member", uses: 1, until: nil)
            let zoe = membership("zoe", fixture, zoesStore)
            let zoesGroup = try zoe.join(group.place.path, code: code, as: "Zoe")
            for number in 1...3 {
                let note = lead.post("note", by: group.me, for: .everyone, content: [UInt8(number)])
                XCTAssertTrue(try lead.send(.post(note), to: group).hasArrived)
            }
            XCTAssertEqual(try zoe.snapshot(of: zoesGroup).view.posts.count, 3)
            _ = try lead.snapshot(of: group)
            try damage(group.place.path, line: lines(group.place.path) - offset)

            let again = membership("mina", fixture, minasStore)
            let zoeAgain = membership("zoe", fixture, zoesStore)
            for (part, known) in [(again, group), (zoeAgain, zoesGroup)] {
                let snapshot = try part.snapshot(of: known)
                XCTAssertEqual(snapshot.trouble?.code, .groupDamaged, "\(offset)")
                XCTAssertEqual(snapshot.view.posts.count, 3, "the saved copy is shown")
            }
            let late = again.post("note", by: group.me, for: .everyone, content: [4])
            let sending = try again.send(.post(late), to: group)
            XCTAssertFalse(sending.hasArrived)
            XCTAssertEqual(sending.trouble?.code, .groupDamaged)

            XCTAssertFalse(try again.repair(group).isEmpty)
            let repaired = membership("mina", fixture, minasStore)
            XCTAssertEqual(try repaired.repair(group), [], "the damage is repaired")
            XCTAssertEqual(try repaired.deliver().sent, 1)
            let snapshot = try repaired.snapshot(of: group)
            XCTAssertNil(snapshot.trouble)
            XCTAssertEqual(snapshot.view.posts.count, offset == 4 ? 4 : 3, "\(offset): one line contained one record")
            XCTAssertEqual(snapshot.view.members.count, offset == 4 ? 1 : 2)
        }
    }

    func testDatabaseGroupCannotBeRepairedByMembers() throws {
        let home = try Home()
        let fixture = FolderGroupFixture(home.path("town"))
        XCTAssertThrowsError(try fixture.access("mina").repair(GroupPlace(id: "g", path: "postgres:///club"))) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupPlaceTaken)
        }
    }

    /// Leaving fails if the device cannot record it.
    func testLeavingFailsWhenTheDeviceIsReadOnly() throws {
        let home = try Home()
        let fixture = FolderGroupFixture(home.path("town"))
        let store = MemoryStore()
        let lead = membership("mina", fixture, store)
        let group = try lead.create(in: fixture.free(), called: "Circle", as: "Mina")
        XCTAssertThrowsError(try membership("mina", fixture, SealedStore(over: store)).leave(group)) {
            XCTAssertEqual(($0 as? Failure)?.code, Failure.Code("sealed"))
        }
        XCTAssertEqual(try membership("mina", fixture, store).groupSession(of: group).me().name, "Mina")
    }

    /// A member is removed and the group moves. The member forgets the group and joins by a new
    /// invitation.
    func testRemovedMemberRejoinsAMovedGroup() throws {
        let home = try Home()
        let fixture = FolderGroupFixture(home.path("town"))
        let minasStore = MemoryStore()
        let zoesStore = MemoryStore()
        let lead = membership("mina", fixture, minasStore)
        let zoe = membership("zoe", fixture, zoesStore)
        let group = try lead.create(in: fixture.free(), called: "Circle", as: "Mina")
        let known = try zoe.join(
            group.place.path, code: lead.groupSession(of: group).invite(as: "member", uses: 1, until: nil), as: "Zoe")
        try lead.groupSession(of: group).remove(known.me)
        let place = fixture.free()
        try FileManager.default.moveItem(atPath: group.place.path, toPath: place)
        let moved = try membership("mina", fixture, minasStore).move(group, to: place)
        let code = try membership("mina", fixture, minasStore).groupSession(of: moved).invite(
            as: "member", uses: 1, until: nil)
        let returned = membership("zoe", fixture, zoesStore)
        XCTAssertThrowsError(try returned.join(place, code: code, as: "Zoe")) { error in
            XCTAssertEqual((error as? Failure)?.code, .groupElsewhere)
            XCTAssertTrue((error as? Failure)?.advice.contains("--forget") ?? false)
        }
        XCTAssertEqual(try returned.forget(known), 0, "no submission was waiting")
        let joined = try returned.join(place, code: code, as: "Zoe")
        XCTAssertEqual(try returned.groupSession(of: joined).me().name, "Zoe")
    }
}

/// A store on a read-only disk.
private struct SealedStore: Store, StoreEngine {
    private let base: any StoreEngine
    var partition: Partition { .common }
    var engine: any StoreEngine { self }

    init(over store: any Store) { base = store.engine }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try base.read(body) }
    func write<Value>(_: (any EngineTransaction) throws -> Value) throws -> Value {
        throw Failure(.init("sealed"), "sealed")
    }
    func replaceInBulk<Value>(_: BulkReplacement, closing _: (any EngineTransaction) throws -> Value) throws -> Value {
        throw Failure(.init("sealed"), "sealed")
    }
    func changes(since sequence: Int, limit: Int) throws -> [Change] { try base.changes(since: sequence, limit: limit) }
    func lastPrunedSequence() throws -> Int { try base.lastPrunedSequence() }
    func inspect() throws -> StoreReport { try base.inspect() }
    func space() throws -> [StoreSpace] { try base.space() }
    func close() {}
}
