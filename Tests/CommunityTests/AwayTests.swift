import Community
import Foundation
import Kernel
import Storage
import TestBench
import XCTest

/// A shared directory that turns read-only, fills up, breaks or vanishes at any call in the middle of sending.
final class AwayTests: XCTestCase {
    func testADirectoryThatFailsAnywhereLosesNothingAndTakesNothingTwice() throws {
        let home = try Home(isQuick: true)
        var failures = 0
        for (name, number) in [("read-only", EROFS), ("full", ENOSPC), ("broken", EIO), ("gone", ENOENT)] {
            for call in 1...80 {
                let disk = FaultyDisk(failing: number, from: call)
                try send(over: disk, at: home.path("\(name)-\(call)"), "\(name) from call \(call)")
                guard disk.hasFailed else { break }
                failures += 1
            }
        }
        XCTAssertGreaterThan(failures, 40)
    }

    private func send(over disk: FaultyDisk, at place: String, _ what: String) throws {
        let (town, local) = (Town(), MemoryStore())
        let access = BoardAccess(name: place) { _ in
            StoredCommunityBoard(try FileStore(directory: place, access: .group, system: disk, now: { .earliest }))
        }
        let mina = town.person("mina", local: local, access: access)
        // Never an error for the person: what cannot be sent waits.
        let states = [
            try mina.tell(.bug, "words").state, try mina.vote(for: "video").state, try mina.suggest("idea", "text").state,
        ]
        XCTAssertTrue(disk.hasFailed || states == [.sent, .sent, .sent], what)
        disk.repair()
        let sent = try town.person("mina", local: local, access: access).deliver()
        XCTAssertNil(sent.trouble, "\(what): \(sent.trouble.debugDescription)")
        XCTAssertEqual(try town.person("mina", local: local, access: access).deliver().sent, 0, what)
        let board = StoredCommunityBoard(try FileStore(directory: place, access: .group, now: { .earliest }))
        XCTAssertEqual(try board.feedback(nil, newestFirst: true, limit: nil).map(\.text), ["words"], what)
        XCTAssertEqual(try board.votes(for: ["video"]), [1], what)
        XCTAssertEqual(try board.suggestions(nil).map(\.title), ["idea"], what)
    }

    /// What was decided while the disk failed is either refused, and not there, or there.
    func testADecisionOnAFailingDiskIsThereOrRefused() throws {
        let home = try Home(isQuick: true)
        for call in 1...12 {
            let place = home.path("\(call)")
            let town = Town(try FileStore(directory: place, access: .group, now: { .earliest }))
            _ = try town.developer().move("video", to: 2)
            let disk = FaultyDisk(failing: EROFS, from: call)
            let access = BoardAccess(name: place) { _ in
                StoredCommunityBoard(try FileStore(directory: place, access: .group, system: disk, now: { .earliest }))
            }
            let hub = Stewardship(
                access: access, keys: .memory(Town.identity("developer"), chance: { [] }), ids: .counting(prefix: "h"),
                time: town.clock.source())
            let isRefused: Bool
            do {
                _ = try hub.release("video")
                isRefused = false
            } catch let failure as Failure {
                // A failed sync leaves it open; then it says so.
                if failure.code == .outcomeUnknown { continue }
                isRefused = true
            }
            let board = StoredCommunityBoard(try FileStore(directory: place, access: .group, now: { .earliest }))
            XCTAssertEqual(try board.items().contains { $0.id == "video" && $0.status == .released }, !isRefused, "\(call)")
        }
    }
}
