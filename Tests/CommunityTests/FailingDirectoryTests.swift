import Community
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// A shared directory that becomes read-only, full, broken or missing at any call during delivery.
final class FailingDirectoryTests: XCTestCase {
    func testFailingDirectoryNeitherLosesNorRepeatsSubmissions() throws {
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

    private func send(over disk: FaultyDisk, at place: String, _ label: String) throws {
        let fixture = CommunityFixture()
        let local = MemoryStore()
        let access = BoardAccess(name: place) { _ in
            StoredCommunityBoard(try FileStore(directory: place, access: .group, system: disk, now: { .earliest }))
        }
        let mina = fixture.person("mina", local: local, access: access)
        // Sending never fails for the person: unsent items are queued.
        let states = [
            try mina.sendFeedback(.bug, "words").state, try mina.vote(for: "video").state,
            try mina.suggest("idea", "text").state,
        ]
        XCTAssertTrue(disk.hasFailed || states == [.sent, .sent, .sent], label)
        disk.repair()
        let sent = try fixture.person("mina", local: local, access: access).deliver()
        XCTAssertNil(sent.trouble, "\(label): \(sent.trouble.debugDescription)")
        XCTAssertEqual(try fixture.person("mina", local: local, access: access).deliver().sent, 0, label)
        let board = StoredCommunityBoard(try FileStore(directory: place, access: .group, now: { .earliest }))
        XCTAssertEqual(try board.feedback(nil, newestFirst: true, limit: nil).map(\.text), ["words"], label)
        XCTAssertEqual(try board.votes(for: ["video"]), [1], label)
        XCTAssertEqual(try board.suggestions(nil).map(\.title), ["idea"], label)
    }

    /// Each decision on a failing disk is either refused and absent, or stored.
    func testDecisionOnAFailingDiskIsStoredOrRefused() throws {
        let home = try Home(isQuick: true)
        for call in 1...12 {
            let place = home.path("\(call)")
            let fixture = CommunityFixture(try FileStore(directory: place, access: .group, now: { .earliest }))
            _ = try fixture.developer().move("video", to: 2)
            let disk = FaultyDisk(failing: EROFS, from: call)
            let access = BoardAccess(name: place) { _ in
                StoredCommunityBoard(try FileStore(directory: place, access: .group, system: disk, now: { .earliest }))
            }
            let hub = CommunityAdmin(
                access: access, keys: .memory(CommunityFixture.identity("developer"), randomBytes: { [] }),
                ids: .counting(prefix: "h"),
                time: fixture.clock.source())
            let isRefused: Bool
            do {
                _ = try hub.release("video")
                isRefused = false
            } catch let failure as Failure {
                // A failed fsync reports an unknown outcome.
                if failure.code == .outcomeUnknown { continue }
                isRefused = true
            }
            let board = StoredCommunityBoard(try FileStore(directory: place, access: .group, now: { .earliest }))
            XCTAssertEqual(
                try board.items().contains { $0.id == "video" && $0.status == .released }, !isRefused, "\(call)")
        }
    }
}
