import Foundation

/// A private PostgreSQL for a benchmark, made by `Tools/postgres`, and the PostgreSQL programs that
/// query it.
struct BenchmarkServer {
    let directory: String
    /// The root of the repository, for `Tools/postgres`.
    var tree = FileManager.default.currentDirectoryPath

    private var folder: String { directory + "/server" }

    /// Starts the server, which ends with this process at the latest.
    func start(connections: Int = 100) throws {
        _ = try tool(
            "start", "--connections", "\(connections)", "--until", "\(ProcessInfo.processInfo.processIdentifier)")
    }

    func stop() { _ = try? tool("stop", "--remove") }

    /// Returns the server's URL for a role, or for its owner.
    func url(as role: String? = nil) throws -> String {
        if let role { try tool("url", "--as", role) } else { try tool("url") }
    }

    /// Returns the folder of its socket.
    func host() throws -> String { try url().split(separator: "host=").last.map(String.init) ?? "" }

    /// Returns the answer of psql for the superuser.
    func psql(_ sql: String) throws -> String {
        let words = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-f", "-", try url(as: "postgres")]
        return try runProgram("psql", words, input: "SET client_min_messages = warning;\n" + sql)
    }

    /// Returns the seconds that one transaction of a script takes from one pgbench client with
    /// prepared statements.
    func pgbench(_ script: String, times: Int) throws -> Double {
        let place = directory + "/script-\(UUID().uuidString).sql"
        try script.write(toFile: place, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: place) }
        let words = [
            "-n", "-M", "prepared", "-c", "1", "-t", "\(times)", "-f", place, "-h", try host(), "-U", "owner",
            "commonplace",
        ]
        let line = try runProgram("pgbench", words).split(separator: "\n").first { $0.hasPrefix("latency average = ") }
        let milliseconds = line?.split(separator: " ").dropFirst(3).first.flatMap { Double($0) }
        guard let milliseconds else { throw BenchmarkError("pgbench says nothing of latency") }
        return milliseconds / 1_000
    }

    func runProgram(_ program: String, _ words: [String], input: String? = nil, password: String? = nil) throws
        -> String
    {
        let process = Process()
        let out = URL(fileURLWithPath: directory + "/said-\(UUID().uuidString)")
        try Data().write(to: out)
        defer { try? FileManager.default.removeItem(at: out) }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + words
        if let password {
            process.environment = ProcessInfo.processInfo.environment.merging(["PGPASSWORD": password]) { $1 }
        }
        if let input {
            try Data(input.utf8).write(to: URL(fileURLWithPath: out.path + ".in"))
            process.standardInput = FileHandle(forReadingAtPath: out.path + ".in")
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        process.standardOutput = try FileHandle(forWritingTo: out)
        try process.run()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: out.path + ".in")
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("\(program) \(words.joined(separator: " ")) failed")
        }
        return try String(contentsOf: out, encoding: .utf8)
    }

    private func tool(_ words: String...) throws -> String {
        try runProgram("\(tree)/Tools/postgres", words + [folder]).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
