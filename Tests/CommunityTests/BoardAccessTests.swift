import Community
import CommunityAdapters
import CommunityTesting
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Runs the board access contract against a board in a folder.
final class BoardAccessTests: XCTestCase {
    private var homes: [Home] = []

    override func tearDown() { homes = [] }

    private func fixture(_ access: ((Home) -> BoardAccess)? = nil) throws -> BoardFixture {
        let home = try Home(isQuick: true)
        homes.append(home)
        let folders = Folders(home: home)
        let way = access ?? Self.shared
        let isPatient = access == nil
        // The homes live as long as the test.
        nonisolated(unsafe) let open = way
        return BoardFixture(
            access: { open(home) }, newPlace: folders.free,
            inject: { fault, place in
                // An access without timeouts would wait forever.
                if !isPatient, fault == .silent { throw Failure.communitySilent(place) }
                return try folders.inject(fault, place)
            },
            move: { try FileManager.default.moveItem(atPath: $0, toPath: $1) }, isEmpty: folders.isBare)
    }

    private static func shared(_ home: Home) -> BoardAccess {
        let pin = home.path("own/community")
        return .shared(
            BoardPlaces(named: nil, savedCommunityPath: { pin }, notes: home.path("notes")),
            isDryRun: false,
            now: { .earliest }, onOpen: { _ in })
    }

    func testFolderMeetsTheContract() {
        for broken in BoardAccessContract.over({ try self.fixture() }).brokenPromises() { XCTFail(broken.description) }
    }

    /// An access that identifies a community by its path alone and creates missing ones.
    func testAccessThatCreatesMissingFoldersBreaksTheContract() {
        let contract = BoardAccessContract.over {
            try self.fixture { home in
                let path = home.path("usual")
                let storage = Self.shared(home)
                return BoardAccess(
                    place: { BoardPlace(id: nil, path: path) },
                    open: { _ in
                        StoredCommunityBoard(try FileStore(directory: path, access: .group, now: { .earliest }))
                    }, find: storage.find, connect: { _ in }, create: { _ in BoardPlace(id: "x", path: path) },
                    compact: { _ in true })
            }
        }
        let broken = contract.brokenPromises().map(\.promise)
        for part in ["knows no community at first", "is absent", "is emptied", "is foreign", "moved community"] {
            XCTAssertTrue(broken.contains { $0.contains(part) }, "\(part): \(broken)")
        }
    }

    /// A read-only folder: reading works, and submissions are queued.
    func testReadOnlyFolderIsReadableAndQueuesSubmissions() throws {
        let fixture = CommunityFixture(), local = MemoryStore(), disk = FaultyDisk(failing: EROFS, from: 1)
        let home = try Home(isQuick: true)
        let pin = home.path("own/community")
        let place = try Self.shared(home).create(home.path("town"))
        try Self.shared(home).open(.userInitiated).bootstrap(
            by: Actor(key: CommunityFixture.identity("developer")), at: .earliest)
        let access = BoardAccess.shared(
            BoardPlaces(named: nil, savedCommunityPath: { pin }, notes: nil, system: disk), isDryRun: false,
            now: { .earliest },
            onOpen: { _ in })
        let mina = fixture.person("mina", local: local, access: access)
        XCTAssertEqual(try mina.roadmap().count, 9)
        let sending = try mina.vote(for: "video")
        XCTAssertEqual(sending.state, .queued)
        XCTAssertEqual(sending.trouble?.code, .readOnlyStore)
        let rejoined = fixture.person("mina", local: local, access: Self.shared(home))
        XCTAssertEqual(try rejoined.deliver().sent, 1)
        XCTAssertEqual(try rejoined.connection().place, place)
    }
}

/// Folders of one home, with injected faults.
private struct Folders: Sendable {
    let home: Home

    @Sendable func free() throws -> String { home.path("place-\(UUID().uuidString.prefix(8))") }

    @Sendable func isBare(_ place: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: place) else { return true }
        return try FileManager.default.contentsOfDirectory(atPath: place).isEmpty
    }

    @Sendable func inject(_ fault: BoardFixture.InjectedFault, _ place: String) throws -> @Sendable () throws -> Void {
        let backup = place + ".aside"
        let files = FileManager.default
        switch fault {
        case .silent:
            // Another process holds the lock. Only a device without a registered name waits for it.
            let lock = open(place + "/lock", O_RDWR)
            guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw POSIXError(.EIO) }
            try files.moveItem(atPath: place + "/device", toPath: backup)
            return {
                try FileManager.default.moveItem(atPath: backup, toPath: place + "/device")
                close(lock)
            }
        case .absent: try files.moveItem(atPath: place, toPath: backup)
        case .emptied:
            try files.moveItem(atPath: place, toPath: backup)
            try files.createDirectory(atPath: place, withIntermediateDirectories: false)
        case .foreign:
            try files.moveItem(atPath: place, toPath: backup)
            let other = StoredCommunityBoard(try FileStore(directory: place, access: .group, now: { .earliest }))
            try other.bootstrap(by: Actor(key: Identity(randomBytes: [9])), at: .earliest)
        }
        return {
            try? FileManager.default.removeItem(atPath: place)
            try FileManager.default.moveItem(atPath: backup, toPath: place)
        }
    }
}
