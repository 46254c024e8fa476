import Community
import CommunityAdapters
import CommunityContract
import Foundation
import Kernel
import Storage
import TestBench
import XCTest

/// The board in a folder keeps what every way to a board must keep, whatever becomes of the folder.
final class BoardAccessTests: XCTestCase {
    private var homes: [Home] = []

    override func tearDown() { homes = [] }

    private func world(_ access: ((Home) -> BoardAccess)? = nil) throws -> BoardWorld {
        let home = try Home(isQuick: true)
        homes.append(home)
        let folders = Folders(home: home)
        let (way, isPatient) = (access ?? Self.shared, access == nil)
        // Homes live as long as the test.
        nonisolated(unsafe) let open = way
        return BoardWorld(
            access: { open(home) }, free: folders.free,
            suffer: { mishap, place in
                // Whoever has no patience would wait for ever.
                if !isPatient, mishap == .silent { throw Failure.communitySilent(place) }
                return try folders.suffer(mishap, place)
            },
            move: { try FileManager.default.moveItem(atPath: $0, toPath: $1) }, isBare: folders.isBare)
    }

    private static func shared(_ home: Home) -> BoardAccess {
        let pin = home.path("own/community")
        return .shared(
            BoardPlaces(named: nil, pin: { pin }, former: home.path("former"), notes: home.path("notes")), isRehearsal: false,
            now: { .earliest }, opening: { _ in })
    }

    func testAFolderKeepsTheContract() {
        for broken in BoardAccessContract.over({ try self.world() }).brokenPromises() { XCTFail(broken.description) }
    }

    /// As it was before: the path was all that was known, and a community was made wherever none was.
    func testAWayThatMakesWhatIsMissingBreaksTheContract() {
        let contract = BoardAccessContract.over {
            try self.world { home in
                let (path, kept) = (home.path("usual"), Self.shared(home))
                return BoardAccess(
                    place: { BoardPlace(id: nil, path: path) },
                    open: { _ in
                        StoredCommunityBoard(try FileStore(directory: path, access: .group, now: { .earliest }))
                    }, find: kept.find, connect: { _ in }, create: { _ in BoardPlace(id: "x", path: path) },
                    compact: { _ in true })
            }
        }
        let broken = contract.brokenPromises().map(\.promise)
        for part in ["knows no community at first", "is absent", "is emptied", "is foreign", "new place"] {
            XCTAssertTrue(broken.contains { $0.contains(part) }, "\(part): \(broken)")
        }
    }

    /// A folder that can be read and not written: one reads, and what one sends waits.
    func testAFolderThatCanOnlyBeReadIsReadAndKeepsNothing() throws {
        let town = Town(), local = MemoryStore(), disk = FaultyDisk(failing: EROFS, from: 1)
        let home = try Home(isQuick: true)
        let pin = home.path("own/community")
        let place = try Self.shared(home).create(home.path("town"))
        try Self.shared(home).open(.asked).found(by: Actor(key: Town.identity("developer")), at: .earliest)
        let access = BoardAccess.shared(
            BoardPlaces(named: nil, pin: { pin }, former: nil, notes: nil, system: disk), isRehearsal: false, now: { .earliest },
            opening: { _ in })
        let mina = town.person("mina", local: local, access: access)
        XCTAssertEqual(try mina.roadmap().count, 9)
        let sending = try mina.vote(for: "video")
        XCTAssertEqual(sending.state, .queued)
        XCTAssertEqual(sending.trouble?.code, .readOnlyStore)
        let back = town.person("mina", local: local, access: Self.shared(home))
        XCTAssertEqual(try back.deliver().sent, 1)
        XCTAssertEqual(try back.connection().place, place)
    }
}

/// Folders of one home, and what may happen to them.
private struct Folders: Sendable {
    let home: Home

    @Sendable func free() throws -> String { home.path("place-\(UUID().uuidString.prefix(8))") }

    @Sendable func isBare(_ place: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: place) else { return true }
        return try FileManager.default.contentsOfDirectory(atPath: place).isEmpty
    }

    @Sendable func suffer(_ mishap: BoardWorld.Mishap, _ place: String) throws -> @Sendable () throws -> Void {
        let aside = place + ".aside"
        let files = FileManager.default
        switch mishap {
        case .silent:
            // Somebody holds the lock and never lets go of it, and whoever comes has no name there yet: only that waits for the lock.
            let lock = open(place + "/lock", O_RDWR)
            guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw POSIXError(.EIO) }
            try files.moveItem(atPath: place + "/device", toPath: aside)
            return {
                try FileManager.default.moveItem(atPath: aside, toPath: place + "/device")
                close(lock)
            }
        case .absent: try files.moveItem(atPath: place, toPath: aside)
        case .emptied:
            try files.moveItem(atPath: place, toPath: aside)
            try files.createDirectory(atPath: place, withIntermediateDirectories: false)
        case .foreign:
            try files.moveItem(atPath: place, toPath: aside)
            let other = StoredCommunityBoard(try FileStore(directory: place, access: .group, now: { .earliest }))
            try other.found(by: Actor(key: Identity(chance: [9])), at: .earliest)
        }
        return {
            try? FileManager.default.removeItem(atPath: place)
            try FileManager.default.moveItem(atPath: aside, toPath: place)
        }
    }
}
