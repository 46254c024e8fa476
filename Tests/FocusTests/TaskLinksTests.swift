import Focus
import FocusCommands
import Foundation
import Kernel
import Storage
import TerminalContract
import TestBench
import XCTest

/// Parts, and what waits for what.
final class TaskLinksTests: XCTestCase {
    private typealias ID = Identifier<FocusTask>

    /// Whatever is moved, awaited, done, opened and deleted in whichever order: nothing goes round in a circle or too deep, no whole is done before
    /// its parts, a refusal changes nothing, and what is said to be free is what waits for nothing.
    func testWhateverIsTriedTheOrderHolds() throws {
        let home = try Home(isQuick: true)
        for seed in 0..<3 {
            let files = try FileStore(directory: home.path("store\(seed)")) { Instant(milliseconds: 0) }
            for store in [MemoryStore(), files] as [any Store] {
                var random = RandomSource(seed: UInt64(seed))
                let bench = Bench(store: store)
                for step in 0..<60 { try live(&random, bench, "seed \(seed), step \(step)") }
            }
        }
    }

    private func live(_ random: inout RandomSource, _ bench: Bench, _ at: String) throws {
        bench.pass(minutes: Double(Int.random(in: 1...300, using: &random)))
        let all = try bench.tasks.open() + bench.tasks.closed()
        let before = try bench.app.fingerprint()
        func pick() -> FocusTask? { all.randomElement(using: &random)?.task }
        do {
            switch (Int.random(in: 0..<9, using: &random), pick(), pick()) {
            case (0...2, let whole, _):
                let draft = TaskDraft(title: "T\(all.count)", recurrence: Bool.random(using: &random) ? nil : .days(2))
                _ = try bench.tasks.add(draft, under: Bool.random(using: &random) ? whole?.id : nil)
            case (3, let task?, let whole?): _ = try bench.tasks.move(task.id, under: whole.id)
            case (4...5, let task?, let other?): _ = try bench.tasks.wait(task.id, for: [other.id])
            case (6, let task?, _):
                let open = try bench.tasks.openParts(of: task.id)
                let done = try bench.tasks.finish(task.id, withParts: Bool.random(using: &random))
                XCTAssertTrue(
                    open.filter { $0.recurrence == nil }.allSatisfy { part in done.parts.contains { $0.id == part.id } }, at)
                for free in done.freed { XCTAssertEqual(try bench.tasks.awaited(by: free), [], at) }
            case (7, let task?, _): _ = try bench.tasks.reopen(task.id)
            case (_, let task?, _): if all.count > 12 { try bench.tasks.delete(task.id, title: task.title) }
            default: return
            }
        } catch let failure as Failure {
            XCTAssertEqual(try bench.app.fingerprint(), before, "\(at): \(failure.message)")
            let known: [Failure.Code] = [.tasksInCircle, .tasksTooDeep, .alreadyDone, .notDone, .partsOpen, .waitsForItself]
            XCTAssertTrue(known.contains(failure.code), "\(at): \(failure.message)")
        }
        try judge(bench, at)
    }

    /// Told anew of the records alone.
    private func judge(_ bench: Bench, _ at: String) throws {
        let all = try (bench.tasks.open() + bench.tasks.closed()).map(\.task)
        let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        for task in all {
            var reached: Set<ID> = []
            var next = all.filter { $0.parent == task.id }.map(\.id) + (task.after ?? [])
            while let one = next.popLast() {
                XCTAssertNotEqual(one, task.id, "\(at): \(task.title) comes before itself")
                guard reached.insert(one).inserted, one != task.id else { continue }
                next += all.filter { $0.parent == one }.map(\.id) + (byID[one]?.after ?? [])
            }
            var (level, above) = (1, task.parent)
            while let whole = above.flatMap({ byID[$0] }) { (level, above) = (level + 1, whole.parent) }
            XCTAssertLessThanOrEqual(level, FocusTask.deepest, at)
            XCTAssertTrue(task.parent.map { byID[$0] != nil } ?? true, "\(at): a part of nothing")
        }
    }

    func testPartsAreTasksAndCountAsSuch() throws {
        let bench = Bench(gates: .free)
        let whole = try bench.tasks.add(TaskDraft(title: "Whole"))
        for title in ["One", "Two"] { _ = try bench.tasks.add(TaskDraft(title: title), under: whole.id) }
        XCTAssertThrowsError(try bench.tasks.add(TaskDraft(title: "Three"), under: whole.id)) {
            XCTAssertEqual(($0 as? Failure)?.code, .locked)
        }
        let refused = bench.run("task", "done", "Whole")
        XCTAssertEqual(refused.status, 1)
        XCTAssertTrue(refused.error.contains("“Whole” still has 2 open parts: “One”, “Two”."), refused.error)
        XCTAssertTrue(refused.error.contains("task done a1 --parts"), refused.error)
        let done = bench.run("task", "done", "Whole", "--parts")
        XCTAssertTrue(done.output.contains("With it: “One”, “Two”."), done.output)
        XCTAssertEqual(try bench.tasks.counts().open, 0)
        XCTAssertEqual(try bench.store.undoLast().label, "Marked “Whole” as done")
        XCTAssertEqual(try bench.tasks.counts().open, 3, "one step takes all of it back")
    }

    func testALevelTooManyIsRefused() throws {
        let bench = Bench()
        var last = try bench.tasks.add(TaskDraft(title: "1"))
        let other = try bench.tasks.add(TaskDraft(title: "other"))
        _ = try bench.tasks.add(TaskDraft(title: "its part"), under: other.id)
        for level in 2...FocusTask.deepest { last = try bench.tasks.add(TaskDraft(title: "\(level)"), under: last.id) }
        for act in [
            { _ = try bench.tasks.add(TaskDraft(title: "6"), under: last.id) },
            { _ = try bench.tasks.move(other.id, under: last.id) },
            { _ = try bench.tasks.move(other.id, under: try bench.tasks.task("4").task.id) },
        ] { XCTAssertThrowsError(try act()) { XCTAssertEqual(($0 as? Failure)?.code, .tasksTooDeep) } }
        XCTAssertEqual(try bench.tasks.move(other.id, under: bench.tasks.task("3").task.id).parent, "a5")
        let list = bench.run("task", "list").output
        for line in ["1\n", "└ 2\n", "  └ 3\n", "    └ 4\n", "      └ 5\n", "    └ other\n", "      └ its part\n"] {
            XCTAssertTrue(list.split(separator: "\n").contains { $0.hasSuffix("  " + line.dropLast()) }, "\(line): \(list)")
        }
    }

    func testWhatADeletedTaskLeaves() throws {
        for purge in [false, true] {
            let bench = Bench()
            let words = { (words: String...) in bench.app.run(words + (purge ? ["--purge", "--yes"] : ["--yes"]), lines: []) }
            for line in ["Top", "Middle", "Leaf", "Later"] { bench.run("task", "add", line) }
            bench.run("task", "move", "Middle", "--under", "Top")
            bench.run("task", "move", "Leaf", "--under", "Middle")
            bench.run("task", "wait", "Later", "--for", "Middle", "--for", "Leaf")
            XCTAssertTrue(words("task", "delete", "Middle").output.contains("Its part stays, as a part of “Top”."))
            XCTAssertEqual(try bench.tasks.task("Leaf").task.parent, "a1")
            XCTAssertEqual(try bench.tasks.task("Later").awaited.map(\.title), ["Leaf"], "what has gone holds nobody up")
            XCTAssertTrue(words("task", "delete", "Top").output.contains("Its part stays, as a task by itself."))
            XCTAssertNil(try bench.tasks.task("Leaf").task.parent)
            guard !purge else { continue }
            for _ in 0..<2 { _ = try bench.store.undoLast() }
            XCTAssertEqual(try bench.tasks.task("Leaf").task.parent, "a2")
            XCTAssertEqual(try bench.tasks.task("Later").awaited.map(\.title), ["Middle", "Leaf"])
        }
    }

    func testWhatIsFreeIsSaid() throws {
        let bench = Bench()
        for line in ["Shop", "Cook", "Eat", "Plants *weekly"] { bench.run("task", "add", line) }
        bench.run("task", "wait", "Cook", "--for", "Shop", "--for", "Plants")
        bench.run("task", "wait", "Eat", "--for", "Cook")
        XCTAssertTrue(bench.run("task", "list").output.contains("Cook (waits)"))
        XCTAssertFalse(bench.run("task", "done", "Shop").output.contains("You can begin now"), "it waits for plants, too")
        XCTAssertTrue(bench.run("task", "done", "Plants").output.contains("You can begin now: “Cook”."))
        bench.pass(minutes: 3 * 24 * 60)
        XCTAssertEqual(try bench.tasks.task("Cook").awaited, [], "what comes back later holds nobody up")
        bench.pass(minutes: 4 * 24 * 60)
        XCTAssertEqual(try bench.tasks.task("Cook").awaited.map(\.title), ["Plants"], "and on its day again")
        let early = bench.run("task", "done", "Eat").output
        XCTAssertTrue(early.contains("It was waiting for “Cook”, which is still open."), early)
        let circle = bench.run("task", "wait", "Shop", "--for", "Cook")
        XCTAssertTrue(
            circle.error.contains("“Shop” would wait for “Cook”, “Cook” waits for “Shop”."), "done or not: \(circle.error)")
        XCTAssertTrue(bench.run("task", "wait", "Cook", "--not-for", "Eat").error.contains("“Cook” does not wait for “Eat”."))
        XCTAssertTrue(
            bench.run("task", "wait", "Cook", "--not-for", "Plants", "--not-for", "Shop").output.contains("waits for nothing"))
        XCTAssertNil(try bench.tasks.task("Cook").task.after)
        XCTAssertEqual(bench.run("task", "wait", "Cook", "--for", "Cook").status, 65)
        for words in [["task", "wait", "Cook"], ["task", "move", "Cook"], ["task", "move", "Cook", "--top", "--under", "Eat"]] {
            XCTAssertEqual(bench.app.run(words, lines: []).status, 64, "\(words)")
        }
    }

    func testNothingWaitsForMoreThanFifty() throws {
        let bench = Bench()
        let all = try (0...FocusTask.mostAwaited + 1).map { try bench.tasks.add(TaskDraft(title: "T\($0)")) }
        let (first, others) = (all[0], all.dropFirst().map(\.id))
        XCTAssertEqual(try bench.tasks.wait(first.id, for: Array(others.prefix(50))).after?.count, 50)
        XCTAssertThrowsError(try bench.tasks.wait(first.id, for: others)) {
            XCTAssertEqual(($0 as? Failure)?.code, .waitsForTooMany)
        }
        try bench.tasks.delete(others[0], title: "")
        XCTAssertEqual(try bench.tasks.wait(first.id, for: [others[50]]).after?.count, 50, "what has gone makes room")
    }

    // MARK: - What two devices make that know nothing of each other

    /// A task as it came from another device, with whatever links.
    private func came(_ id: String, parent: String? = nil, after: [String] = [], due: String? = nil) throws -> FocusTask {
        let task = FocusTask(id: ID(id), TaskDraft(title: "Task \(id)", due: due.flatMap { Day($0) }), createdAt: Bench.start)
        var fields = try XCTUnwrap(JSONSerialization.jsonObject(with: JSONEncoder().encode(task)) as? [String: Any])
        fields["parent"] = parent
        fields["after"] = after.isEmpty ? nil : after
        return try JSONDecoder().decode(FocusTask.self, from: JSONSerialization.data(withJSONObject: fields))
    }

    func testCirclesFromElsewhereHoldNothingUpForEver() throws {
        let circles = try [
            [came("x1", parent: "x1")], [came("x1", after: ["x1"])], [came("x1", parent: "x2"), came("x2", parent: "x1")],
            [came("x1", parent: "x2", due: "2026-11-20"), came("x2", parent: "x3"), came("x3", parent: "x1", after: ["x2"])],
            [came("x1", after: ["x2"], due: "2026-11-21"), came("x2", after: ["x1"]), came("x3", parent: "x1", after: ["gone"])],
            [came("x1", parent: "gone", after: ["gone", "gone"])],
        ]
        for (number, circle) in circles.enumerated() {
            let bench = Bench()
            try bench.store.write { try $0.put(contentsOf: circle) }
            for words in [
                ["task", "list"], ["task", "next"], ["task", "today"], ["task", "show", "x1"], ["task", "search", "Task"],
                ["task", "annotate", "x1", "seen"], ["task", "list", "--json"], [], ["export", "--of", "tasks"],
            ] { XCTAssertEqual(bench.app.run(words, lines: []).status, 0, "\(number) \(words)") }
            XCTAssertEqual(bench.run("task", "list", "--plain").output.split(separator: "\n").count, circle.count, "each once")
            // Each way out works.
            XCTAssertEqual(bench.run("task", "move", "x1", "--top").status, 0, "\(number)")
            let more = Bench()
            try more.store.write { try $0.put(contentsOf: circle) }
            XCTAssertEqual(more.run("task", "done", "x1", "--parts").status, 0, "\(number)")
            XCTAssertTrue(try more.tasks.task("x1").isDone)
            let last = Bench()
            try last.store.write { try $0.put(contentsOf: circle) }
            XCTAssertEqual(last.run("task", "delete", "x1", "--yes").status, 0, "\(number)")
            XCTAssertEqual(try last.tasks.counts().open, circle.count - 1)
        }
    }

    func testALongChainFromElsewhereIsWalkedOnce() throws {
        let bench = Bench()
        let chain = try (0..<2_000).map { number in
            try came("x\(number)", parent: number == 0 ? nil : "x\(number - 1)", after: number == 1_999 ? [] : ["y\(number)"])
        }
        try bench.store.write { try $0.put(contentsOf: chain) }
        for words in [["task", "list", "--all"], ["task", "show", "x0"], ["task", "next"], ["task", "done", "x0", "--parts"]] {
            XCTAssertEqual(bench.app.run(words, lines: []).status, 0, "\(words)")
        }
        XCTAssertEqual(try bench.tasks.counts().open, 0)
    }

    /// Records of programs that knew nothing of this.
    func testOlderRecordsAreRead() throws {
        let task = FocusTask(id: "t", TaskDraft(title: "Old"), createdAt: Bench.start)
        var fields = try XCTUnwrap(JSONSerialization.jsonObject(with: JSONEncoder().encode(task)) as? [String: Any])
        for name in ["note", "annotations", "parent", "after"] { fields[name] = nil }
        let read = try JSONDecoder().decode(FocusTask.self, from: JSONSerialization.data(withJSONObject: fields))
        XCTAssertEqual(read, task)
    }
}
