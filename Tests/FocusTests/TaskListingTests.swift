import Focus
import Kernel
import Storage
import TestSupport
import XCTest

/// The list of a project shows its part of the whole list under the same numbers.
final class TaskListingTests: XCTestCase {
    func testFilteredListKeepsOrderAndNumbers() throws {
        let home = try Home(isQuick: true)
        for store in [MemoryStore(), try FileStore(directory: home.path("store")) { Instant(milliseconds: 0) }]
            as [any Store]
        {
            var random = RandomSource(seed: 8)
            let fixture = Fixture(store: store)
            for round in 0..<60 {
                try live(&random, fixture)
                if round % 6 == 5 { try compare(fixture.tasks) }
                fixture.pass(minutes: 60 * 7)
            }
        }
    }

    private func live(_ random: inout RandomSource, _ fixture: Fixture) throws {
        func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        let projects: [String?] = [nil, "thesis", "the", "é", "home"]
        let draft = TaskDraft(
            title: "Task", due: pick([nil, Day("2026-11-25"), Day("2026-12-01")]), priority: pick([nil, .high, .low]),
            tags: pick([[], ["work"], ["work", "x"]]), project: pick(projects),
            recurrence: pick([nil, nil, .days(2), .weeks(1)]))
        let task = try fixture.tasks.add(draft)
        if Bool.random(using: &random) { _ = try fixture.tasks.finish(task.id) }
        let all = try fixture.tasks.open() + fixture.tasks.closed()
        let other = pick(all).task
        switch Int.random(in: 0..<4, using: &random) {
        case 0: _ = try? fixture.tasks.finish(other.id)
        case 1: _ = try? fixture.tasks.reopen(other.id)
        case 2:
            let project = pick(projects)
            _ = try fixture.tasks.edit(other.id) { $0.project = project }
        default: if all.count > 30 { try fixture.tasks.delete(other.id, title: other.title) }
        }
    }

    private func compare(_ tasks: TaskList) throws {
        for isClosed in [false, true] {
            let all = try (isClosed ? tasks.closed() : tasks.open()).enumerated().map { (number: $0 + 1, row: $1) }
            for project in [nil, "thesis", "the", "é", "e\u{301}", "home", "", "th"] {
                for tag in [nil, "work", "wo"] {
                    let expected = all.filter { item in
                        (project.map { item.row.task.project == $0 } ?? true)
                            && (tag.map(item.row.task.tags.contains) ?? true)
                    }
                    for limit in [nil, 0, 1, 3, 1000] {
                        let actual = try tasks.numberedTasks(
                            isClosed: isClosed, tag: tag, project: project, limit: limit)
                        let limited = expected.prefix(limit ?? .max)
                        XCTAssertEqual(
                            actual.map(\.number), limited.map(\.number),
                            "\(project ?? "-") \(tag ?? "-") \(limit ?? -1)")
                        XCTAssertEqual(actual.map(\.row), limited.map(\.row))
                    }
                }
            }
        }
    }
}
