import Dispatch
import Foundation
import Kernel
import Storage
import Synchronization
import XCTest

/// Tests that acknowledged answers survive killed processes.
final class DurabilityTests: XCTestCase {
    func testAcknowledgedAnswersSurviveTwoHundredKills() throws {
        let user = try AppUser("dojang", self)
        try user.run("study", "settings", "--new-a-day", "50", "--show-new", "off")
        // Measures a command first, because a busy machine needs longer.
        let began = ContinuousClock.now
        try user.run("stats")
        let command = ContinuousClock.now - began
        var acknowledged = 0
        for round in 0..<200 {
            let pause = command * Double.random(in: 0.1...3, using: &user.random)
            let output = try user.killed(
                after: pause, ["study", "--mode", "learn", "--cards", "50"],
                lines: Array(repeating: ["", "3"], count: 50).flatMap { $0 })
            let cards = cardNumbers(output)
            acknowledged += (cards.max() ?? 0) - (cards.min() ?? 0)
            XCTAssertGreaterThanOrEqual(try answers(of: user), acknowledged, "round \(round): \(output.suffix(200))")
        }
        XCTAssertGreaterThan(acknowledged, 0, "no session lived long enough to acknowledge anything")
        XCTAssertEqual(try user.run("doctor", "--plain").status, 0)
    }

    func testConcurrentSessionsKeepAllAnswers() throws {
        let user = try AppUser("dojang", self)
        try user.run("study", "settings", "--new-a-day", "50", "--show-new", "off")
        let lines = Array(repeating: ["", "3"], count: 15).flatMap { $0 }
        let failures = Mutex(0)
        let answerCount = Mutex(0)
        let sessions = Mutex(0)
        // The closure only reads immutable values.
        nonisolated(unsafe) let shared = user
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            do {
                let words = ["study", "--mode", "learn", "--cards", "15", "--new", "--seed", "\(number)", "--json"]
                let results: ResultsShape = try shared.run(words, lines: lines).json()
                answerCount.withLock { $0 += results.answered + results.repeats }
                sessions.withLock { $0 += results.answered + results.repeats > 0 ? 1 : 0 }
            } catch {
                failures.withLock { $0 += 1 }
            }
        }
        XCTAssertEqual(failures.withLock { $0 }, 0)
        // A session skips the cards that the other one has asked meanwhile: it may end with none.
        XCTAssertEqual(try answers(of: user), answerCount.withLock { $0 })
        XCTAssertGreaterThanOrEqual(answerCount.withLock { $0 }, 15)
        let stats: StatsShape = try user.run("stats", "--json").json()
        XCTAssertEqual(stats.sessions, sessions.withLock { $0 })
    }

    private func answers(of user: AppUser) throws -> Int {
        let store = try FileStore(directory: user.home + "/.local/share/dojang") { Instant(milliseconds: 0) }
        defer { try? store.close() }
        return try store.engine.read { try $0.addresses(in: nil).count { $0.collection == "practice.answers" } }
    }

    /// The numbers in `Card 7 of 50`.
    private func cardNumbers(_ output: String) -> [Int] {
        output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.count > 3 && words[0] == "Card" && words[2] == "of" ? Int(words[1]) : nil
        }
    }
}
