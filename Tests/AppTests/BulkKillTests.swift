import Foundation
import Kernel
import Storage
import TestBench
import XCTest

/// Real programs at bulk work that are killed, interrupted, or meet each other: the state is before or after, and nothing is left that the next
/// command does not sweep. `COMMONPLACE_KILLS` says how often each work is stopped.
final class BulkKillTests: XCTestCase {
    private static let stops = ProcessInfo.processInfo.environment["COMMONPLACE_KILLS"].flatMap { Int($0) } ?? 3

    /// One record that matters, wherever it stands.
    private struct Kept: Hashable {
        let partition: String
        let record: ArchivedRecord
    }

    /// Somebody with years of study in one profile, made once for all tests.
    private static let prepared = Result { try Home() }

    private func learner() throws -> Traveller {
        let prepared = try Self.prepared.get()
        let made = try Traveller("dojang", self, home: prepared.path)
        if !FileManager.default.fileExists(atPath: prepared.path("ready")) {
            try made.run("profile", "list")
            try store(of: made.home) { store in
                let profile = try store.engine.read { try $0.addresses(in: nil).first { $0.collection == "profiles" } }
                let space = store.scoped(to: Partition(rawValue: "profile:" + (try XCTUnwrap(profile)).id))
                try FormerLearner(answers: 3000).keep(in: space)
            }
            try made.run("stats")
            try prepared.file("ready", "")
        }
        return try copy(of: made)
    }

    private func store<Value>(of home: String, _ body: (any Store) throws -> Value) throws -> Value {
        let store = try FileStore(directory: home + "/.local/share/dojang") { Instant(milliseconds: 1_800_000_000_000) }
        defer { try? store.close() }
        return try body(store)
    }

    private func kept(in home: String) throws -> Set<Kept> {
        try store(of: home) { store in
            let all = try store.exportEverything().filter {
                $0.record.collection == "profiles" || $0.record.collection.hasPrefix("practice.")
            }
            return Set(all.map { Kept(partition: $0.partition.rawValue, record: $0.record) })
        }
    }

    private func copy(of user: Traveller) throws -> Traveller {
        let twin = try Traveller("dojang", self)
        try FileManager.default.removeItem(atPath: twin.home)
        try FileManager.default.copyItem(atPath: user.home, toPath: twin.home)
        return twin
    }

    /// What the next command finds: nothing is damaged, and nothing half is left.
    private func assertIsSwept(_ user: Traveller, _ when: String) throws {
        try user.run("doctor", "--json")
        // A program that another command left at work in the background may be writing one in this moment.
        for _ in 0..<100 where !drafts(of: user).isEmpty { usleep(50_000) }
        XCTAssertEqual(drafts(of: user), [], when)
        // A store has one log and one index file.
        XCTAssertLessThanOrEqual(user.files(below: ".local/share/dojang").count { $0.hasPrefix("log-") }, 1, when)
    }

    private func drafts(of user: Traveller) -> [String] {
        user.files(below: ".local/share/dojang").filter { $0.hasSuffix(".new") }
    }

    // MARK: - What comes in

    /// At every so many records of an import from a pipe, of which all that was sent has been read.
    func testAnImportThatIsStoppedAnywhereHasDoneNothing() throws {
        // Tests that run in the background of a shell ignore it, and so would the programs that they start.
        signal(SIGINT, SIG_DFL)
        let user = try learner()
        try user.run("profile", "export", "Student", "me.json")
        let before = try kept(in: user.home)
        XCTAssertGreaterThan(before.count, 4_200, "bulk work begins there")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: user.home + "/me.json"))
        let ends = bytes.indices.filter { bytes[$0] == 10 }
        for stop in 1...Self.stops {
            let end = ends[ends.count * stop / (Self.stops + 1)]
            let number = [SIGKILL, SIGINT, SIGTERM][stop % 3]
            let (victim, input) = (Process(), Pipe())
            victim.executableURL = URL(fileURLWithPath: try BuiltProgram.required("dojang"))
            victim.arguments = ["profile", "import", "-", "--rename", "Zoe"]
            victim.environment = user.environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
            (victim.standardInput, victim.standardOutput, victim.standardError) = (input, Pipe(), Pipe())
            try victim.run()
            try input.fileHandleForWriting.write(contentsOf: bytes[..<end])
            var waiting: Int32 = 1
            while waiting > 0, victim.isRunning {
                _ = ioctl(input.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &waiting)
                usleep(500)
            }
            XCTAssertTrue(victim.isRunning, "it waits for more")
            kill(victim.processIdentifier, number)
            victim.waitUntilExit()
            XCTAssertEqual(victim.terminationReason, .uncaughtSignal)
            XCTAssertEqual(victim.terminationStatus, number, "the shell sees \(128 + number)")
            try assertIsSwept(user, "stop \(stop)")
            XCTAssertTrue(try kept(in: user.home) == before, "stop \(stop)")
        }
    }

    /// The same file, and two: one waits for the other.
    func testTwoImportsAtOnceAreBothThere() throws {
        let user = try learner()
        try user.run("profile", "export", "Student", "me.json")
        try user.run("profile", "export", "Student", "other.json")
        let own = try kept(in: user.home)
        let seen = try user.runTogether([
            ["profile", "import", "me.json", "--rename", "Mina"], ["profile", "import", "other.json", "--rename", "Zoe"],
            ["profile", "import", "me.json", "--rename", "Kim"],
        ])
        XCTAssertEqual(seen.map(\.status), [0, 0, 0], seen.map(\.errors).joined())
        let all = Dictionary(grouping: try kept(in: user.home)) { $0.partition }.filter { !$0.key.isEmpty }
        XCTAssertEqual(all.count, 4)
        let theirs = Set(own.filter { !$0.partition.isEmpty }.map(\.record))
        for (partition, records) in all { XCTAssertTrue(Set(records.map(\.record)) == theirs, partition) }
        try assertIsSwept(user, "afterwards")
    }

    // MARK: - What goes, and comes back

    /// Killed after a part of the time that the work takes here and now.
    func testWorkThatIsKilledAnywhereIsDoneOrNot() throws {
        let user = try learner()
        try user.run("backup", "all.tar")
        let deleted = try copy(of: user)
        try deleted.run("profile", "delete", "Student", "--yes")
        let other = try copy(of: user)
        try other.run("profile", "add", "Zoe")
        let works: [(Traveller, [String])] = [
            (user, ["profile", "delete", "Student", "--yes"]), (user, ["profile", "delete", "Student", "--purge", "--yes"]),
            (deleted, ["undo"]), (user, ["reset", "--yes"]), (other, ["restore", "all.tar", "--replace", "--yes"]),
        ]
        for (owner, words) in works {
            let (before, whole) = (try kept(in: owner.home), try copy(of: owner))
            let began = ContinuousClock.now
            try whole.run(words)
            let pace = ContinuousClock.now - began
            let after = try kept(in: whole.home)
            XCTAssertFalse(before == after, "\(words)")
            for stop in 1...max(1, Self.stops / 3) {
                let victim = try copy(of: owner)
                let share = (Double(stop) - Double.random(in: 0...1, using: &user.chance)) / Double(max(1, Self.stops / 3))
                _ = try victim.killed(after: pace * share, words, lines: [])
                try assertIsSwept(victim, "\(words) at \(share)")
                let now = try kept(in: victim.home)
                XCTAssertTrue(
                    now == before || now == after, "\(words) at \(share): \(before.count), \(now.count), \(after.count)")
                // And it can be done afterwards.
                if now == before { try victim.run(words) }
                XCTAssertTrue(try kept(in: victim.home) == after, "\(words) at \(share)")
            }
        }
    }
}
