import Focus
import FocusCommands
import Foundation
import Kernel
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Subtasks and dependencies.
final class TaskLinksTests: XCTestCase {
    private typealias ID = Identifier<FocusTask>

    /// Random moves, waits, completions, reopenings and deletions keep the invariants.
    ///
    /// There is no cycle and no excess depth. A task is not done before its parts. A refused call
    /// changes nothing. A free task waits for nothing.
    func testRandomActionsKeepTheTaskGraphValid() throws {
        let home = try Home(isQuick: true)
        for seed in 0..<3 {
            let files = try FileStore(directory: home.path("store\(seed)")) { Instant(milliseconds: 0) }
            for store in [MemoryStore(), files] as [any Store] {
                var random = RandomSource(seed: UInt64(seed))
                let fixture = Fixture(store: store)
                for step in 0..<60 { try live(&random, fixture, "seed \(seed), step \(step)") }
            }
        }
    }

    private func live(_ random: inout RandomSource, _ fixture: Fixture, _ at: String) throws {
        fixture.pass(minutes: Double(Int.random(in: 1...300, using: &random)))
        let all = try fixture.tasks.open() + fixture.tasks.closed()
        let before = try fixture.app.fingerprint()
        func pick() -> FocusTask? { all.randomElement(using: &random)?.task }
        do {
            switch (Int.random(in: 0..<9, using: &random), pick(), pick()) {
            case (0...2, let whole, _):
                let draft = TaskDraft(title: "T\(all.count)", recurrence: Bool.random(using: &random) ? nil : .days(2))
                _ = try fixture.tasks.add(draft, under: Bool.random(using: &random) ? whole?.id : nil)
            case (3, let task?, let whole?): _ = try fixture.tasks.move(task.id, under: whole.id)
            case (4...5, let task?, let other?): _ = try fixture.tasks.wait(task.id, for: [other.id])
            case (6, let task?, _):
                let open = try fixture.tasks.open().map(\.task).filter { $0.parent == task.id }
                let done = try fixture.tasks.finish(task.id, withParts: Bool.random(using: &random))
                XCTAssertTrue(
                    open.filter { $0.recurrence == nil }.allSatisfy { part in done.parts.contains { $0.id == part.id }
                    }, at)
                for free in done.unblocked { XCTAssertEqual(try fixture.tasks.awaited(by: free), [], at) }
            case (7, let task?, _): _ = try fixture.tasks.reopen(task.id)
            case (_, let task?, _): if all.count > 12 { try fixture.tasks.delete(task.id, title: task.title) }
            default: return
            }
        } catch let failure as Failure {
            XCTAssertEqual(try fixture.app.fingerprint(), before, "\(at): \(failure.message)")
            let known: [Failure.Code] = [
                .tasksInCircle, .tasksTooDeep, .alreadyDone, .notDone, .partsOpen, .waitsForItself,
            ]
            XCTAssertTrue(known.contains(failure.code), "\(at): \(failure.message)")
        }
        try judge(fixture, at)
    }

    /// Checks the invariants from the records alone.
    private func judge(_ fixture: Fixture, _ at: String) throws {
        let all = try (fixture.tasks.open() + fixture.tasks.closed()).map(\.task)
        let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        for task in all {
            var reached: Set<ID> = []
            var next = all.filter { $0.parent == task.id }.map(\.id) + (task.after ?? [])
            while let one = next.popLast() {
                XCTAssertNotEqual(one, task.id, "\(at): \(task.title) comes before itself")
                guard reached.insert(one).inserted, one != task.id else { continue }
                next += all.filter { $0.parent == one }.map(\.id) + (byID[one]?.after ?? [])
            }
            var level = 1
            var above = task.parent
            while let whole = above.flatMap({ byID[$0] }) { (level, above) = (level + 1, whole.parent) }
            XCTAssertLessThanOrEqual(level, FocusTask.deepest, at)
            XCTAssertTrue(task.parent.map { byID[$0] != nil } ?? true, "\(at): a part without a parent")
        }
    }

    func testPartsCountAsTasks() throws {
        let fixture = Fixture(gates: .free)
        let parent = try fixture.tasks.add(TaskDraft(title: "Whole"))
        for title in ["One", "Two"] { _ = try fixture.tasks.add(TaskDraft(title: title), under: parent.id) }
        XCTAssertThrowsError(try fixture.tasks.add(TaskDraft(title: "Three"), under: parent.id)) {
            XCTAssertEqual(($0 as? Failure)?.code, .locked)
        }
        let refused = fixture.run("task", "done", "Whole")
        XCTAssertEqual(refused.status, 1)
        XCTAssertTrue(refused.error.contains("“Whole” still has 2 open parts: “One”, “Two”."), refused.error)
        XCTAssertTrue(refused.error.contains("task done a1 --parts"), refused.error)
        let done = fixture.run("task", "done", "Whole", "--parts")
        XCTAssertTrue(done.output.contains("With it: “One”, “Two”."), done.output)
        XCTAssertEqual(try fixture.tasks.counts().open, 0)
        XCTAssertEqual(try fixture.store.undoLast().label, "Marked “Whole” as done")
        XCTAssertEqual(try fixture.tasks.counts().open, 3, "one undo restores everything")
    }

    func testTasksDeeperThanTheLimitAreRefused() throws {
        let fixture = Fixture()
        var last = try fixture.tasks.add(TaskDraft(title: "1"))
        let other = try fixture.tasks.add(TaskDraft(title: "other"))
        _ = try fixture.tasks.add(TaskDraft(title: "its part"), under: other.id)
        for level in 2...FocusTask.deepest {
            last = try fixture.tasks.add(TaskDraft(title: "\(level)"), under: last.id)
        }
        for act in [
            { _ = try fixture.tasks.add(TaskDraft(title: "6"), under: last.id) },
            { _ = try fixture.tasks.move(other.id, under: last.id) },
            { _ = try fixture.tasks.move(other.id, under: try fixture.tasks.task("4").task.id) },
        ] { XCTAssertThrowsError(try act()) { XCTAssertEqual(($0 as? Failure)?.code, .tasksTooDeep) } }
        XCTAssertEqual(try fixture.tasks.move(other.id, under: fixture.tasks.task("3").task.id).parent, "a5")
        let list = fixture.run("task", "list").output
        for line in ["1\n", "└ 2\n", "  └ 3\n", "    └ 4\n", "      └ 5\n", "    └ other\n", "      └ its part\n"] {
            XCTAssertTrue(
                list.split(separator: "\n").contains { $0.hasSuffix("  " + line.dropLast()) }, "\(line): \(list)")
        }
    }

    func testDeletingATaskRelinksItsParts() throws {
        for purge in [false, true] {
            let fixture = Fixture()
            let words = { (words: String...) in
                fixture.app.run(words + (purge ? ["--purge", "--yes"] : ["--yes"]), lines: [])
            }
            for line in ["Top", "Middle", "Leaf", "Later"] { fixture.run("task", "add", line) }
            fixture.run("task", "move", "Middle", "--under", "Top")
            fixture.run("task", "move", "Leaf", "--under", "Middle")
            fixture.run("task", "wait", "Later", "--for", "Middle", "--for", "Leaf")
            XCTAssertTrue(words("task", "delete", "Middle").output.contains("Its part stays, as a part of “Top”."))
            XCTAssertEqual(try fixture.tasks.task("Leaf").task.parent, "a1")
            XCTAssertEqual(
                try fixture.tasks.task("Later").awaited.map(\.title), ["Leaf"], "a deleted task blocks no other")
            XCTAssertTrue(words("task", "delete", "Top").output.contains("Its part stays, as a task by itself."))
            XCTAssertNil(try fixture.tasks.task("Leaf").task.parent)
            guard !purge else { continue }
            for _ in 0..<2 { _ = try fixture.store.undoLast() }
            XCTAssertEqual(try fixture.tasks.task("Leaf").task.parent, "a2")
            XCTAssertEqual(try fixture.tasks.task("Later").awaited.map(\.title), ["Middle", "Leaf"])
        }
    }

    func testCompletionReportsUnblockedTasks() throws {
        let fixture = Fixture()
        for line in ["Shop", "Cook", "Eat", "Plants *weekly"] { fixture.run("task", "add", line) }
        fixture.run("task", "wait", "Cook", "--for", "Shop", "--for", "Plants")
        fixture.run("task", "wait", "Eat", "--for", "Cook")
        XCTAssertTrue(fixture.run("task", "list").output.contains("Cook (waits)"))
        XCTAssertFalse(
            fixture.run("task", "done", "Shop").output.contains("You can begin now"), "it waits for plants, too")
        XCTAssertTrue(fixture.run("task", "done", "Plants").output.contains("You can begin now: “Cook”."))
        fixture.pass(minutes: 3 * 24 * 60)
        XCTAssertEqual(
            try fixture.tasks.task("Cook").awaited, [], "a recurring task blocks no other until it is due again")
        fixture.pass(minutes: 4 * 24 * 60)
        XCTAssertEqual(try fixture.tasks.task("Cook").awaited.map(\.title), ["Plants"], "and blocks again on its day")
        let early = fixture.run("task", "done", "Eat").output
        XCTAssertTrue(early.contains("It was waiting for “Cook”, which is still open."), early)
        let circle = fixture.run("task", "wait", "Shop", "--for", "Cook")
        XCTAssertTrue(
            circle.error.contains("“Shop” would wait for “Cook”, “Cook” waits for “Shop”."),
            "done or not: \(circle.error)")
        XCTAssertTrue(
            fixture.run("task", "wait", "Cook", "--not-for", "Eat").error.contains("“Cook” does not wait for “Eat”."))
        XCTAssertTrue(
            fixture.run("task", "wait", "Cook", "--not-for", "Plants", "--not-for", "Shop").output.contains(
                "waits for nothing"))
        XCTAssertNil(try fixture.tasks.task("Cook").task.after)
        XCTAssertEqual(fixture.run("task", "wait", "Cook", "--for", "Cook").status, 65)
        for words in [
            ["task", "wait", "Cook"], ["task", "move", "Cook"], ["task", "move", "Cook", "--top", "--under", "Eat"],
        ] {
            XCTAssertEqual(fixture.app.run(words, lines: []).status, 64, "\(words)")
        }
    }

    func testTaskWaitsForAtMostFifty() throws {
        let fixture = Fixture()
        let all = try (0...FocusTask.mostAwaited + 1).map { try fixture.tasks.add(TaskDraft(title: "T\($0)")) }
        let first = all[0]
        let others = all.dropFirst().map(\.id)
        XCTAssertEqual(try fixture.tasks.wait(first.id, for: Array(others.prefix(50))).after?.count, 50)
        XCTAssertThrowsError(try fixture.tasks.wait(first.id, for: others)) {
            XCTAssertEqual(($0 as? Failure)?.code, .waitsForTooMany)
        }
        try fixture.tasks.delete(others[0], title: "")
        XCTAssertEqual(
            try fixture.tasks.wait(first.id, for: [others[50]]).after?.count, 50, "a deleted task frees its place")
    }

    // MARK: - Links from offline devices

    /// A task as it arrives from another device, with arbitrary links.
    private func synced(_ id: String, parent: String? = nil, after: [String] = [], due: String? = nil) throws
        -> FocusTask
    {
        let task = FocusTask(
            id: ID(id), TaskDraft(title: "Task \(id)", due: due.flatMap { Day($0) }), createdAt: Fixture.start)
        var fields = try XCTUnwrap(JSONSerialization.jsonObject(with: JSONEncoder().encode(task)) as? [String: Any])
        fields["parent"] = parent
        fields["after"] = after.isEmpty ? nil : after
        return try JSONDecoder().decode(FocusTask.self, from: JSONSerialization.data(withJSONObject: fields))
    }

    func testSyncedCyclesCanBeResolved() throws {
        let circles = try [
            [synced("x1", parent: "x1")], [synced("x1", after: ["x1"])],
            [synced("x1", parent: "x2"), synced("x2", parent: "x1")],
            [
                synced("x1", parent: "x2", due: "2026-11-20"), synced("x2", parent: "x3"),
                synced("x3", parent: "x1", after: ["x2"]),
            ],
            [
                synced("x1", after: ["x2"], due: "2026-11-21"), synced("x2", after: ["x1"]),
                synced("x3", parent: "x1", after: ["gone"]),
            ],
            [synced("x1", parent: "gone", after: ["gone", "gone"])],
        ]
        for (number, circle) in circles.enumerated() {
            let fixture = Fixture()
            try fixture.store.write { try $0.put(contentsOf: circle) }
            for words in [
                ["task", "list"], ["task", "next"], ["task", "today"], ["task", "show", "x1"],
                ["task", "search", "Task"],
                ["task", "annotate", "x1", "seen"], ["task", "list", "--json"], [], ["export", "--of", "tasks"],
            ] { XCTAssertEqual(fixture.app.run(words, lines: []).status, 0, "\(number) \(words)") }
            XCTAssertEqual(
                fixture.run("task", "list", "--plain").output.split(separator: "\n").count, circle.count, "each once")
            // Each offered way out works.
            XCTAssertEqual(fixture.run("task", "move", "x1", "--top").status, 0, "\(number)")
            let more = Fixture()
            try more.store.write { try $0.put(contentsOf: circle) }
            XCTAssertEqual(more.run("task", "done", "x1", "--parts").status, 0, "\(number)")
            XCTAssertTrue(try more.tasks.task("x1").isDone)
            let last = Fixture()
            try last.store.write { try $0.put(contentsOf: circle) }
            XCTAssertEqual(last.run("task", "delete", "x1", "--yes").status, 0, "\(number)")
            XCTAssertEqual(try last.tasks.counts().open, circle.count - 1)
        }
    }

    func testLongSyncedChainIsTraversedOnce() throws {
        let fixture = Fixture()
        let chain = try (0..<2_000).map { number in
            try synced(
                "x\(number)", parent: number == 0 ? nil : "x\(number - 1)", after: number == 1_999 ? [] : ["y\(number)"]
            )
        }
        try fixture.store.write { try $0.put(contentsOf: chain) }
        for words in [
            ["task", "list", "--all"], ["task", "show", "x0"], ["task", "next"], ["task", "done", "x0", "--parts"],
        ] {
            XCTAssertEqual(fixture.app.run(words, lines: []).status, 0, "\(words)")
        }
        XCTAssertEqual(try fixture.tasks.counts().open, 0)
    }

    /// Records of versions that had no links.
    func testOlderRecordsDecode() throws {
        let task = FocusTask(id: "t", TaskDraft(title: "Old"), createdAt: Fixture.start)
        var fields = try XCTUnwrap(JSONSerialization.jsonObject(with: JSONEncoder().encode(task)) as? [String: Any])
        for name in ["note", "annotations", "parent", "after"] { fields[name] = nil }
        let read = try JSONDecoder().decode(FocusTask.self, from: JSONSerialization.data(withJSONObject: fields))
        XCTAssertEqual(read, task)
    }
}
