import Club
import Foundation
import Kernel
import Profiles
import Storage

/// A benchmark of whole processes of `dojang club …` over five years of a club, compared to
/// `sqlite3` over the same attendance where installed.
struct ClubBenchmark {
    static let today = "2026-11-28"
    static let (students, weeks) = (50, 260)

    let directory: String
    let binaries: String
    let rounds: Int

    private var data: String { directory + "/club" }
    private var table: String { directory + "/club.sqlite" }
    private var environment: [String: String] { ["HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"] }

    func run() throws -> Report {
        // In a process of its own, because the measured process would inherit the size of the one
        // that prepared the data.
        let written = try ProcessMeasurement.run(
            CommandLine.arguments[0], ["--write-club", directory], environment: environment)
        guard written.status == 0 else { throw BenchmarkError("--write-club ended with status \(written.status)") }
        let sqlite = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        if let sqlite {
            let load =
                "CREATE TABLE marks (student TEXT, day TEXT, since TEXT);\n.mode csv\n.import \(directory)/marks.csv marks\n"
            let index = "CREATE INDEX of_student ON marks (student, day);\n"
            try Data((load + index).utf8).write(to: URL(fileURLWithPath: directory + "/load.sql"))
            _ = try ProcessMeasurement.run(sqlite, [table, ".read \(directory)/load.sql"], environment: environment)
        }
        let question =
            "SELECT student, sum(day >= since), max(day) FROM marks GROUP BY student ORDER BY max(day); SELECT count(*) FROM marks WHERE day >= '2026-10-29'"
        let works: [(name: String, words: [String], peer: String?)] = [
            ("dojang club, 50 students of 5 years, ≤ 80 ms", ["club"], question),
            ("dojang club lesson, 25 who are there, ≤ 50 ms", ["club", "lesson"], nil),
            ("dojang club grading", ["club", "grading"], question),
            (
                "dojang club attendance mark, 25 names",
                ["club", "attendance", "mark"] + ClubBenchmark.present(1) + ["--dry-run"], nil
            ),
        ]
        var report = Report(
            title: "A club of \(ClubBenchmark.students) and \(ClubBenchmark.weeks * 2) classes (\(rounds) rounds)")
        for work in works {
            let words = work.words + ["--data", data, "--today", ClubBenchmark.today]
            report.rows.append(try row(work.name, "Commonplace", binaries + "/dojang", words))
            if let sqlite, let peer = work.peer {
                report.rows.append(try row(work.name, "sqlite3", sqlite, [table, peer]))
            }
        }
        return report
    }

    private func row(_ name: String, _ who: String, _ program: String, _ words: [String]) throws -> Row {
        var samples = Samples()
        var peak = 0
        for _ in 0..<rounds {
            let process = try ProcessMeasurement.run(program, words, environment: environment)
            guard process.status == 0 else {
                throw BenchmarkError("\(name) of \(who) ended with status \(process.status)")
            }
            samples.add(process.seconds)
            peak = max(peak, process.peakBytes)
        }
        return Row(name, who, samples, note: "\(peak >> 20) MiB")
    }

    /// Returns the students who come to a class: every second one, alternating.
    private static func present(_ number: Int) -> [String] {
        (1...students).filter { ($0 + number) % 2 == 0 }.map { "Student \($0)" }
    }

    /// Writes five years of a club into a data directory, and its attendance as a table.
    static func write(_ directory: String) throws {
        guard let today = Day(today) else { throw BenchmarkError("there is no such day") }
        let store = try FileStore(directory: directory + "/club") { .earliest }
        let belts = ["10k", "9k", "8k", "7k", "6k"]
        let grades = Grades(lowest: { "10k" }, parse: { $0 }, title: { $0 }, all: { belts })
        let time = TimeSource.fixed(LocalCalendar.utc.instant(of: today, secondOfDay: 64_800))
        let family = Family(
            repository: StoredProfileRepository(store), grades: grades, theme: "classic", ids: .counting(prefix: "p"),
            time: time)
        let program = ClubCurriculum(
            belts: { belts.map { ClubBelt($0, name: $0, appearance: "") } }, parseBelt: { $0 }, syllabi: { [] })
        let book = ClubRegistry(
            store.scoped(to: try family.add(named: "Kim").partition), ids: .counting(prefix: "c"), time: time,
            curriculum: program)
        _ = try book.create("Tigers")
        let roll = try book.roll()
        let plan = try roll.offerPlan("month", amount: "20", every: .month)
        var since: [String: Day] = [:]
        for number in 1...students {
            let day = today.adding(days: -60 - number * 20)
            since["Student \(number)"] = day
            _ = try roll.add(
                StudentDraft(
                    name: "Student \(number)", belt: belts[number % belts.count], since: day, plan: plan.name,
                    planFrom: today.adding(days: -weeks * 7)))
        }
        var lines = ""
        for number in 0..<weeks * 2 {
            let day = today.adding(days: -(weeks * 7) + number * 7 / 2 + 4)
            let names = present(number)
            guard day <= today else { continue }
            _ = try roll.mark(names, on: day)
            for name in names { lines += "\(name),\(day),\(since[name] ?? day)\n" }
        }
        _ = try roll.mark(present(0), on: today)
        for name in present(0) { lines += "\(name),\(today),\(since[name] ?? today)\n" }
        try store.close()
        try Data(lines.utf8).write(to: URL(fileURLWithPath: directory + "/marks.csv"))
    }
}
