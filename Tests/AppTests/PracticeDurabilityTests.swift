import Foundation
import Kernel
import Storage
import XCTest

/// Tests that practice answers survive killed processes and that the next start continues the
/// session.
final class PracticeDurabilityTests: XCTestCase {
    func testKilledPatternPracticeResumes() throws {
        try kill("pattern practice chon-ji", opening: "--belt 9k", lines: (0..<60).map { $0 % 2 == 0 ? "" : "3" })
    }

    func testKilledSparringQuizResumes() throws {
        try kill("sparring quiz", opening: "--belt 6k", lines: (0..<60).map { String($0 % 2 + 1) })
    }

    func testKilledMockGradingResumes() throws {
        // Enter begins and uncovers, 3 marks a performed task, and 1 answers a question; other
        // input is no answer.
        try kill("grading mock", opening: "--belt 8k", lines: (0..<120).map { ["", "3", "1"][$0 % 3] })
    }

    /// Kills a session repeatedly while it is answered.
    private func kill(_ command: String, opening: String, lines: [String]) throws {
        let user = try AppUser("dojang", self)
        try user.run("profile", "list")
        let words = command.split(separator: " ").map(String.init)
        try user.run(["profile", "edit", "Student", "--yes"] + opening.split(separator: " ").map(String.init))
        // Measures a command first, because a busy machine needs longer.
        let began = ContinuousClock.now
        try user.run(words, lines: ["q"])
        let pace = ContinuousClock.now - began
        var acknowledged = 0
        var waitLimit = 1.0
        var lastPlace: Place?
        for round in 0..<15 {
            // Until one process has acknowledged an answer, each lives twice as long as the one
            // before, because the machine may have become busier. Later kills happen anywhere in
            // the session.
            let isFirst = acknowledged == 0
            let pause = pace * waitLimit * Double.random(in: isFirst ? 2...3 : 0.3...1.6, using: &user.random)
            if isFirst { waitLimit *= 2 }
            let output = try user.killed(after: pause, words, lines: Array(lines.prefix(isFirst ? 12 : 24)))
            let displayedPlaces = places(output)
            if let first = displayedPlaces.first, let before = lastPlace {
                // Killed at its last task, the session may have ended unseen; killed at its first,
                // nothing was stored.
                XCTAssertTrue(
                    output.contains("Resuming") || before.isLast || before.number == 1,
                    "round \(round) does not report the unfinished session: \(output.prefix(200))")
                if output.contains("Resuming"), !before.isLast {
                    XCTAssertGreaterThanOrEqual(first.number, before.number, "round \(round)")
                }
            }
            acknowledged += (displayedPlaces.last?.number ?? 0) - (displayedPlaces.first?.number ?? 0)
            XCTAssertGreaterThanOrEqual(try answers(of: user), acknowledged, "round \(round): \(output.suffix(200))")
            // An answer, its mastery and its day are one transaction.
            let stats: Counted = try user.run("stats", "--json").json()
            XCTAssertEqual(stats.kinds.reduce(0) { $0 + $1.answers }, try answers(of: user))
            let isOver = output.contains("Next: ") && !output.contains("Paused for now")
            lastPlace = isOver ? nil : displayedPlaces.last ?? lastPlace
        }
        XCTAssertGreaterThan(acknowledged, 0, "no session lived long enough to acknowledge anything")
        XCTAssertEqual(try user.run("doctor", "--plain").status, 0)
    }

    private func answers(of user: AppUser) throws -> Int {
        let store = try FileStore(directory: user.home + "/.local/share/dojang") { Instant(milliseconds: 0) }
        defer { try? store.close() }
        return try store.engine.read { try $0.addresses(in: nil).count { $0.collection == "practice.answers" } }
    }

    /// The answer counts in `stats`.
    private struct Counted: Decodable {
        struct Kind: Decodable { let answers: Int }
        let kinds: [Kind]
    }

    /// The position of a task and the number of tasks.
    private struct Place {
        let number: Int
        let total: Int
        var isLast: Bool { number == total }
    }

    /// The positions in `Chon-Ji 7 of 19` and `3 of 10  Three-step sparring 2`, in the printed
    /// order.
    private func places(_ output: String) -> [Place] {
        output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").drop { $0 == "Chon-Ji" }
            guard words.count > 2, words.dropFirst().first == "of", let number = words.first.flatMap({ Int($0) }) else {
                return nil
            }
            return words.dropFirst(2).first.flatMap { Int($0) }.map { Place(number: number, total: $0) }
        }
    }
}
