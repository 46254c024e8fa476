import Focus
import Foundation
import Kernel
import Storage
import Synchronization

/// Years of a person who plans and focuses, made through the app's own services, and the same data
/// for Taskwarrior and Timewarrior.
final class YearsOfFocus: Sendable {
    static let tasks = 10_000
    static let sessions = 10_000
    private static let sessionsADay = 8
    private static let minute: Int64 = 60_000

    let directory: String
    private let clock = Mutex(Instant(milliseconds: 0))

    init(directory: String) { self.directory = directory }

    static func taskwarrior(in directory: String) -> String { directory + "/tasks.json" }

    /// Writes the years, up to yesterday.
    func write() throws {
        let memory = MemoryStore()
        let time = TimeSource(calendar: .utc) { [self] in clock.withLock { $0 } }
        let ids = IDSource.timeOrdered(now: time.now, random: RandomSource(seed: 1))
        let list = TaskList(memory, gates: .open, ids: ids, time: time)
        let timer = FocusTimer(memory, gates: .open, ids: ids, time: time)
        let first = LocalCalendar.utc.day(of: now()).adding(days: -YearsOfFocus.sessions / YearsOfFocus.sessionsADay)
        var (imports, intervals): ([String], [String]) = ([], [])
        for number in 0..<YearsOfFocus.tasks {
            set(first, minutes: 480, number)
            let task = try list.add(YearsOfFocus.draft(number, from: first))
            imports.append(YearsOfFocus.taskwarrior(task, number))
            guard number < YearsOfFocus.sessions else { continue }
            let day = first.adding(days: number / YearsOfFocus.sessionsADay)
            set(day, minutes: 540 + number % YearsOfFocus.sessionsADay * 60, number)
            let start = time.now()
            _ = try timer.start(.defaultPreset, task: task)
            clock.withLock { $0 = start.adding(seconds: 1500) }
            _ = try timer.stop()
            intervals.append("inc \(YearsOfFocus.stamp(start)) - \(YearsOfFocus.stamp(time.now())) # work")
        }
        try move(memory)
        try Data(("[" + imports.joined(separator: ",\n") + "]\n").utf8).write(
            to: URL(fileURLWithPath: YearsOfFocus.taskwarrior(in: directory)))
        try Data("confirmation=no\nverbose=nothing\n".utf8).write(to: URL(fileURLWithPath: directory + "/taskrc"))
        try writeTimewarrior(intervals)
    }

    private func set(_ day: Day, minutes: Int, _ number: Int) {
        clock.withLock {
            $0 = Instant(
                milliseconds: LocalCalendar.utc.instant(of: day).milliseconds + Int64(minutes) * YearsOfFocus.minute
                    + Int64(number % 1000))
        }
    }

    /// Copies the records in large transactions, because otherwise the disk's syncs would dominate
    /// the time.
    private func move(_ memory: MemoryStore) throws {
        let store = try FileStore(directory: directory + "/focus", now: now)
        let (tasks, records, days) = try memory.read { transaction in
            try (
                transaction.records(Selection<FocusTask>.all), transaction.records(Selection<FocusRecord>.all),
                transaction.records(Selection<FocusDay>.all)
            )
        }
        try move(tasks, to: store)
        try move(records, to: store)
        try move(days, to: store)
        try store.close()
    }

    private func move<Record: Storable>(_ records: [Record], to store: FileStore) throws {
        for start in stride(from: 0, to: records.count, by: 100) {
            try store.write { try $0.put(contentsOf: records[start..<min(start + 100, records.count)]) }
        }
    }

    private static func draft(_ number: Int, from first: Day) -> TaskDraft {
        TaskDraft(
            title: "Task \(number): write the next part of the report", estimate: number % 4 == 0 ? 1800 : nil,
            due: number % 3 == 0 ? first.adding(days: number % 2000) : nil,
            priority: number % 10 == 0 ? .high : nil, tags: [["work", "home", "reading"][number % 3]],
            project: number % 5 == 0 ? "thesis" : nil)
    }

    private static func taskwarrior(_ task: FocusTask, _ number: Int) -> String {
        var members = [
            "\"uuid\":\"\(String(format: "00000000-0000-4000-8000-%012d", number))\"", "\"status\":\"pending\"",
            "\"entry\":\"\(stamp(task.createdAt))\"", "\"description\":\"\(task.title)\"",
            "\"tags\":[\(task.tags.map { "\"\($0)\"" }.joined(separator: ","))]",
        ]
        if let due = task.due { members.append("\"due\":\"\(stamp(LocalCalendar.utc.instant(of: due)))\"") }
        if task.priority == .high { members.append("\"priority\":\"H\"") }
        if let project = task.project { members.append("\"project\":\"\(project)\"") }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// Writes the files directly. Timewarrior keeps one file a month, and it has no command for
    /// many intervals at once.
    private func writeTimewarrior(_ intervals: [String]) throws {
        let folder = directory + "/timew/data"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: directory + "/timew/timewarrior.cfg"))
        let months = Dictionary(grouping: intervals) { "\($0.dropFirst(4).prefix(4))-\($0.dropFirst(8).prefix(2))" }
        for (month, lines) in months {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(
                to: URL(fileURLWithPath: "\(folder)/\(month).data"))
        }
    }

    /// Returns a stamp in the form `20261121T090000Z`.
    private static func stamp(_ instant: Instant) -> String {
        instant.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
