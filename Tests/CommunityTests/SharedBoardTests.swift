import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

/// A board in a shared directory, and the device information of a machine.
final class SharedBoardTests: XCTestCase {
    private func access(
        _ path: String?, in home: Home, isDryRun: Bool = false, _ opened: Opened = Opened()
    ) -> BoardAccess {
        let pin = home.path("pin/community")
        return .shared(
            BoardPlaces(named: path, savedCommunityPath: { pin }, notes: nil), isDryRun: isDryRun, now: { .earliest },
            onOpen: opened.add)
    }

    func testBoardIsOpenedOnceAndRecognizedAfterAMove() throws {
        let home = try Home(), place = home.path("town"), opened = Opened()
        let created = try access(nil, in: home).create(place)
        XCTAssertEqual(created.path, place)
        let access = access(nil, in: home, opened)
        try vote(access)
        XCTAssertEqual(try access.open(.userInitiated).votes(for: ["video"]), [1])
        XCTAssertEqual(opened.count, 1)
        try FileManager.default.moveItem(atPath: place, toPath: home.path("moved"))
        assertFails(.communityUnreachable) { try self.access(nil, in: home).open(.userInitiated) }
        XCTAssertEqual(
            try self.access(home.path("moved"), in: home).open(.userInitiated).votes(for: ["video"]), [1], "named once")
        XCTAssertEqual(
            try self.access(nil, in: home).open(.userInitiated).votes(for: ["video"]), [1],
            "the community is known from then on")
        XCTAssertEqual(try self.access(nil, in: home).place(), BoardPlace(id: created.id, path: home.path("moved")))
    }

    /// An app's own store is not a community.
    func testForeignFoldersAreRefusedAndUnchanged() throws {
        let home = try Home(), place = home.path("own")
        let own = try FileStore(directory: place, now: { .earliest })
        try own.write { try $0.put(CommunityApp.feedback("f")) }
        try own.close()
        for folder in [place, try home.folder("photos"), home.path("nothing")] {
            XCTAssertThrowsError(try access(folder, in: home).open(.userInitiated), folder) {
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

    func testDryRunCreatesNothing() throws {
        let home = try Home(), place = home.path("town")
        let dryRunCopy = access(nil, in: home, isDryRun: true)
        _ = try dryRunCopy.create(place)
        try vote(dryRunCopy)
        XCTAssertFalse(FileManager.default.fileExists(atPath: place))
        XCTAssertNil(try access(nil, in: home).place())
        _ = try access(nil, in: home).create(place)
        try vote(access(nil, in: home), "zoe")
        let dryRun = access(nil, in: home, isDryRun: true)
        try vote(dryRun)
        XCTAssertEqual(try dryRun.open(.userInitiated).votes(for: ["video"]), [2])
        XCTAssertEqual(try access(nil, in: home).open(.userInitiated).votes(for: ["video"]), [1])
        let other = try Home()
        try access(nil, in: other, isDryRun: true).connect(BoardPlace(id: "x", path: place))
        XCTAssertNil(try access(nil, in: other).place(), "a dry run saves nothing")
    }

    func testFileInsteadOfDirectoryIsUnreachable() throws {
        let home = try Home()
        try home.file("town", "a file")
        XCTAssertThrowsError(try access(home.path("town"), in: home).open(.userInitiated)) { error in
            XCTAssertEqual((error as? Failure)?.code, .communityUnreachable)
            XCTAssertEqual((error as? Failure)?.kind, .temporary)
            XCTAssertGreaterThan(
                (error as? Failure)?.message.count ?? 0, Failure.communityUnreachable(home.path("town")).message.count)
        }
    }

    /// A damaged pin is an error until the user names the community again.
    func testDamagedPinIsReportedAndReplaceable() throws {
        for text in ["", "community x\n", "community x\nplace relative\n", "x\ny\n", "community x\nplace /y\nmore\n"] {
            let home = try Home(), place = home.path("town")
            let created = try access(nil, in: home).create(place)
            try vote(access(nil, in: home))
            try home.file("pin/community", text)
            assertFails(.pinDamaged) { try self.access(nil, in: home).open(.userInitiated) }
            try access(nil, in: home).connect(access(nil, in: home).find(place))
            XCTAssertEqual(try access(nil, in: home).place(), created)
        }
        let home = try Home()
        try home.folder("pin")
        try FileManager.default.createSymbolicLink(
            atPath: home.path("pin/community"), withDestinationPath: "/etc/passwd")
        assertFails(.pinDamaged) { try self.access(nil, in: home).open(.userInitiated) }
        assertFails(.folderUnusable) { try self.access(nil, in: home).connect(BoardPlace(id: "x", path: "/a\nb")) }
    }

    /// Finds the name anywhere in a file, and ignores its prefixes.
    func testCompactSearchesFilesForTheForgottenName() throws {
        let name = CommunityFixture.author("mina").rawValue
        for (text, isClean) in [
            ("nothing", true), (String(name.dropLast()), true), (name + " first", false),
            (String(name.prefix(5)) + name, false),
        ] {
            let home = try Home(isQuick: true), access = access(nil, in: home)
            _ = try access.create(home.path("town"))
            XCTAssertEqual(try self.access(nil, in: home).compact(name), true, "an unopened store contains nothing")
            try vote(access)
            _ = try access.open(.userInitiated).forget(Actor(identity: CommunityFixture.identity("mina")))
            try home.folder("town/folder")
            XCTAssertEqual(try access.compact(name), true, "no file contains the removed name")
            try home.file("town/foreign", text)
            XCTAssertEqual(try access.compact(name), isClean, text)
        }
    }

    func testForgetLeavesNoOldBytesInTheLog() throws {
        let home = try Home(isQuick: true), access = access(nil, in: home)
        _ = try access.create(home.path("town"))
        let mina = CommunityClient(
            store: MemoryStore(), access: access,
            identities: .memory(CommunityFixture.identity("mina"), randomBytes: IdentityStore.randomBytes),
            device: .machine(app: "dojang", version: "1.0"), ids: .counting(prefix: "m"), time: ManualClock().source())
        _ = try mina.sendFeedback(.bug, "It breaks")
        let removed = try mina.forgetMe()
        XCTAssertEqual(removed.records, 2, "the feedback and the ledger")
        XCTAssertFalse(removed.leavesOldBytes)
    }

    func testDeviceInfoContainsReadableSystemAndMachine() {
        let device = DeviceInfo.machine(app: "dojang", version: "1.0")
        XCTAssertEqual([device.app, device.appVersion], ["dojang", "1.0"])
        XCTAssertEqual(device.system.split(separator: " ").count, 2, device.system)
        for text in [device.system, device.machine] {
            XCTAssertFalse(text.isEmpty)
            XCTAssertTrue(text.unicodeScalars.allSatisfy { $0.value > 31 }, text)
        }
    }

    private func vote(_ access: BoardAccess, _ name: String = "mina") throws {
        XCTAssertTrue(
            try access.open(.userInitiated).receive(
                posting(.vote(item: "video")), from: Actor(identity: CommunityFixture.identity(name))))
    }

    private func posting(_ submission: Submission) -> Posting {
        Posting(submission, outbox: "box", number: 1, sentAt: .earliest, month: "2026-11")
    }

    /// Counts opened stores.
    private final class Opened: Sendable {
        private let stores = Mutex<[any Store]>([])
        var count: Int { stores.withLock { $0.count } }
        func add(_ store: any Store) { stores.withLock { $0.append(store) } }
    }
}
