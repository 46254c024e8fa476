import Foundation
import Groups
import Kernel
import Storage
import TestBench
import XCTest

/// A folder of which something cannot be read, a device on which nothing can be written, and the ways out of both.
final class DamageTests: XCTestCase {
    private func membership(_ name: String, _ town: FolderTown, _ store: any Store) -> Membership {
        let person = GroupPerson(
            keys: town.keys(of: name), ids: .timeOrdered(now: { .earliest }, random: .system()),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)), chance: MemberKeys.chance)
        return Membership(.tried, store: store, access: town.access(name), person: person)
    }

    /// Two letters of a line change places, as a disk or a file server may do it.
    private func damage(_ place: String, line: Int) throws {
        let path = "\(place)/log-1.jsonl"
        var lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 10, omittingEmptySubsequences: false)
        var bytes = Array(lines[line])
        let other = try XCTUnwrap(bytes.indices.dropFirst(bytes.count / 2).first { bytes[$0] != bytes[$0 - 1] })
        bytes.swapAt(other, other - 1)
        lines[line] = Data(bytes)
        try Data(lines.joined(separator: [10])).write(to: URL(fileURLWithPath: path))
    }

    private func lines(_ place: String) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: "\(place)/log-1.jsonl")).split(separator: 10).count
    }

    /// Whichever line it is behind that of the founding: everybody sees what they saw, nothing that is written is lost, and a repair leaves all that
    /// can be read.
    func testADamagedFolderIsReadByNobodyUntilItIsRepaired() throws {
        for back in 1...4 {
            let home = try Home()
            let (town, mine, hers) = (FolderTown(home.path("town")), MemoryStore(), MemoryStore())
            let lead = membership("mina", town, mine)
            let group = try lead.found(in: town.free(), called: "Circle", as: "Mina")
            let code = try lead.hall(of: group).invite(as: "member", uses: 1, until: nil)
            let zoe = membership("zoe", town, hers)
            let hersOfIt = try zoe.join(group.place.path, code: code, as: "Zoe")
            for number in 1...3 {
                let note = lead.paper("note", by: group.me, for: .everyone, content: [UInt8(number)])
                XCTAssertTrue(try lead.send(.paper(note), to: group).hasArrived)
            }
            XCTAssertEqual(try zoe.sight(of: hersOfIt).view.papers.count, 3)
            _ = try lead.sight(of: group)
            try damage(group.place.path, line: lines(group.place.path) - back)

            let (again, sheAgain) = (membership("mina", town, mine), membership("zoe", town, hers))
            for (part, known) in [(again, group), (sheAgain, hersOfIt)] {
                let sight = try part.sight(of: known)
                XCTAssertEqual(sight.trouble?.code, .groupDamaged, "\(back)")
                XCTAssertEqual(sight.view.papers.count, 3, "what was seen before")
            }
            let late = again.paper("note", by: group.me, for: .everyone, content: [4])
            let sending = try again.send(.paper(late), to: group)
            XCTAssertFalse(sending.hasArrived)
            XCTAssertEqual(sending.trouble?.code, .groupDamaged)

            XCTAssertFalse(try again.repair(group).isEmpty)
            let mended = membership("mina", town, mine)
            XCTAssertEqual(try mended.repair(group), [], "nothing is damaged any more")
            XCTAssertEqual(try mended.deliver().sent, 1)
            let sight = try mended.sight(of: group)
            XCTAssertNil(sight.trouble)
            XCTAssertEqual(sight.view.papers.count, back == 4 ? 4 : 3, "\(back): one line held one thing")
            XCTAssertEqual(sight.view.members.count, back == 4 ? 1 : 2)
        }
    }

    func testADatabaseIsRepairedByWhoeverAdministersIt() throws {
        let home = try Home()
        let town = FolderTown(home.path("town"))
        XCTAssertThrowsError(try town.access("mina").repair(GroupPlace(id: "g", path: "postgres:///club"))) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupPlaceTaken)
        }
    }

    /// What cannot be noted here does not happen there.
    func testWhoCanWriteNothingOnTheirDeviceHasNotLeft() throws {
        let home = try Home()
        let (town, store) = (FolderTown(home.path("town")), MemoryStore())
        let lead = membership("mina", town, store)
        let group = try lead.found(in: town.free(), called: "Circle", as: "Mina")
        XCTAssertThrowsError(try membership("mina", town, SealedStore(over: store)).leave(group)) {
            XCTAssertEqual(($0 as? Failure)?.code, Failure.Code("sealed"))
        }
        XCTAssertEqual(try membership("mina", town, store).hall(of: group).me().name, "Mina")
    }

    /// Removed, and the group has another place since: it is let go of, and come to by a new invitation.
    func testWhoWasRemovedFromAGroupThatMovedComesBack() throws {
        let home = try Home()
        let (town, mine, hers) = (FolderTown(home.path("town")), MemoryStore(), MemoryStore())
        let (lead, zoe) = (membership("mina", town, mine), membership("zoe", town, hers))
        let group = try lead.found(in: town.free(), called: "Circle", as: "Mina")
        let known = try zoe.join(
            group.place.path, code: lead.hall(of: group).invite(as: "member", uses: 1, until: nil), as: "Zoe")
        try lead.hall(of: group).remove(known.me)
        let place = town.free()
        try FileManager.default.moveItem(atPath: group.place.path, toPath: place)
        let moved = try membership("mina", town, mine).move(group, to: place)
        let code = try membership("mina", town, mine).hall(of: moved).invite(as: "member", uses: 1, until: nil)
        let back = membership("zoe", town, hers)
        XCTAssertThrowsError(try back.join(place, code: code, as: "Zoe")) { error in
            XCTAssertEqual((error as? Failure)?.code, .groupElsewhere)
            XCTAssertTrue((error as? Failure)?.advice.contains("--forget") ?? false)
        }
        XCTAssertEqual(try back.forget(known), 0)
        let joined = try back.join(place, code: code, as: "Zoe")
        XCTAssertEqual(try back.hall(of: joined).me().name, "Zoe")
    }
}

/// A device whose disk can only be read.
private struct SealedStore: Store, StoreEngine {
    private let base: any StoreEngine
    var partition: Partition { .common }
    var engine: any StoreEngine { self }

    init(over store: any Store) { base = store.engine }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try base.read(body) }
    func write<Value>(_: (any EngineTransaction) throws -> Value) throws -> Value { throw Failure(.init("sealed"), "sealed") }
    func renew<Value>(_: Renewal, closing _: (any EngineTransaction) throws -> Value) throws -> Value {
        throw Failure(.init("sealed"), "sealed")
    }
    func changes(since sequence: Int, limit: Int) throws -> [Change] { try base.changes(since: sequence, limit: limit) }
    func forgottenDeletions() throws -> Int { try base.forgottenDeletions() }
    func inspect() throws -> StoreReport { try base.inspect() }
    func space() throws -> [StoreSpace] { try base.space() }
    func close() {}
}
