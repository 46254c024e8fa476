import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Eight processes vote, withdraw, suggest, merge, release and forget at random in one shared
/// directory. A model computes the expected result from their acknowledgements.
final class BoardConcurrencyTests: XCTestCase {
    func testEightProcessesMatchTheSetModel() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["COMMUNITY_STORM"].flatMap { Int($0) } ?? 60
        let seed = environment["STORM_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999)
        let home = try Home(isQuick: true)
        let processes = try (0..<8).map { number in
            try RealProcess([
                "--community-storm", home.path("\(number)"), home.path("town"), "\(seed + UInt64(number))", "\(count)",
            ])
        }
        let outputs = processes.map { $0.rest() }
        XCTAssertEqual(processes.map(\.status), [Int32](repeating: 0, count: 8))
        let events = outputs.flatMap { $0.split(separator: "\n").compactMap(BoardModelEvent.init) }
        XCTAssertEqual(events.count, 8 * count)
        let store = try FileStore(directory: home.path("town"), access: .group, now: { .earliest })
        let model = BoardModel(events)
        print("STORM_SEED=\(seed): \(events.count) operations by 8 processes: \(model.summary)")
        let board = StoredCommunityBoard(store, box: FileBallotBox(home.path("town"), now: { .earliest }))
        for finding in try model.findings(board) { XCTFail("STORM_SEED=\(seed): \(finding)") }
        XCTAssertTrue(try store.inspect().findings.filter { $0.severity == .damage }.isEmpty)
    }

    func testModelReportsWrongHistories() throws {
        let board = StoredCommunityBoard(MemoryStore())
        let mina = Identity(randomBytes: [1])
        let vote = Posting(.vote(item: "video"), outbox: "o", number: 1, sentAt: .earliest, month: "2026-11")
        _ = try board.receive(vote, from: Actor(identity: mina))
        let name = mina.voter.rawValue
        XCTAssertEqual(try BoardModel(BoardModelEvent.list("1 2 \(name) vote video ok")).findings(board), [])
        for wrong in [
            "1 2 \(name) vote clubs ok", "1 2 \(name) vote video itemReleased",
            "1 2 \(name) vote video ok\n3 4 \(name) unvote video ok",
        ] {
            XCTAssertNotEqual(try BoardModel(BoardModelEvent.list(wrong)).findings(board), [], wrong)
        }
        XCTAssertNotEqual(
            try BoardModel(BoardModelEvent.list("1 2 x release video ok\n3 4 \(name) vote video ok")).findings(board),
            [])
    }
}
