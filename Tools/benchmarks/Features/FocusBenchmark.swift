import Foundation

/// A benchmark of whole processes of `focusflow` over years of work, compared to Taskwarrior and
/// Timewarrior where installed.
///
/// The runs take turns, so that any other load on the machine affects both.
struct FocusBenchmark {
    let directory: String
    let binaries: String
    let rounds: Int

    private struct Work {
        let name: String
        let ours: [String]
        /// The peer's program and words, or nil if the peer has no equivalent.
        var peer: (program: String, words: [String])?
    }

    func run() throws -> Report {
        // In a process of its own, because the measured process would inherit the size of the one
        // that prepared the data.
        try expect(
            ProcessMeasurement.run(CommandLine.arguments[0], ["--write-focus", directory], environment: environment),
            "--write-focus")
        try expect(ownProcess(["plan", "sandbox", "buy", "com.focusflow.pro.lifetime", "--yes"]), "plan sandbox buy")
        if has("task") { try expect(peer("task", ["import", YearsOfFocus.taskwarrior(in: directory)]), "task import") }
        try expect(ownProcess(["start", "--for", "23h", "--detach"]), "start")
        if has("timew") { try expect(peer("timew", ["start", "work"]), "timew start") }
        var report = Report(
            title: "FocusFlow, \(YearsOfFocus.tasks) tasks and \(YearsOfFocus.sessions) sessions (\(rounds) rounds)")
        for work in works { report.rows += try rows(of: work) }
        return report
    }

    private var works: [Work] {
        [
            Work(name: "start-up, ≤ 10 ms", ours: ["--version"], peer: ("task", ["--version"])),
            Work(name: "task list, ≤ 60 ms", ours: ["task", "list"], peer: ("task", ["list"])),
            Work(
                name: "task list, the first 50 of both", ours: ["task", "list"], peer: ("task", ["limit:50", "list"])),
            Work(name: "task list --all", ours: ["task", "list", "--all"], peer: ("task", ["list"])),
            Work(
                name: "all tasks of a project", ours: ["task", "list", "--project", "thesis", "--all"],
                peer: ("task", ["project:thesis", "list"])),
            Work(
                name: "task search, one of them", ours: ["task", "search", "4242"], peer: ("task", ["/4242/", "list"])),
            Work(
                name: "task search, the first 50 of all", ours: ["task", "search", "report"],
                peer: ("task", ["/report/", "limit:50", "list"])),
            Work(name: "export of all tasks", ours: ["export", "--of", "tasks"], peer: ("task", ["export"])),
            Work(
                name: "task add, ≤ 30 ms", ours: ["task", "add", "Write the report", "#work"],
                peer: ("task", ["add", "Write the report", "+work"])),
            Work(name: "status, ≤ 30 ms", ours: ["status"], peer: ("timew", [])),
            Work(name: "stats, a week", ours: ["stats"], peer: ("timew", ["summary", ":week"])),
            Work(name: "the first screen", ours: []),
        ]
    }

    private func rows(of work: Work) throws -> [Row] {
        let peer = work.peer.flatMap { has($0.program) ? $0 : nil }
        var samples = Samples()
        var theirs = Samples()
        var peak = 0
        var processor = (mine: Samples(), theirs: Samples())
        for _ in 0..<rounds {
            let process = try ownProcess(work.ours)
            try expect(process, work.name)
            samples.add(process.seconds)
            processor.mine.add(process.processor)
            peak = max(peak, process.peakBytes)
            if let peer {
                let process = try self.peer(peer.program, peer.words)
                try expect(process, "\(peer.program) \(peer.words.joined(separator: " "))")
                theirs.add(process.seconds)
                processor.theirs.add(process.processor)
            }
        }
        let note = "\(peak >> 20) MiB, \(least(processor.mine))"
        guard let peer else { return [Row(work.name, "Commonplace", samples, note: note)] }
        let ratio = String(format: "%.2f × by processor time", processor.theirs.best / processor.mine.best)
        return [
            Row(work.name, "Commonplace", samples, ratio: theirs.median / samples.median, note: "\(note), \(ratio)"),
            Row(work.name, peer.program, theirs, note: least(processor.theirs)),
        ]
    }

    private func least(_ samples: Samples) -> String {
        String(format: "%.1f ms of processor at least", samples.best * 1000)
    }

    // MARK: - Programs

    private func ownProcess(_ words: [String]) throws -> ProcessMeasurement {
        try ProcessMeasurement.run(
            binaries + "/focusflow", words + ["--data", directory + "/focus"], environment: environment)
    }

    private func peer(_ program: String, _ words: [String]) throws -> ProcessMeasurement {
        try ProcessMeasurement.run("/usr/bin/" + program, words, environment: environment)
    }

    private func has(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program) }

    private func expect(_ process: ProcessMeasurement, _ name: String) throws {
        guard process.status == 0 else { throw BenchmarkError("\(name) ended with status \(process.status)") }
    }

    /// All data is in the benchmark's own folder, so no file of the user is read or changed.
    private var environment: [String: String] {
        [
            "HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": directory, "TZ": "UTC",
            "TASKDATA": directory + "/task", "TASKRC": directory + "/taskrc", "TIMEWARRIORDB": directory + "/timew",
        ]
    }
}
