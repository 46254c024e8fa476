import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests with real programs that are killed, interrupted or run concurrently during bulk work.
final class BulkKillTests: XCTestCase {
    private static let stops = ProcessInfo.processInfo.environment["COMMONPLACE_KILLS"].flatMap { Int($0) } ?? 3

    /// A record to compare, with its partition.
    private struct StoredRecordKey: Hashable {
        let partition: String
        let record: ArchivedRecord
    }

    /// A home with years of study in one profile, prepared once for all tests.
    private static let prepared = Result { try Home() }

    private func learner() throws -> AppUser {
        let prepared = try Self.prepared.get()
        let user = try AppUser("dojang", self, home: prepared.path)
        if !FileManager.default.fileExists(atPath: prepared.path("ready")) {
            try user.run("profile", "list")
            try store(of: user.home) { store in
                let profile = try store.engine.read { try $0.addresses(in: nil).first { $0.collection == "profiles" } }
                let space = store.scoped(to: Partition(rawValue: "profile:" + (try XCTUnwrap(profile)).id))
                try YearsOfStudy(answers: 4000).save(in: space)
            }
            try user.run("stats")
            try prepared.file("ready", "")
        }
        return try copy(of: user)
    }

    private func store<Value>(of home: String, _ body: (any Store) throws -> Value) throws -> Value {
        let store = try FileStore(directory: home + "/.local/share/dojang") { Instant(milliseconds: 1_800_000_000_000) }
        defer { try? store.close() }
        return try body(store)
    }

    private func storedRecords(in home: String) throws -> Set<StoredRecordKey> {
        try store(of: home) { store in
            let all = try store.exportEverything().filter {
                $0.record.collection == "profiles" || $0.record.collection.hasPrefix("practice.")
            }
            return Set(all.map { StoredRecordKey(partition: $0.partition.rawValue, record: $0.record) })
        }
    }

    private func copy(of user: AppUser) throws -> AppUser {
        let twin = try AppUser("dojang", self)
        try FileManager.default.removeItem(atPath: twin.home)
        try FileManager.default.copyItem(atPath: user.home, toPath: twin.home)
        return twin
    }

    /// Checks that the next command finds no damage and no drafts.
    private func assertIsSwept(_ user: AppUser, _ when: String) throws {
        try user.run("doctor", "--json")
        // A background program of another command may be writing a draft now.
        for _ in 0..<100 where !drafts(of: user).isEmpty { usleep(50_000) }
        XCTAssertEqual(drafts(of: user), [], when)
        // A store has one log and one index file.
        XCTAssertLessThanOrEqual(user.files(below: ".local/share/dojang").count { $0.hasPrefix("log-") }, 1, when)
    }

    private func drafts(of user: AppUser) -> [String] {
        user.files(below: ".local/share/dojang").filter { $0.hasSuffix(".new") }
    }

    // MARK: - Import

    /// Stops an import from a pipe at several records, after it has read all the sent bytes.
    func testInterruptedImportChangesNothing() throws {
        // The shell ignores the signal for background tests, and the started programs would inherit
        // this.
        signal(SIGINT, SIG_DFL)
        let user = try learner()
        try user.run("profile", "export", "Student", "me.json")
        let before = try storedRecords(in: user.home)
        XCTAssertGreaterThan(before.count, 4_200, "the bulk write begins there")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: user.home + "/me.json"))
        let ends = bytes.indices.filter { bytes[$0] == 10 }
        for stop in 1...Self.stops {
            let end = ends[ends.count * stop / (Self.stops + 1)]
            let number = [SIGKILL, SIGINT, SIGTERM][stop % 3]
            let victim = Process()
            let input = Pipe()
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
            XCTAssertTrue(victim.isRunning, "the process waits for more input")
            kill(victim.processIdentifier, number)
            victim.waitUntilExit()
            XCTAssertEqual(victim.terminationReason, .uncaughtSignal)
            XCTAssertEqual(victim.terminationStatus, number, "the shell sees \(128 + number)")
            try assertIsSwept(user, "stop \(stop)")
            XCTAssertTrue(try storedRecords(in: user.home) == before, "stop \(stop)")
        }
    }

    /// Imports the same file twice and another file at the same time. Each import waits for the
    /// others.
    func testConcurrentImportsAllSucceed() throws {
        let user = try learner()
        try user.run("profile", "export", "Student", "me.json")
        try user.run("profile", "export", "Student", "other.json")
        let own = try storedRecords(in: user.home)
        let results = try user.runTogether([
            ["profile", "import", "me.json", "--rename", "Mina"],
            ["profile", "import", "other.json", "--rename", "Zoe"],
            ["profile", "import", "me.json", "--rename", "Kim"],
        ])
        XCTAssertEqual(results.map(\.status), [0, 0, 0], results.map(\.errors).joined())
        let all = Dictionary(grouping: try storedRecords(in: user.home)) { $0.partition }.filter { !$0.key.isEmpty }
        XCTAssertEqual(all.count, 4)
        let theirs = Set(own.filter { !$0.partition.isEmpty }.map(\.record))
        for (partition, records) in all { XCTAssertTrue(Set(records.map(\.record)) == theirs, partition) }
        try assertIsSwept(user, "afterwards")
    }

    // MARK: - Deletion and restore

    /// Kills the program after a share of the time that the work takes on this machine.
    func testKilledBulkWorkIsAllOrNothing() throws {
        let user = try learner()
        try user.run("backup", "all.tar")
        let deleted = try copy(of: user)
        try deleted.run("profile", "delete", "Student", "--yes")
        let other = try copy(of: user)
        try other.run("profile", "add", "Zoe")
        let works: [(AppUser, [String])] = [
            (user, ["profile", "delete", "Student", "--yes"]),
            (user, ["profile", "delete", "Student", "--purge", "--yes"]),
            (deleted, ["undo"]), (user, ["reset", "--yes"]), (other, ["restore", "all.tar", "--replace", "--yes"]),
        ]
        for (owner, words) in works {
            let before = try storedRecords(in: owner.home)
            let completeCopy = try copy(of: owner)
            let began = ContinuousClock.now
            try completeCopy.run(words)
            let pace = ContinuousClock.now - began
            let after = try storedRecords(in: completeCopy.home)
            XCTAssertFalse(before == after, "\(words)")
            for stop in 1...max(1, Self.stops / 3) {
                let victim = try copy(of: owner)
                let share =
                    (Double(stop) - Double.random(in: 0...1, using: &user.random)) / Double(max(1, Self.stops / 3))
                _ = try victim.killed(after: pace * share, words, lines: [])
                try assertIsSwept(victim, "\(words) at \(share)")
                let now = try storedRecords(in: victim.home)
                XCTAssertTrue(
                    now == before || now == after, "\(words) at \(share): \(before.count), \(now.count), \(after.count)"
                )
                // The work can be done afterwards.
                if now == before { try victim.run(words) }
                XCTAssertTrue(try storedRecords(in: victim.home) == after, "\(words) at \(share)")
            }
        }
    }
}
