import Foundation
import Kernel
import Programs

/// A temporary home in which the real programs run on a chosen day.
final class Machine {
    /// The result of a command.
    struct RunResult {
        let status: Int32
        let output: String
        let errors: String

        /// Standard output as JSON, or nil if it is other text.
        var json: Any? { try? JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed) }
        /// The objects of a list, or the single object.
        var objects: [[String: Any]] { json as? [[String: Any]] ?? (json as? [String: Any]).map { [$0] } ?? [] }
        var firstLine: String { (output + errors).split(separator: "\n").first.map(String.init) ?? "" }
    }

    let programs: String
    let diary: Diary
    let root: String
    /// The engine that keeps each app's records: `sqlite`, or `postgres:` and an address. Nil means
    /// files.
    let store: String?
    var day = Machine.realDay
    /// Options before every command of an app, such as `--data` after its folder moved.
    var extraOptions: [String: [String]] = [:]
    private(set) var runs = 0

    var home: String { root + "/home" }
    var scratch: String { root + "/tmp" }
    /// The folder for a person's own files: photos and exports.
    var desk: String { root + "/desk" }
    /// The community's folder, shared by all apps of a life.
    var board: String { root + "/board" }

    static var realDay: Day {
        LocalCalendar.utc.day(of: Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
    }

    init(programs: String, store: String?, diary: Diary) throws {
        self.programs = programs
        self.store = store
        self.diary = diary
        root =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
            + "/lives-\(UUID().uuidString.prefix(8))"
        for folder in [home, scratch, desk] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// Whether records are on a server, where this machine's disk and folders have no effect.
    var isOnServer: Bool { store?.hasPrefix("postgres:") == true }

    /// Returns the options before every command of an app: a database file of its own, or a schema
    /// that no other life uses.
    private func options(of app: String) -> [String] {
        var place: [String] = []
        if let store {
            let life = root.split(separator: "-").last.map { "life_\($0.lowercased())" } ?? "life"
            let schema = (store.contains("?") ? "&" : "?") + "schema=\(life)_\(app)"
            place = ["--store", isOnServer ? store + schema : "\(store):\(home)/\(app).db"]
        }
        return place + (extraOptions[app] ?? [])
    }

    func cleanUp() { try? FileManager.default.removeItem(atPath: root) }

    /// Runs a command to its end on the day of the life, with lines on standard input.
    func run(_ app: String, _ words: [String], lines: [String] = []) throws -> RunResult {
        runs += 1
        return RunResult(try call(dated(app, words), app, lines).run())
    }

    /// Runs a command and sends it a signal after a pause, unless it ended before.
    func interrupt(_ app: String, _ words: [String], lines: [String], after pause: Double, by signal: Int32) throws {
        runs += 1
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(programs)/\(app)")
        process.arguments = dated(app, words)
        process.environment = variables.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: desk)
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The pipe stays open like a terminal: the program waits for more when the lines are used
        // up.
        try input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
        Thread.sleep(forTimeInterval: pause)
        if process.isRunning { kill(process.processIdentifier, signal) }
        process.waitUntilExit()
        try? input.fileHandleForWriting.close()
    }

    /// Runs a command on a disk where no file can grow.
    func runOnFullDisk(_ app: String, _ words: [String]) throws -> RunResult {
        runs += 1
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""
        let variables = variables.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        return RunResult(
            try ProgramCall(
                "/bin/sh", ["-c", script, "\(programs)/\(app)"] + dated(app, words), deadline: .seconds(30),
                environment: variables,
                workingDirectory: desk
            ).run())
    }

    /// Runs a command by the machine's clock, in a zone that is about to reach midnight or a clock
    /// change.
    func run(_ app: String, _ words: [String], lines: [String], in zone: String, pausing: Double) throws -> RunResult {
        runs += 1
        let script =
            "printf '%s\\n' \"$LINES\" | while IFS= read -r line; do sleep \(pausing); printf '%s\\n' \"$line\"; done | \"$0\" \"$@\""
        let variables = variables.merging(["TZ": zone, "LINES": lines.joined(separator: "\n")]) { $1 }
        return RunResult(
            try ProgramCall(
                "/bin/sh", ["-c", script, "\(programs)/\(app)"] + options(of: app) + words, deadline: .seconds(60),
                environment: variables, workingDirectory: desk
            ).run())
    }

    /// Returns the lowest processor time of a start, in seconds.
    func startTime(of app: String) throws -> Double {
        try (0..<3).map { _ in
            var before = rusage(), after = rusage()
            getrusage(Self.ofChildren, &before)
            _ = try call(dated(app, ["--plain"]), app, []).run()
            getrusage(Self.ofChildren, &after)
            return after.seconds - before.seconds
        }.min() ?? 0
    }

    /// `RUSAGE_CHILDREN`, which is a number on one system and an enumeration on the other.
    private static let ofChildren: Int32 = -1

    private func dated(_ app: String, _ words: [String]) -> [String] {
        options(of: app) + ["--today", day.description] + words
    }

    private func call(_ words: [String], _ app: String, _ lines: [String]) -> ProgramCall {
        ProgramCall(
            "\(programs)/\(app)", words, input: Array(lines.map { $0 + "\n" }.joined().utf8), deadline: .seconds(30),
            environment: variables, workingDirectory: desk)
    }

    private var variables: [String: String] {
        var variables = [
            "HOME": home, "PATH": "/usr/bin:/bin:/usr/local/bin", "LANG": "C.UTF-8", "TZ": "Europe/Berlin",
            "TMPDIR": scratch,
            "COMMONPLACE_COMMUNITY": board,
        ]
        for name in ["LLVM_PROFILE_FILE", "LD_LIBRARY_PATH"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        return variables
    }
}

extension Machine.RunResult {
    init(_ result: ProgramResult) {
        status = result.timedOut ? -1 : result.ending.shellStatus
        output = result.text
        errors = String(decoding: result.errors, as: UTF8.self)
    }
}

extension rusage {
    fileprivate var seconds: Double {
        Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
    }
}
