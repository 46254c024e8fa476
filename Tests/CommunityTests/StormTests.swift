import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage
import TestBench
import XCTest

/// Eight real processes that vote, take back, suggest, merge, release and forget by chance on one shared directory. Each says what was
/// acknowledged and when; from that alone a model of sets computes what must be there in the end.
final class StormTests: XCTestCase {
    func testWhatEightProcessesDidIsWhatASetModelSays() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["COMMUNITY_STORM"].flatMap { Int($0) } ?? 60
        let seed = environment["STORM_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999)
        let home = try Home(isQuick: true)
        let processes = try (0..<8).map { number in
            try RealProcess([
                "--community-storm", home.path("\(number)"), home.path("town"), "\(seed + UInt64(number))", "\(count)",
            ])
        }
        let said = processes.map { $0.rest() }
        XCTAssertEqual(processes.map(\.status), [Int32](repeating: 0, count: 8))
        let events = said.flatMap { $0.split(separator: "\n").compactMap(StormEvent.init) }
        XCTAssertEqual(events.count, 8 * count)
        let store = try FileStore(directory: home.path("town"), access: .group, now: { .earliest })
        let model = StormModel(events)
        print("STORM_SEED=\(seed): \(events.count) operations by 8 processes: \(model.summary)")
        let board = StoredCommunityBoard(store, box: FileBallotBox(home.path("town"), now: { .earliest }))
        for finding in try model.findings(board) { XCTFail("STORM_SEED=\(seed): \(finding)") }
        XCTAssertTrue(try store.inspect().findings.filter { $0.severity == .damage }.isEmpty)
    }

    /// The model must be able to say no.
    func testTheModelNoticesAVoteTooMany() throws {
        let board = StoredCommunityBoard(MemoryStore())
        let mina = Identity(chance: [1])
        let vote = Posting(.vote(item: "video"), outbox: "o", number: 1, sentAt: .earliest, month: "2026-11")
        _ = try board.take(vote, from: Actor(identity: mina))
        let name = mina.voter.rawValue
        XCTAssertEqual(try StormModel(StormEvent.list("1 2 \(name) vote video ok")).findings(board), [])
        for wrong in [
            "1 2 \(name) vote clubs ok", "1 2 \(name) vote video itemReleased",
            "1 2 \(name) vote video ok\n3 4 \(name) unvote video ok",
        ] {
            XCTAssertNotEqual(try StormModel(StormEvent.list(wrong)).findings(board), [], wrong)
        }
        XCTAssertNotEqual(
            try StormModel(StormEvent.list("1 2 x release video ok\n3 4 \(name) vote video ok")).findings(board), [])
    }
}
