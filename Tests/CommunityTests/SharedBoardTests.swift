import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage
import Synchronization
import TestBench
import XCTest

/// The board in a directory that many people share, and what a machine tells of itself.
final class SharedBoardTests: XCTestCase {
    private func access(
        _ path: String?, in home: Home, former: String? = nil, isRehearsal: Bool = false, _ opened: Opened = Opened()
    ) -> BoardAccess {
        let pin = home.path("pin/community")
        return .shared(
            BoardPlaces(named: path, pin: { pin }, former: former, notes: nil), isRehearsal: isRehearsal, now: { .earliest },
            opening: opened.add)
    }

    func testABoardIsOpenedOnceAndKnownByItsIdWhereverItLies() throws {
        let home = try Home(), place = home.path("town"), opened = Opened()
        let made = try access(nil, in: home).create(place)
        XCTAssertEqual(made.path, place)
        let access = access(nil, in: home, opened)
        try vote(access)
        XCTAssertEqual(try access.open(.asked).votes(for: ["video"]), [1])
        XCTAssertEqual(opened.count, 1)
        try FileManager.default.moveItem(atPath: place, toPath: home.path("moved"))
        assertFails(.communityUnreachable) { try self.access(nil, in: home).open(.asked) }
        XCTAssertEqual(try self.access(home.path("moved"), in: home).open(.asked).votes(for: ["video"]), [1], "named once")
        XCTAssertEqual(try self.access(nil, in: home).open(.asked).votes(for: ["video"]), [1], "and known there from then on")
        XCTAssertEqual(try self.access(nil, in: home).place(), BoardPlace(id: made.id, path: home.path("moved")))
    }

    /// A community that an older version made unasked, in its usual place or in one that was named, is taken up by its id at first sight.
    func testACommunityOfBeforeIsTakenUpAtFirstSight() throws {
        for isNamed in [false, true] {
            let home = try Home(), place = home.path("town")
            let former = StoredCommunityBoard(try FileStore(directory: place, access: .group, now: { .earliest }))
            _ = try former.take(posting(.feedback(Side.feedback("f"))), from: Actor(identity: Town.identity("mina")))
            func look() -> BoardAccess { isNamed ? access(place, in: home) : access(nil, in: home, former: place) }
            XCTAssertEqual(try look().place()?.id, nil)
            XCTAssertEqual(try look().open(.asked).feedbackCount(nil), 1)
            XCTAssertNotNil(try look().place()?.id)
            try FileManager.default.moveItem(atPath: place, toPath: home.path("moved"))
            assertFails(.communityUnreachable) { try self.access(nil, in: home, former: place).open(.asked) }
        }
    }

    /// An app's own store is a store and no community.
    func testAFolderOfSomethingElseIsNoCommunityAndIsLeftAlone() throws {
        let home = try Home(), place = home.path("own")
        let own = try FileStore(directory: place, now: { .earliest })
        try own.write { try $0.put(Side.feedback("f")) }
        try own.close()
        for folder in [place, try home.folder("photos"), home.path("nothing")] {
            XCTAssertThrowsError(try access(folder, in: home).open(.asked), folder) {
                XCTAssertEqual(($0 as? Failure)?.kind, .temporary, "\($0)")
            }
            XCTAssertThrowsError(try access(nil, in: home).find(folder), folder)
        }
        XCTAssertNil(try access(nil, in: home).place())
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path("photos")), [])
        XCTAssertFalse(FileManager.default.fileExists(atPath: home.path("nothing")))
        try home.file("photos/one.jpg", "x")
        assertFails(.folderNotEmpty) { try self.access(nil, in: home).create(home.path("photos")) }
    }

    func testARehearsalMakesNothingAndForgetsWhatItWrote() throws {
        let home = try Home(), place = home.path("town")
        let rehearsed = access(nil, in: home, isRehearsal: true)
        _ = try rehearsed.create(place)
        try vote(rehearsed)
        XCTAssertFalse(FileManager.default.fileExists(atPath: place))
        XCTAssertNil(try access(nil, in: home).place())
        _ = try access(nil, in: home).create(place)
        try vote(access(nil, in: home), "zoe")
        let rehearsal = access(nil, in: home, isRehearsal: true)
        try vote(rehearsal)
        XCTAssertEqual(try rehearsal.open(.asked).votes(for: ["video"]), [2])
        XCTAssertEqual(try access(nil, in: home).open(.asked).votes(for: ["video"]), [1])
        let other = try Home()
        try access(nil, in: other, isRehearsal: true).connect(BoardPlace(id: "x", path: place))
        XCTAssertNil(try access(nil, in: other).place(), "a rehearsal notes nothing")
    }

    func testAPlaceThatIsNoDirectoryIsAwayAndSaysWhy() throws {
        let home = try Home()
        try home.file("town", "a file")
        XCTAssertThrowsError(try access(home.path("town"), in: home).open(.asked)) { error in
            XCTAssertEqual((error as? Failure)?.code, .communityUnreachable)
            XCTAssertEqual((error as? Failure)?.kind, .temporary)
            XCTAssertGreaterThan(
                (error as? Failure)?.message.count ?? 0, Failure.communityUnreachable(home.path("town")).message.count)
        }
    }

    /// What says which community it is may be damaged: then it is named again, and nothing is guessed.
    func testADamagedNoteOfTheCommunityIsSaidAndNamedAnew() throws {
        for text in ["", "community x\n", "community x\nplace relative\n", "x\ny\n", "community x\nplace /y\nmore\n"] {
            let home = try Home(), place = home.path("town")
            let made = try access(nil, in: home).create(place)
            try vote(access(nil, in: home))
            try home.file("pin/community", text)
            assertFails(.pinDamaged) { try self.access(nil, in: home).open(.asked) }
            try access(nil, in: home).connect(access(nil, in: home).find(place))
            XCTAssertEqual(try access(nil, in: home).place(), made)
        }
        let home = try Home()
        try home.folder("pin")
        try FileManager.default.createSymbolicLink(atPath: home.path("pin/community"), withDestinationPath: "/etc/passwd")
        assertFails(.pinDamaged) { try self.access(nil, in: home).open(.asked) }
        assertFails(.folderUnusable) { try self.access(nil, in: home).connect(BoardPlace(id: "x", path: "/a\nb")) }
    }

    /// Wherever in a file a name stands it is found, and nothing that only begins like it.
    func testFilesAreSearchedForTheNameThatWasForgotten() throws {
        let name = Town.author("mina").rawValue
        for (text, isClean) in [
            ("nothing", true), (String(name.dropLast()), true), (name + " first", false),
            (String(name.prefix(5)) + name, false),
        ] {
            let home = try Home(isQuick: true), access = access(nil, in: home)
            _ = try access.create(home.path("town"))
            XCTAssertEqual(try self.access(nil, in: home).compact(name), true, "what was never opened holds nothing")
            try vote(access)
            _ = try access.open(.asked).forget(Actor(identity: Town.identity("mina")))
            try home.folder("town/folder")
            XCTAssertEqual(try access.compact(name), true, "what was removed is gone from every file")
            try home.file("town/foreign", text)
            XCTAssertEqual(try access.compact(name), isClean, text)
        }
    }

    func testTheLogHoldsANameUntilItIsForgottenAndRewritten() throws {
        let home = try Home(isQuick: true), access = access(nil, in: home)
        _ = try access.create(home.path("town"))
        let mina = Participation(
            store: MemoryStore(), access: access, identities: .memory(Town.identity("mina"), chance: IdentityStore.chance),
            device: .machine(app: "dojang", version: "1.0"), ids: .counting(prefix: "m"), time: HandClock().source())
        _ = try mina.tell(.bug, "It breaks")
        let gone = try mina.forgetMe()
        XCTAssertEqual(gone.records, 2, "the feedback and the ledger")
        XCTAssertFalse(gone.leavesOldBytes)
    }

    func testAMachineTellsItsSystemAndKindInPlainWords() {
        let device = DeviceInfo.machine(app: "dojang", version: "1.0")
        XCTAssertEqual([device.app, device.appVersion], ["dojang", "1.0"])
        XCTAssertEqual(device.system.split(separator: " ").count, 2, device.system)
        for text in [device.system, device.machine] {
            XCTAssertFalse(text.isEmpty)
            XCTAssertTrue(text.unicodeScalars.allSatisfy { $0.value > 31 }, text)
        }
    }

    private func vote(_ access: BoardAccess, _ name: String = "mina") throws {
        XCTAssertTrue(try access.open(.asked).take(posting(.vote(item: "video")), from: Actor(identity: Town.identity(name))))
    }

    private func posting(_ parcel: Parcel) -> Posting {
        Posting(parcel, outbox: "box", number: 1, sentAt: .earliest, month: "2026-11")
    }

    /// How often a store was opened.
    private final class Opened: Sendable {
        private let stores = Mutex<[any Store]>([])
        var count: Int { stores.withLock { $0.count } }
        func add(_ store: any Store) { stores.withLock { $0.append(store) } }
    }
}
