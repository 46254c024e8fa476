import Foundation
import Kernel

/// A PostgreSQL of the tests' own, made by `Tools/postgres`. It is gone with its value, and at the latest when the tests have ended, however they end.
public final class PrivateServer: Sendable {
    /// Where it lies.
    public let folder: String
    /// As its owner, who owns the database `commonplace` and is no superuser.
    public let url: String
    private let home: Home

    /// A new one that runs. Takes a second or two.
    ///
    /// - Parameter options: as `Tools/postgres start` takes them: `--standby`, `--pooled`, `--connections 1200`.
    /// - Throws: when this machine has no PostgreSQL; ask `isInstalled` before.
    public init(_ options: String...) throws {
        let home = try Home()
        (self.home, folder) = (home, home.path("p"))
        let own = "\(ProcessInfo.processInfo.processIdentifier)"
        url = try PrivateServer.ask(["start", "--until", own] + options + [folder])
    }

    deinit { _ = try? PrivateServer.ask(["stop", "--remove", folder]) }

    /// Whether this machine can run one.
    public static let isInstalled = (try? Run(tool, ["url", "/nowhere"]).status) != 69 && (try? Psql.programs()) != nil

    /// The URL for a role, or of a part: `url("--as", "mina")`, `url("--pooled")`, `url("--standby")`.
    public func url(_ options: String...) throws -> String { try PrivateServer.ask(["url"] + options + [folder]) }

    /// The URL of the standby alone, for reading.
    public func standbyURL() throws -> String { try PrivateServer.ask(["url", folder + "/standby"]) }

    /// Kills it as a power cut does.
    public func kill() throws { _ = try PrivateServer.ask(["kill", folder]) }

    /// Starts it again.
    public func start() throws { _ = try PrivateServer.ask(["start", folder]) }

    /// Lets the standby take over.
    public func promote() throws { _ = try PrivateServer.ask(["promote", folder]) }

    /// A session of psql, as the owner unless a role is named.
    public func psql(_ sql: String, as role: String? = nil, password: String? = nil) throws -> Psql {
        try Psql(sql, at: role.map { try url("--as", $0) } ?? url, password: password)
    }

    private static let tool = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Tools/postgres").path

    private static func ask(_ words: [String]) throws -> String {
        let said = try Run(tool, words)
        guard said.status == 0 else {
            throw Failure(.init("noServer"), "Tools/postgres \(words.joined(separator: " ")): \(said.errors)")
        }
        return said.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// What a session of psql came to.
public struct Psql: Sendable {
    /// The rows, with `|` between the values.
    public let output: String
    /// The first thing that went wrong, with everything that the server says of it; nil when nothing did.
    public let refusal: Refusal?
    /// All that was said beside the rows: notices, warnings, errors.
    public let said: String

    /// An error of the server.
    public struct Refusal: Sendable, CustomStringConvertible {
        /// Five characters: `42501` is a right that is missing.
        public let state: String
        /// What the server says.
        public let message: String

        /// Both, as a report of a test shows them.
        public var description: String { "\(state) \(message)" }
    }

    /// Runs statements, each in a transaction of its own unless they say otherwise, until one fails.
    public init(_ sql: String, at url: String, password: String? = nil) throws {
        let words = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=verbose", "-f", "-", url]
        let run = try Run(
            Psql.programs(), words, input: sql, environment: ["PGPASSWORD": password ?? "none", "PGCONNECT_TIMEOUT": "10"])
        output = run.output.trimmingCharacters(in: .newlines)
        said = run.errors
        refusal = run.status == 0 ? nil : Psql.refusal(in: run.errors)
    }

    private static func refusal(in text: String) -> Refusal {
        for line in text.split(separator: "\n") {
            for mark in ["ERROR:  ", "FATAL:  "] {
                guard let start = line.range(of: mark) else { continue }
                let rest = line[start.upperBound...]
                if rest.dropFirst(5).first == ":" {
                    return Refusal(state: String(rest.prefix(5)), message: String(rest.dropFirst(7)))
                }
                return Refusal(state: "-----", message: String(rest))
            }
        }
        return Refusal(state: "-----", message: text)
    }

    static func programs() throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/bin"]
        guard let found = folders.map({ $0 + "/psql" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw Failure(.init("noServer"), "There is no psql here: apt-get install postgresql-client.")
        }
        return found
    }
}

/// A program that was run to its end.
private struct Run {
    let status: Int32
    let output: String
    let errors: String

    init(_ program: String, _ words: [String], input: String = "", environment: [String: String] = [:]) throws {
        let home = try Home()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files, because a full pipe would hold the program up.
        for name in ["in", "out", "err"] { try home.file(name, name == "in" ? input : "") }
        process.standardInput = FileHandle(forReadingAtPath: home.path("in"))
        process.standardOutput = FileHandle(forWritingAtPath: home.path("out"))
        process.standardError = FileHandle(forWritingAtPath: home.path("err"))
        try process.run()
        process.waitUntilExit()
        (status, output, errors) = (process.terminationStatus, home.text("out"), home.text("err"))
    }
}
