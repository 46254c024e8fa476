import Foundation
import Kernel
import Storage
import XCTest

/// Tests with real programs over a long log: a command leaves the rewriting of the log to a
/// background process.
final class BackgroundUpkeepTests: XCTestCase {
    private func data(of user: AppUser) -> String { user.home + "/.local/share/coin" }

    private func log(of user: AppUser) -> String {
        let current = (try? String(contentsOfFile: data(of: user) + "/CURRENT", encoding: .utf8)) ?? ""
        return current.split(separator: "\"").first { $0.hasPrefix("log-") }.map(String.init) ?? ""
    }

    private func length(of user: AppUser) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: "\(data(of: user))/\(log(of: user))")).count
    }

    /// Makes the store twice as long as its live records, as many deletions would.
    private func grow(_ user: AppUser) throws {
        let store = try FileStore(directory: data(of: user), caller: StoreClient(requestUpkeep: { true })) {
            Instant(milliseconds: 1_800_000_000_000)
        }
        let text = String(repeating: "x", count: 2_000)
        for _ in 0..<3 {
            for start in stride(from: 0, to: 2_000, by: 100) {
                try store.write {
                    for number in start..<start + 100 { try $0.put(Ballast(id: Identifier("b\(number)"), text: text)) }
                }
            }
        }
        try store.close()
    }

    @discardableResult
    private func add(_ title: String, to user: AppUser, _ more: String...) throws -> String {
        try user.run(
            ["new", "--context", title, "--observation", "a", "--impact", "b", "--next-steps", "c"] + more
        )
        .errors
    }

    func testBackgroundProcessRewritesLongLogDuringWrites() throws {
        let user = try AppUser("coin", self)
        try add("Before", to: user)
        try grow(user)
        let long = try length(of: user)
        let before = log(of: user)
        XCTAssertGreaterThan(long, 12_000_000)
        // A rehearsal changes nothing, and a read command starts no upkeep.
        try add("Never", to: user, "--dry-run")
        try user.run("list")
        XCTAssertFalse(FileManager.default.fileExists(atPath: data(of: user) + "/upkeep.lock"))
        var added = ["Before"]
        for number in 0..<400 where number < 3 || log(of: user) == before {
            added.append("Number \(number).")
            XCTAssertEqual(try add("Number \(number).", to: user), "")
        }
        XCTAssertNotEqual(log(of: user), before, "no background process rewrote the log")
        XCTAssertTrue(FileManager.default.fileExists(atPath: data(of: user) + "/upkeep.lock"))
        let after = log(of: user)
        for number in 0..<3 {
            added.append("Then \(number).")
            try add("Then \(number).", to: user)
        }
        usleep(300_000)
        XCTAssertEqual(log(of: user), after, "no further upkeep is needed")
        XCTAssertLessThan(try length(of: user), long / 2)
        let output = try user.run("list", "--json").output
        for title in added { XCTAssertTrue(output.contains("\"\(title)\""), title) }
        XCTAssertFalse(output.contains("\"Never\""))
        try user.run("doctor")
        XCTAssertEqual(user.files(below: ".local/share/coin").filter { $0.hasSuffix(".new") }, [])
    }

    /// The command rewrites the log itself if it can't start a process.
    func testCommandRewritesLogWithoutBackgroundProcess() throws {
        let user = try AppUser("coin", self)
        try add("Before", to: user)
        try grow(user)
        let before = log(of: user)
        try FileManager.default.createDirectory(
            atPath: data(of: user) + "/upkeep.lock", withIntermediateDirectories: false)
        try add("After", to: user)
        XCTAssertNotEqual(log(of: user), before)
        XCTAssertTrue(try user.run("list").output.contains("After"))
    }
}

/// Records that make the log long enough to be rewritten.
private struct Ballast: Storable {
    let id: Identifier<Ballast>
    var text: String
    static let collection = RecordCollection<Ballast>("ballast")
}
