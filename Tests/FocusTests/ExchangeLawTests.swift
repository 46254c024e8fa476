import Focus
import Interchange
import Kernel
import Storage
import TestSupport
import XCTest

/// Export and import into an empty store restore the data, as far as each format can hold it.
final class ExchangeLawTests: XCTestCase {
    /// A store with tasks of every kind and sessions with fractions of a second.
    private func home(_ seed: UInt64) throws -> Fixture {
        var random = RandomSource(seed: seed)
        let fixture = Fixture("2026-11-20T09:00:00.120Z", calendar: LocalCalendar { $0.seconds % 3 == 0 ? 7200 : 7200 })
        var ids: [Identifier<FocusTask>] = []
        for number in 1...Int.random(in: 3...12, using: &random) {
            func flip() -> Bool { Bool.random(using: &random) }
            let recurrence: Recurrence? =
                flip() ? nil : [.days(3), .weeks(1), .months(1), .weekdays, .months(6)].randomElement(using: &random)
            let task = try fixture.tasks.add(
                TaskDraft(
                    title: "Call, \"\(number)\"; 한글 \\n 'x' \(number)", estimate: flip() ? 1800 : nil,
                    due: flip() ? Day(ordinal: 20_790 + number) : nil,
                    priority: flip() ? FocusTask.Priority.allCases.randomElement(using: &random) : nil,
                    tags: flip() ? ["work", "tag\(number)"] : [], project: flip() ? "home.flat" : nil,
                    recurrence: recurrence,
                    reminder: flip() ? 9 * 3600 : nil, note: flip() ? "One,\ntwo; \\three" : nil))
            if flip() || recurrence == .months(1) { _ = try fixture.tasks.finish(task.id) }
            try fixture.store.write { transaction in
                guard var task = try transaction.record(task.id) else { return }
                if flip() { try task.annotate("Noted \(number), so", at: fixture.now) }
                if flip(), let other = ids.randomElement(using: &random) { task.parent = other }
                if flip() { try task.wait(for: Array(ids.shuffled(using: &random).prefix(2))) }
                try transaction.put(task)
            }
            ids.append(task.id)
            fixture.pass(minutes: 0.0317)
            if flip(), let task = try fixture.store.read({ try $0.record(ids[ids.count - 1]) }) {
                try fixture.focus(minutes: Double.random(in: 0.2...40, using: &random), on: task)
            }
            if flip() {
                fixture.pass(minutes: 1)
                _ = try fixture.timer.start(.defaultPreset, focus: 1500, task: nil)
                for kind in [Interruption.Kind.inner, .outer] where flip() {
                    fixture.pass(minutes: 2.0071)
                    _ = try fixture.timer.interrupt(kind, note: flip() ? "the phone; \"again\", \\n" : nil)
                }
                fixture.pass(minutes: 3)
                _ = try fixture.timer.stop()
                let start = Instant(milliseconds: fixture.now.milliseconds - Int64(number) * 86_400_000)
                if flip() {
                    let end = Instant(milliseconds: start.milliseconds + 61_007)
                    _ = try fixture.log.add(.init(start..<end, for: .init(preset: "By hand")))
                }
            }
        }
        return fixture
    }

    private func everything(_ fixture: Fixture) throws -> (tasks: [FocusTask], records: [FocusRecord]) {
        let tasks = try (fixture.tasks.open() + fixture.tasks.closed()).map(\.task).sorted { $0.id < $1.id }
        return (tasks, try fixture.history.allRows().map(\.record))
    }

    /// An empty store at the same moment, into which the exported files are imported one after the
    /// other.
    private func exchange(_ fixture: Fixture, _ forms: [FileFormat]) throws -> Fixture {
        let (tasks, records) = try everything(fixture)
        let other = Fixture(fixture.now.description, calendar: fixture.time.calendar)
        let intake = FocusImporter(other.tasks, time: other.time)
        for form in forms {
            for isTasks in [true, false] {
                let bytes = FocusFile.bytes(
                    isTasks && form.holdsTasks ? tasks : [], !isTasks && form.holdsSessions ? records : [], as: form,
                    time: fixture.time)
                guard let known = FileFormat.detect(bytes) else { continue }
                let plan = try intake.plan(bytes, known)
                XCTAssertTrue(plan.refused.isEmpty, "\(form): \(plan.refused)")
                XCTAssertTrue(plan.lost.allSatisfy { $0.message.contains("not there") }, "\(form): \(plan.lost)")
                try intake.apply(plan)
                let again = try intake.plan(bytes, known)
                XCTAssertTrue(again.isEmpty, "\(form): a second import adds nothing: \(again)")
            }
        }
        return other
    }

    func testLosslessFormatsRestoreTasksAndSessions() throws {
        for seed in 1...25 {
            let fixture = try home(UInt64(seed))
            let (tasks, records) = try everything(fixture)
            for forms in [[FileFormat.csv], [.iCalendar], [.taskwarrior, .timewarrior], [.timewarrior, .taskwarrior]] {
                let other = try everything(exchange(fixture, forms))
                XCTAssertEqual(other.tasks, tasks, "seed \(seed): \(forms)")
                XCTAssertEqual(other.records, records, "seed \(seed): \(forms)")
            }
        }
    }

    /// Imported sessions have the same day totals as the original ones.
    func testImportedDayTotalsMatchTheOriginal() throws {
        let fixture = try home(3)
        let other = try exchange(fixture, [.iCalendar])
        let first = Day(ordinal: .min)
        let last = Day(ordinal: .max)
        XCTAssertEqual(
            try other.history.days(from: first, through: last), try fixture.history.days(from: first, through: last))
    }

    func testTodoTxtRestoresEverythingButNotes() throws {
        for seed in 1...25 {
            let fixture = try home(UInt64(seed))
            let without = try everything(fixture).tasks.map { task -> FocusTask in
                var plain = FocusTask(id: task.id, task.draft.withNote(nil), createdAt: task.createdAt)
                (plain.doneOn, plain.parent) = (task.doneOn, task.parent)
                try plain.wait(for: task.after ?? [])
                return plain
            }
            let other = try everything(exchange(fixture, [.todoTxt])).tasks.map { task -> FocusTask in
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

    /// Timewarrior data keep the tags, project, title and times in whole seconds.
    func testTimewarriorDataRestoreSessionsInSeconds() throws {
        for seed in 1...25 {
            let fixture = try home(UInt64(seed))
            let records = try everything(fixture).records
            let lines = try everything(exchange(fixture, [.timewarriorData])).records
            XCTAssertEqual(lines.map(\.start.seconds), records.map(\.start.seconds), "seed \(seed)")
            XCTAssertEqual(lines.map(\.end.seconds), records.map(\.end.seconds))
            XCTAssertEqual(lines.map(\.purpose.title), records.map(\.purpose.title))
            XCTAssertEqual(lines.map(\.purpose.tags), records.map(\.purpose.tags))
            XCTAssertEqual(lines.map(\.purpose.project), records.map(\.purpose.project))
        }
    }
}
