import Dispatch
import Foundation
import Kernel
import Synchronization
import XCTest

/// The founding document's journeys for FocusFlow with real processes.
final class FocusFlowJourneys: XCTestCase {
    /// First run, task limit, Pro and a refund. No task is lost, and every task can be exported.
    func testTasksSurviveLimitProAndRefund() throws {
        let user = try AppUser("focusflow", self)
        XCTAssertTrue(try user.run().output.contains("Ready for your first session"))
        for title in ["Write report", "Call Mina", "Read"] { try user.run("task", "add", title) }
        let refused = try user.run("task", "add", "Fourth", status: 1)
        XCTAssertTrue(refused.errors.contains("3/3 tasks"), refused.errors)
        XCTAssertEqual(refused.output, "")
        XCTAssertEqual(try titles(user), ["Write report", "Call Mina", "Read"])
        try user.run("task", "edit", "Call Mina", "--title", "Call Mina back")
        XCTAssertEqual(try plan(user).plan, "free")

        try user.run("plan", "sandbox", "buy", "com.focusflow.pro.monthly", "--yes")
        XCTAssertEqual(try plan(user).plan, "pro")
        for title in ["Fourth", "Fifth"] { try user.run("task", "add", title) }
        XCTAssertEqual(try tasks(user).filter(\.locked), [])

        try user.run("plan", "sandbox", "refund")
        let after = try plan(user)
        XCTAssertEqual([after.plan, after.state], ["free", "revoked"])
        XCTAssertEqual(after.gates.first { $0.key == "focus.tasks" }.map { [$0.used, $0.limit] }, [5, 3])
        XCTAssertEqual(try tasks(user).map(\.locked), [false, false, false, true, true])
        XCTAssertTrue(try user.run("task", "edit", "Fifth", "--title", "Other", status: 1).errors.contains("5/3 tasks"))
        try user.run("task", "edit", "Read", "--title", "Read more")
        XCTAssertTrue(try user.run("task", "add", "Sixth", status: 1).errors.contains("5/3 tasks"))
        let exported = try user.run("export", "--of", "tasks").output
        for title in ["Write report", "Call Mina back", "Read more", "Fourth", "Fifth"] {
            XCTAssertTrue(exported.contains("\"\(title)\""), title)
        }
        try user.run("task", "done", "Fifth")
        try user.run("task", "delete", "Fourth", "--yes")
        XCTAssertEqual(try tasks(user).filter(\.locked), [])
    }

    /// Start, status, pause, resume, stop, history.
    func testSessionFromStartToHistory() throws {
        let user = try AppUser("focusflow", self)
        try user.run("task", "add", "Write", "#work")
        let started: TimerShape = try user.run("start", "Deep Work", "--task", "Write", "--detach", "--json").json()
        XCTAssertEqual([started.phase, started.stage], ["focus", "running"])
        XCTAssertTrue(try user.run("status").output.contains("Deep Work"))
        Thread.sleep(forTimeInterval: 1.1)
        let paused: TimerShape = try user.run("pause", "--json").json()
        XCTAssertEqual([paused.id, paused.stage], [started.id, "paused"])
        XCTAssertGreaterThanOrEqual(paused.focused, 1)
        let resumed: TimerShape = try user.run("resume", "--detach", "--json").json()
        XCTAssertEqual([resumed.id, resumed.stage], [started.id, "running"])
        let stopped: TimerShape = try user.run("stop", "--json").json()
        XCTAssertEqual(stopped.stage, "over")
        XCTAssertGreaterThanOrEqual(stopped.focused, paused.focused)
        let history: [StretchShape] = try user.run("history", "--json").json()
        XCTAssertEqual(history.map(\.title), ["Write"])
        XCTAssertEqual(history.map(\.preset), ["Deep Work"])
        XCTAssertEqual(history.first?.focused, stopped.focused)
        XCTAssertEqual(try tasks(user).map(\.spent), [stopped.focused])
        XCTAssertTrue(try user.run("pause", status: 1).errors.contains("start"))
    }

    /// Two processes start at the same time: one succeeds, the other fails, and one session exists.
    func testConcurrentStartsGiveOneSession() throws {
        let user = try AppUser("focusflow", self)
        for round in 0..<5 {
            let sessions = Mutex<[String]>([])
            let refusals = Mutex<[String]>([])
            // The closure only reads immutable values.
            nonisolated(unsafe) let shared = user
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                guard let result = try? shared.attempt(["start", "--detach", "--json"]) else { return }
                if result.status == 0, let timer = try? result.json(TimerShape.self) {
                    sessions.withLock { $0.append(timer.id) }
                } else {
                    refusals.withLock { $0.append("\(result.status) \(result.errors)") }
                }
            }
            let won = sessions.withLock { $0 }
            let messages = refusals.withLock { $0 }
            XCTAssertEqual([won.count, messages.count], [1, 1], "round \(round): \(messages)")
            XCTAssertTrue(messages.allSatisfy { $0.hasPrefix("1 ") }, "\(messages)")
            let stopped: TimerShape = try user.run("stop", "--json").json()
            XCTAssertEqual([stopped.id], won)
        }
    }

    /// Killed commands keep the running session intact.
    func testKilledCommandsKeepSession() throws {
        let user = try AppUser("focusflow", self)
        let started: TimerShape = try user.run("start", "--detach", "--json").json()
        for _ in 0..<10 {
            let pause = Duration.milliseconds(Int.random(in: 1...25, using: &user.random))
            for words in [["pause"], ["resume", "--detach"], ["extend", "1m"], ["skip"]].shuffled(using: &user.random) {
                _ = try user.killed(after: pause, words, lines: [])
            }
        }
        let stopped: TimerShape = try user.run("stop", "--json").json()
        XCTAssertEqual([stopped.id, stopped.stage], [started.id, "over"])
        XCTAssertEqual(try user.run("doctor", "--plain").status, 0)
    }

    private func tasks(_ user: AppUser) throws -> [TaskShape] { try user.run("task", "list", "--json").json() }
    private func titles(_ user: AppUser) throws -> [String] { try tasks(user).map(\.title) }
    private func plan(_ user: AppUser) throws -> PlanShape { try user.run("plan", "show", "--json").json() }
}
