import Foundation
import Kernel

/// A PostgreSQL server for one test, created by `Tools/postgres`. It stops with its value, and in
/// any case when the test process ends.
public final class PrivateServer: Sendable {
    /// The folder of the server.
    public let folder: String
    /// The URL for the owner of the database `commonplace`, who is no superuser.
    public let url: String
    private let home: Home

    /// Starts a new server, which takes a second or two.
    ///
    /// - Parameter options: The options of `Tools/postgres start`: `--standby`, `--pooled`,
    ///   `--connections 1200`.
    ///
    /// - Throws: If this machine has no PostgreSQL; check `isInstalled` first.
    public init(_ options: String...) throws {
        let home = try Home()
        self.home = home
        folder = home.path("p")
        let own = "\(ProcessInfo.processInfo.processIdentifier)"
        url = try PrivateServer.ask(["start", "--until", own] + options + [folder])
    }

    deinit { _ = try? PrivateServer.ask(["stop", "--remove", folder]) }

    /// Whether this machine can run a server.
    public static let isInstalled = (try? Run(tool, ["url", "/nowhere"]).status) != 69 && (try? Psql.programs()) != nil

    /// Returns the URL for a role or a variant: `url("--as", "mina")`, `url("--pooled")`,
    /// `url("--standby")`.
    public func url(_ options: String...) throws -> String { try PrivateServer.ask(["url"] + options + [folder]) }

    /// Returns the URL of the standby server for reading.
    public func standbyURL() throws -> String { try PrivateServer.ask(["url", folder + "/standby"]) }

    /// Kills the server, as a power failure does.
    public func kill() throws { _ = try PrivateServer.ask(["kill", folder]) }

    /// Restarts the server.
    public func start() throws { _ = try PrivateServer.ask(["start", folder]) }

    /// Promotes the standby server to the primary one.
    public func promote() throws { _ = try PrivateServer.ask(["promote", folder]) }

    /// Runs psql as the owner or as the named role.
    public func psql(_ sql: String, as role: String? = nil, password: String? = nil) throws -> Psql {
        try Psql(sql, at: role.map { try url("--as", $0) } ?? url, password: password)
    }

    private static let tool = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Tools/postgres").path

    private static func ask(_ words: [String]) throws -> String {
        let result = try Run(tool, words)
        guard result.status == 0 else {
            throw Failure(.init("noServer"), "Tools/postgres \(words.joined(separator: " ")): \(result.errors)")
        }
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The result of a psql session.
public struct Psql: Sendable {
    /// The rows, with `|` between the values.
    public let output: String
    /// The first error with its details; nil without an error.
    public let refusal: Refusal?
    /// All messages besides the rows: notices, warnings, errors.
    public let messages: String

    /// An error of the server.
    public struct Refusal: Sendable, CustomStringConvertible {
        /// The SQLSTATE of five characters; `42501` is a missing privilege.
        public let state: String
        /// The text of the server.
        public let message: String

        /// The state and the message.
        public var description: String { "\(state) \(message)" }
    }

    /// Runs statements until one fails, each in its own transaction unless they contain transaction
    /// commands.
    public init(_ sql: String, at url: String, password: String? = nil) throws {
        let words = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=verbose", "-f", "-", url]
        let run = try Run(
            Psql.programs(), words, input: sql,
            environment: ["PGPASSWORD": password ?? "none", "PGCONNECT_TIMEOUT": "10"])
        output = run.output.trimmingCharacters(in: .newlines)
        messages = run.errors
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
        let folders =
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/bin"]
        guard
            let program = folders.map({ $0 + "/psql" }).first(where: {
                FileManager.default.isExecutableFile(atPath: $0)
            })
        else {
            throw Failure(.init("noServer"), "There is no psql here: apt-get install postgresql-client.")
        }
        return program
    }
}

/// A completed run of a program.
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
        // Uses files because a full pipe would block the program.
        for name in ["in", "out", "err"] { try home.file(name, name == "in" ? input : "") }
        process.standardInput = FileHandle(forReadingAtPath: home.path("in"))
        process.standardOutput = FileHandle(forWritingAtPath: home.path("out"))
        process.standardError = FileHandle(forWritingAtPath: home.path("err"))
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        output = home.text("out")
        errors = home.text("err")
    }
}
