import Foundation
import Kernel
import Programs
import Synchronization
import TestSupport
import XCTest

/// A user who runs an app as real processes in their own home, with random choices from a printed
/// seed.
final class AppUser {
    /// The exit status and output of a command.
    struct RunResult: Sendable {
        let status: Int32
        let output: String
        let errors: String

        init(_ result: ProgramResult) {
            status = result.ending.shellStatus
            output = result.text
            errors = String(decoding: result.errors, as: UTF8.self)
        }

        /// Standard output as JSON.
        func json<Value: Decodable>(_ type: Value.Type = Value.self, file: StaticString = #filePath, line: UInt = #line)
            throws
            -> Value
        {
            try XCTUnwrap(
                try? JSONDecoder().decode(type, from: Data(output.utf8)), "not the JSON expected: \(output) \(errors)",
                file: file, line: line)
        }
    }

    /// Kills a program that hangs. It is far above what a command takes on a busy machine.
    static let deadline: Duration = .seconds(180)

    let app: String
    let home: String
    var random: RandomSource
    var path = "/usr/bin:/bin"
    private let program: String

    /// Creates a new home, or uses the home of another app's user. `JOURNEY_SEED` replays a
    /// journey.
    init(_ app: String, _ test: XCTestCase, home shared: String? = nil) throws {
        let seed =
            ProcessInfo.processInfo.environment["JOURNEY_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...9_999_999)
        print("\(test.name): JOURNEY_SEED=\(seed)")
        self.app = app
        random = RandomSource(seed: seed)
        program = try BuiltProgram.required(app)
        let own = try Home()
        home = shared ?? own.path
        test.addTeardownBlock { _ = own }
    }

    /// Runs a command with lines on standard input, and expects it to end with this status.
    @discardableResult
    func run(
        _ words: String..., lines: [String] = [], status expected: Int32 = 0, file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> RunResult {
        try run(words, lines: lines, status: expected, file: file, line: line)
    }

    @discardableResult
    func run(
        _ words: [String], lines: [String] = [], status expected: Int32 = 0, file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> RunResult {
        let result = try attempt(words, lines: lines)
        XCTAssertEqual(result.status, expected, "\(words): \(result.output)\(result.errors)", file: file, line: line)
        return result
    }

    /// Runs a command without checking its status.
    func attempt(_ words: [String], lines: [String] = []) throws -> RunResult {
        let result = try call(words, lines: lines).run()
        XCTAssertFalse(result.timedOut, "\(words) did not end")
        return RunResult(result)
    }

    /// Runs a line of the shell in which `$APP` is the app.
    func shell(_ script: String) throws -> RunResult {
        let variables = environment.merging(["APP": program]) { $1 }
        let call = ProgramCall(
            "/bin/sh", ["-c", script], deadline: AppUser.deadline, environment: variables, workingDirectory: home)
        return RunResult(try call.run())
    }

    /// Runs a command and kills it with SIGKILL after a pause, unless it ended before.
    ///
    /// - Returns: The output until then.
    func killed(after pause: Duration, _ words: [String], lines: [String]) throws -> String {
        let input = lines.map { $0 + "\n" }.joined()
        // A truncated coverage profile would damage the merged one.
        let unprofiled = environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        return try ProgramCall(
            program, words, input: Array(input.utf8), deadline: pause, environment: unprofiled, workingDirectory: home
        ).run().text
    }

    /// Runs command lines at the same time, each as its own process. The results have the order of
    /// the lines.
    func runTogether(_ lines: [[String]]) throws -> [RunResult] {
        let calls = lines.map { call($0, lines: []) }
        let results = Mutex<[Int: RunResult]>([:])
        DispatchQueue.concurrentPerform(iterations: calls.count) { number in
            let result = try? calls[number].run()
            results.withLock { $0[number] = result.map(RunResult.init) }
        }
        return try results.withLock { results in
            try calls.indices.map { try XCTUnwrap(results[$0], "\(lines[$0]) did not run") }
        }
    }

    private func call(_ words: [String], lines: [String]) -> ProgramCall {
        let input = lines.map { $0 + "\n" }.joined()
        return ProgramCall(
            program, words, input: Array(input.utf8), deadline: AppUser.deadline, environment: environment,
            workingDirectory: home)
    }

    /// Writes a file into the home.
    ///
    /// - Returns: Its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o644) throws -> String {
        let path = "\(home)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    /// The files below a folder of the home, sorted.
    func files(below folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: "\(home)/\(folder)")?.compactMap { $0 as? String } ?? []
        return names.filter { $0.contains(".") }.sorted()
    }

    var environment: [String: String] {
        var variables = ["HOME": home, "PATH": path, "LANG": "C.UTF-8", "TZ": "Europe/London"]
        for name in ["LLVM_PROFILE_FILE", "LD_LIBRARY_PATH"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        return variables
    }
}
