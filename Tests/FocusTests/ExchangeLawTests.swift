import Focus
import Interchange
import Kernel
import Storage
import TestBench
import XCTest

/// What is exported and imported into an empty home is what it was, for each form as far as it can carry it.
final class ExchangeLawTests: XCTestCase {
    /// A home with tasks of every kind and sessions with parts of a second.
    private func home(_ seed: UInt64) throws -> Bench {
        var random = RandomSource(seed: seed)
        let bench = Bench("2026-11-20T09:00:00.120Z", calendar: LocalCalendar { $0.seconds % 3 == 0 ? 7200 : 7200 })
        var ids: [Identifier<FocusTask>] = []
        for number in 1...Int.random(in: 3...12, using: &random) {
            func flip() -> Bool { Bool.random(using: &random) }
            let recurrence: Recurrence? =
                flip() ? nil : [.days(3), .weeks(1), .months(1), .weekdays, .months(6)].randomElement(using: &random)
            let task = try bench.tasks.add(
                TaskDraft(
                    title: "Call, \"\(number)\"; 한글 \\n 'x' \(number)", estimate: flip() ? 1800 : nil,
                    due: flip() ? Day(ordinal: 20_790 + number) : nil,
                    priority: flip() ? FocusTask.Priority.allCases.randomElement(using: &random) : nil,
                    tags: flip() ? ["work", "tag\(number)"] : [], project: flip() ? "home.flat" : nil, recurrence: recurrence,
                    reminder: flip() ? 9 * 3600 : nil, note: flip() ? "One,\ntwo; \\three" : nil))
            if flip() || recurrence == .months(1) { _ = try bench.tasks.finish(task.id) }
            try bench.store.write { transaction in
                guard var task = try transaction.record(task.id) else { return }
                if flip() { try task.annotate("Noted \(number), so", at: bench.now) }
                if flip(), let other = ids.randomElement(using: &random) { task.parent = other }
                if flip() { try task.wait(for: Array(ids.shuffled(using: &random).prefix(2))) }
                try transaction.put(task)
            }
            ids.append(task.id)
            bench.pass(minutes: 0.0317)
            if flip(), let task = try bench.store.read({ try $0.record(ids[ids.count - 1]) }) {
                try bench.focus(minutes: Double.random(in: 0.2...40, using: &random), on: task)
            }
            if flip() {
                bench.pass(minutes: 1)
                _ = try bench.timer.start(.first, focus: 1500, task: nil)
                for kind in [Interruption.Kind.inner, .outer] where flip() {
                    bench.pass(minutes: 2.0071)
                    _ = try bench.timer.interrupt(kind, note: flip() ? "the phone; \"again\", \\n" : nil)
                }
                bench.pass(minutes: 3)
                _ = try bench.timer.stop()
                let start = Instant(milliseconds: bench.now.milliseconds - Int64(number) * 86_400_000)
                if flip() {
                    let end = Instant(milliseconds: start.milliseconds + 61_007)
                    _ = try bench.log.add(.init(start..<end, for: .init(preset: "By hand")))
                }
            }
        }
        return bench
    }

    private func everything(_ bench: Bench) throws -> (tasks: [FocusTask], records: [FocusRecord]) {
        let tasks = try (bench.tasks.open() + bench.tasks.closed()).map(\.task).sorted { $0.id < $1.id }
        return (tasks, try bench.history.everything().map(\.record))
    }

    /// An empty home at the same moment into which the files of another come, one after the other.
    private func moved(_ bench: Bench, _ forms: [Form]) throws -> Bench {
        let (tasks, records) = try everything(bench)
        let other = Bench(bench.now.description, calendar: bench.time.calendar)
        let intake = FocusIntake(other.tasks, time: other.time)
        for form in forms {
            for isTasks in [true, false] {
                let bytes = FocusFile.bytes(
                    isTasks && form.holdsTasks ? tasks : [], !isTasks && form.holdsSessions ? records : [], as: form,
                    time: bench.time)
                guard let known = Form.of(bytes) else { continue }
                let plan = try intake.plan(bytes, known)
                XCTAssertTrue(plan.refused.isEmpty, "\(form): \(plan.refused)")
                XCTAssertTrue(plan.lost.allSatisfy { $0.what.contains("not there") }, "\(form): \(plan.lost)")
                try intake.take(plan)
                let again = try intake.plan(bytes, known)
                XCTAssertTrue(again.isEmpty, "\(form): a second import adds nothing: \(again)")
            }
        }
        return other
    }

    func testFormsThatCarryEverything() throws {
        for seed in 1...25 {
            let bench = try home(UInt64(seed))
            let (tasks, records) = try everything(bench)
            for forms in [[Form.csv], [.iCalendar], [.taskwarrior, .timewarrior], [.timewarrior, .taskwarrior]] {
                let other = try everything(moved(bench, forms))
                XCTAssertEqual(other.tasks, tasks, "seed \(seed): \(forms)")
                XCTAssertEqual(other.records, records, "seed \(seed): \(forms)")
            }
        }
    }

    /// The days of a home are summed up as if its sessions had been focused there.
    func testSumsAreThoseOfTheSessions() throws {
        let bench = try home(3)
        let other = try moved(bench, [.iCalendar])
        let (first, last) = (Day(ordinal: .min), Day(ordinal: .max))
        XCTAssertEqual(try other.history.days(from: first, through: last), try bench.history.days(from: first, through: last))
    }

    func testTodoTxtCarriesAllButNotes() throws {
        for seed in 1...25 {
            let bench = try home(UInt64(seed))
            let without = try everything(bench).tasks.map { task -> FocusTask in
                var plain = FocusTask(id: task.id, task.draft.noted(nil), createdAt: task.createdAt)
                (plain.doneOn, plain.parent) = (task.doneOn, task.parent)
                try plain.wait(for: task.after ?? [])
                return plain
            }
            let other = try everything(moved(bench, [.todoTxt])).tasks.map { task -> FocusTask in
                var plain = task
                plain.spent = 0
                return plain
            }
            XCTAssertEqual(other.map(\.draft), without.map(\.draft), "seed \(seed)")
            XCTAssertEqual(other.map(\.doneOn), without.map(\.doneOn))
            XCTAssertEqual(other.map(\.createdAt), without.map(\.createdAt))
            XCTAssertEqual(other.map(\.after), without.map(\.after))
            XCTAssertEqual(other.map(\.parent), without.map(\.parent))
        }
    }

    /// Whole seconds, times, tags, project and title; whole minutes, times, tags and title.
    func testFormsOfTimes() throws {
        for seed in 1...25 {
            let bench = try home(UInt64(seed))
            let records = try everything(bench).records
            let lines = try everything(moved(bench, [.timewarriorData])).records
            XCTAssertEqual(lines.map(\.start.seconds), records.map(\.start.seconds), "seed \(seed)")
            XCTAssertEqual(lines.map(\.end.seconds), records.map(\.end.seconds))
            XCTAssertEqual(lines.map(\.purpose.title), records.map(\.purpose.title))
            XCTAssertEqual(lines.map(\.purpose.tags), records.map(\.purpose.tags))
            XCTAssertEqual(lines.map(\.purpose.project), records.map(\.purpose.project))
        }
    }
}
