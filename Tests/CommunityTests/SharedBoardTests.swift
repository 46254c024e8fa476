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
    private func access(_ path: String, isRehearsal: Bool = false, _ opened: Opened = Opened()) -> BoardAccess {
        .directory(path, notes: nil, isRehearsal: isRehearsal, now: { .earliest }, opening: opened.add)
    }

    func testLookingMakesNothingAndTheFirstWordMakesTheBoard() throws {
        let home = try Home(), place = home.path("town"), opened = Opened()
        let access = access(place, opened)
        XCTAssertEqual(access.name, place)
        XCTAssertEqual(try access.open(false, false).items().count, 9)
        XCTAssertFalse(FileManager.default.fileExists(atPath: place))
        XCTAssertEqual(opened.count, 0)
        try vote(access)
        XCTAssertEqual(try access.open(true, false).votes(for: ["video"]), [1])
        XCTAssertEqual(opened.count, 1, "it is opened once")
        XCTAssertEqual(try self.access(place).open(true, false).votes(for: ["video"]), [1])
    }

    func testWhatWasReachedBeforeAndIsMissingIsAwayAndNotNew() throws {
        let home = try Home(), place = home.path("town")
        for toWrite in [false, true] {
            assertFails(.communityUnreachable) { try self.access(place).open(true, toWrite) }
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: place))
    }

    func testARehearsalMakesNothingAndForgetsWhatItWrote() throws {
        let home = try Home(), place = home.path("town")
        try vote(access(place, isRehearsal: true))
        XCTAssertFalse(FileManager.default.fileExists(atPath: place))
        try vote(access(place), "zoe")
        let rehearsal = access(place, isRehearsal: true)
        try vote(rehearsal)
        XCTAssertEqual(try rehearsal.open(true, false).votes(for: ["video"]), [2])
        XCTAssertEqual(try access(place).open(true, false).votes(for: ["video"]), [1])
    }

    func testAPlaceThatIsNoDirectoryIsAwayAndSaysWhy() throws {
        let home = try Home()
        try home.file("town", "a file")
        XCTAssertThrowsError(try access(home.path("town")).open(false, true)) { error in
            XCTAssertEqual((error as? Failure)?.code, .communityUnreachable)
            XCTAssertEqual((error as? Failure)?.kind, .temporary)
            XCTAssertGreaterThan(
                (error as? Failure)?.message.count ?? 0, Failure.communityUnreachable(home.path("town")).message.count)
        }
    }

    /// Wherever in a file a name stands it is found, and nothing that only begins like it.
    func testFilesAreSearchedForTheNameThatWasForgotten() throws {
        let name = Town.author("mina").rawValue
        for (text, isClean) in [
            ("nothing", true), (String(name.dropLast()), true), (name + " first", false),
            (String(name.prefix(5)) + name, false),
        ] {
            let home = try Home(isQuick: true), access = access(home.path("town"))
            XCTAssertEqual(try access.compact(name), true, "what was never opened holds nothing")
            try vote(access)
            _ = try access.open(true, true).forget(Actor(identity: Town.identity("mina")))
            try home.folder("town/folder")
            XCTAssertEqual(try access.compact(name), true, "what was removed is gone from every file")
            try home.file("town/foreign", text)
            XCTAssertEqual(try access.compact(name), isClean, text)
        }
    }

    func testTheLogHoldsANameUntilItIsForgottenAndRewritten() throws {
        let home = try Home(isQuick: true), access = access(home.path("town"))
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
        let posting = Posting(.vote(item: "video"), outbox: "box", number: 1, sentAt: .earliest, month: "2026-11")
        XCTAssertTrue(try access.open(false, true).take(posting, from: Actor(identity: Town.identity(name))))
    }

    /// How often a store was opened.
    private final class Opened: Sendable {
        private let stores = Mutex<[any Store]>([])
        var count: Int { stores.withLock { $0.count } }
        func add(_ store: any Store) { stores.withLock { $0.append(store) } }
    }
}
