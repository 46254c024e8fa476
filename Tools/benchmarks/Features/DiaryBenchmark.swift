import Foundation

/// A benchmark of whole processes of `grain` and `coin` over years of data.
///
/// It covers the browser on a screen, exports next to jrnl, a folder of photos, a book, and a
/// person.
struct DiaryBenchmark {
    let directory: String
    let binaries: String
    let rounds: Int
    /// The Python that has jrnl, if any.
    let python: String

    private static let photos = 100

    func run() throws -> Report {
        _ = try ProcessMeasurement.run(
            CommandLine.arguments[0], ["--write-tenants", directory], environment: environment)
        var report = Report(title: "Diary, \(Tenants.days) days (\(rounds) rounds)")
        report.rows += try browsing()
        let isThere = try JrnlHome(directory: directory).write(from: binaries + "/grain", environment)
        let hasPeer = isThere && (try? peer(["--version"]).status) == 0
        for form in ["text", "json"] { report.rows += try leaving(form, beside: hasPeer) }
        report.rows.append(try person())
        report.rows += try locked()
        report.rows += try album()
        return report
    }

    /// Measures both programs in a terminal, which a script provides.
    private func browsing() throws -> [Row] {
        guard let folder = ProcessInfo.processInfo.environment["COMMONPLACE_PEERS"] else { return [] }
        var opened = Samples()
        var turned = Samples()
        var processor = Samples()
        for _ in 0..<rounds {
            let text = try output(
                [
                    python, folder + "/screen.py", "\\x1b[6~", binaries + "/grain", "browse", "--data",
                    directory + "/grain",
                ])
            let figures = text.split(separator: " ").compactMap {
                Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            guard figures.count == 3 else { throw BenchmarkError("screen.py said “\(text)”") }
            opened.add(figures[0])
            turned.add(figures[1])
            processor.add(figures[2])
        }
        return [
            Row("browse opens, ≤ 60 ms", "Commonplace", opened, note: "\(least(processor)), the next page too"),
            Row("its next page, ≤ 30 ms", "Commonplace", turned),
        ]
    }

    private func leaving(_ form: String, beside hasPeer: Bool) throws -> [Row] {
        var samples = Samples()
        var theirs = Samples()
        var processor = (mine: Samples(), theirs: Samples())
        for _ in 0..<rounds {
            let process = try ownProcess("grain", ["export", "--\(form)"])
            samples.add(process.seconds)
            processor.mine.add(process.processor)
            guard hasPeer else { continue }
            let other = try peer(["--format", form])
            theirs.add(other.seconds)
            processor.theirs.add(other.processor)
        }
        let name = "all as \(form), ≥ 5 × jrnl"
        guard hasPeer else { return [Row(name, "Commonplace", samples, note: least(processor.mine))] }
        let ratio = String(format: "%.2f × by processor time", processor.theirs.best / processor.mine.best)
        return [
            Row(
                name, "Commonplace", samples, ratio: theirs.median / samples.median,
                note: "\(least(processor.mine)), \(ratio)"),
            Row(name, "jrnl", theirs, note: least(processor.theirs)),
        ]
    }

    private func person() throws -> Row {
        var wall = Samples()
        var processor = Samples()
        for _ in 0..<rounds {
            let process = try ownProcess("coin", ["person", "Sam"])
            wall.add(process.seconds)
            processor.add(process.processor)
        }
        return Row("coin person, \(Tenants.feedback) entries, ≤ 60 ms", "Commonplace", wall, note: least(processor))
    }

    /// Measures the first page of the timeline next to the same days under a lock, whose key the
    /// session has.
    private func locked() throws -> [Row] {
        let home = directory + "/locked"
        let pass = directory + "/pass"
        try? FileManager.default.removeItem(atPath: home)
        try FileManager.default.copyItem(atPath: directory + "/grain", toPath: home)
        try "four words of chance".write(toFile: pass, atomically: true, encoding: .utf8)
        _ = try coldProcess("grain", ["lock", "--yes", "--passphrase-file", pass, "--data", home])
        let name = "locked timeline, ≤ 2 × unlocked"
        let key = ["unlock", "--for", "1h", "--passphrase-file", pass, "--data", home]
        guard try ProcessMeasurement.run("\(binaries)/grain", key, environment: environment).status == 0 else {
            return []
        }
        var open = Samples()
        var closed = Samples()
        for _ in 0..<rounds {
            open.add(try coldProcess("grain", ["timeline", "--data", directory + "/grain"]).seconds)
            closed.add(try coldProcess("grain", ["timeline", "--data", home]).seconds)
        }
        _ = try coldProcess("grain", ["lock", "--data", home])
        return [
            Row(name, "Commonplace", closed, note: String(format: "%.2f × unlocked", closed.median / open.median)),
            Row("the same, unlocked", "Commonplace", open),
        ]
    }

    /// Measures each step once, because it takes minutes.
    private func album() throws -> [Row] {
        let folder = directory + "/photos"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let photo = try TenantsBenchmark(directory: directory, binaries: binaries, rounds: 1).photo()
        for number in 0..<DiaryBenchmark.photos {
            // The day is in the name, as phone cameras write it.
            let day = Tenants.day(of: "jpeg", number + 10_000).description.replacingOccurrences(of: "-", with: "")
            try FileManager.default.copyItem(atPath: photo, toPath: "\(folder)/IMG_\(day)_120000.jpg")
        }
        let home = ["--data", directory + "/album"]
        let imported = try coldProcess("grain", ["import", folder, "--yes"] + home)
        let book = try coldProcess("grain", ["export", directory + "/book.pdf"] + home)
        let speed = String(format: "%.2f photos a second", Double(DiaryBenchmark.photos) / imported.seconds)
        var taken = Samples()
        var printed = Samples()
        taken.add(imported.seconds)
        printed.add(book.seconds)
        return [
            Row(
                "import of \(DiaryBenchmark.photos) photos of 12 megapixels, ≥ 1.5 a second, ≤ 300 MiB", "Commonplace",
                taken,
                note: "\(speed), \(imported.peakBytes >> 20) MiB, \(least(imported))"),
            Row("a PDF of \(DiaryBenchmark.photos) days, ≤ 10 s", "Commonplace", printed, note: least(book)),
        ]
    }

    private func least(_ samples: Samples) -> String {
        String(format: "%.1f ms of processor at least", samples.best * 1000)
    }

    private func least(_ process: ProcessMeasurement) -> String {
        String(format: "%.1f s of processors", process.processor)
    }

    // MARK: - Programs

    private func ownProcess(_ app: String, _ words: [String]) throws -> ProcessMeasurement {
        try coldProcess(app, words + ["--data", "\(directory)/\(app)"])
    }

    private func coldProcess(_ app: String, _ words: [String]) throws -> ProcessMeasurement {
        let process = try ProcessMeasurement.run("\(binaries)/\(app)", words, environment: environment)
        guard process.status == 0 else {
            throw BenchmarkError("\(app) \(words[0]) ended with status \(process.status)")
        }
        return process
    }

    private func peer(_ words: [String]) throws -> ProcessMeasurement {
        try ProcessMeasurement.run(
            "/usr/bin/env", [python, "-m", "jrnl", "--config-file", JrnlHome(directory: directory).settings] + words,
            environment: environment)
    }

    private func output(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        (process.arguments, process.environment) = (words, environment)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return output
    }

    private var environment: [String: String] {
        [
            "HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": directory,
            "TERM": "xterm-256color",
            "XDG_CONFIG_HOME": directory + "/config",
        ]
    }
}

/// A journal of jrnl with the same days and words, in a folder of the benchmark.
private struct JrnlHome {
    let directory: String

    var settings: String { directory + "/jrnl.yaml" }

    /// Writes the journal, and the settings that jrnl requires.
    ///
    /// - Returns: whether there was anything to write.
    func write(from grain: String, _ environment: [String: String]) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: grain)
        (process.arguments, process.environment) = (["export", "--json", "--data", directory + "/grain"], environment)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard let entries = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] else { return false }
        let lines = entries.map { entry in
            let day = entry["day"] as? String ?? ""
            return "[\(day) 12:00] \(entry["note"] as? String ?? "Photo of \(day).")\n\n"
        }
        try lines.joined().write(toFile: directory + "/journal.txt", atomically: true, encoding: .utf8)
        try """
        colors: {body: none, date: none, tags: none, title: none}
        default_hour: 9
        default_minute: 0
        editor: ''
        encrypt: false
        highlight: false
        indent_character: '|'
        journals: {default: {journal: \(directory)/journal.txt}}
        linewrap: 79
        tagsymbols: '@'
        template: false
        timeformat: '%Y-%m-%d %H:%M'
        version: v4.2
        """.write(toFile: settings, atomically: true, encoding: .utf8)
        return !lines.isEmpty
    }
}
