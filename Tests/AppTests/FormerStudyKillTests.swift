import Foundation
import Kernel
import Storage
import TestBench
import XCTest

/// A program that is killed while it moves old study goes on with that when it is started again, and ends as one that nobody killed.
final class FormerStudyKillTests: XCTestCase {
    func testAKilledMoveEndsAsOneThatNobodyKilled() throws {
        let user = try Traveller("dojang", self)
        try user.run("profile", "list")
        try store(of: user.home) { try FormerLearner(answers: 1500).keep(in: $0) }
        let whole = try copy(of: user)
        let began = ContinuousClock.now
        try whole.run("stats")
        let pace = ContinuousClock.now - began
        let expected = try store(of: whole.home) { try study(in: $0) }
        XCTAssertFalse(expected.contains { $0.collection.hasPrefix("learning.") })

        // How long a start takes depends on what else the machine does: kills that come too early or too late move the next one.
        var (victim, halves) = (try copy(of: user), 0)
        var delay = pace * Double.random(in: 0.2...0.9, using: &user.chance)
        for _ in 0..<20 where halves < 4 {
            _ = try victim.killed(after: delay, ["stats"], lines: [])
            let found = try store(of: victim.home) { try study(in: $0) }
            switch (
                found.contains { $0.collection.hasPrefix("learning.") }, found.contains { $0.collection.hasPrefix("practice.") }
            ) {
            case (true, true): halves += 1
            case (true, false): delay = delay * 1.3
            default:
                XCTAssertEqual(found, expected)
                (victim, delay) = (try copy(of: user), delay * 0.7)
            }
        }
        // Two at once go on with what was left.
        let seen = try victim.runTogether([["stats"], ["stats"]])
        XCTAssertEqual(seen.map(\.status), [0, 0], seen.map(\.errors).joined())
        XCTAssertEqual(try store(of: victim.home) { try study(in: $0) }, expected)
        XCTAssertEqual(seen[0].output, seen[1].output)
        XCTAssertGreaterThan(halves, 0, "no kill fell into a move")
    }

    /// Somebody with the same data in a home of their own.
    private func copy(of user: Traveller) throws -> Traveller {
        let twin = try Traveller("dojang", self)
        try FileManager.default.removeItem(atPath: twin.home)
        try FileManager.default.copyItem(atPath: user.home, toPath: twin.home)
        return twin
    }

    /// The one learner's own.
    private func store<Value>(of home: String, _ body: (any Store) throws -> Value) throws -> Value {
        let store = try FileStore(directory: home + "/.local/share/dojang") { Instant(milliseconds: 1_700_000_000_000) }
        defer { try? store.close() }
        let profile = try store.engine.read { try $0.addresses(in: nil).first { $0.collection == "profiles" } }
        return try body(store.scoped(to: Partition(rawValue: "profile:" + XCTUnwrap(profile).id)))
    }

    private func study(in store: any Store) throws -> [ArchivedRecord] {
        try store.archive().filter { $0.collection.hasPrefix("practice.") || $0.collection.hasPrefix("learning.") }
    }
}
