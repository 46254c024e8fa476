import Interface
import Kernel
import TerminalTesting
import XCTest

final class ManAndCompletionTests: XCTestCase {
    private func output(_ words: [String], _ app: SampleApp = SampleApp()) -> String {
        let console = ScriptedConsole()
        XCTAssertEqual(app.run(words, on: console), 0, console.error)
        return console.output
    }

    private func candidates(_ words: String..., app: SampleApp = SampleApp()) -> [String] {
        output(["__complete", "--"] + words, app).split(separator: "\n").map(String.init)
    }

    func testCommandsOptionsAndValuesComplete() {
        XCTAssertEqual(candidates("pu"), ["pupil"])
        XCTAssertEqual(candidates("pupil", ""), ["add", "list", "remove"])
        XCTAssertEqual(candidates("pupil", "add", "--be"), ["--belt"])
        XCTAssertEqual(candidates("pupil", "add", "--belt", "b"), ["blue", "black"])
        XCTAssertEqual(candidates("pupil", "add", "--belt=b"), ["--belt=blue", "--belt=black"])
        XCTAssertEqual(candidates("pupil", "add", "--belt", "=", "b"), ["blue", "black"])
        XCTAssertEqual(candidates("pupil", "add", "-b", "wh"), ["white"])
        XCTAssertEqual(candidates("--color", "n"), ["never"])
        XCTAssertEqual(candidates("--data", "/d", "--profile", "k"), ["kim"])
        XCTAssertEqual(candidates("help", "cou"), ["count"])
        XCTAssertEqual(candidates("completions", ""), ["bash", "zsh", "fish"])
        XCTAssertEqual(candidates("nonsense", ""), [])
        let app = SampleApp()
        _ = app.run(["pupil", "add", "Kim"], on: ScriptedConsole())
        XCTAssertEqual(candidates("pupil", "remove", "--yes", "", app: app), ["p1"])
    }

    func testManualIsValidMdoc() throws {
        let page = output(["man"])
        XCTAssertTrue(page.contains("\\&.It \\ecan \\-be anything 'else\"."))
        for line in page.split(separator: "\n") where line.hasPrefix(".") {
            XCTAssertEqual(line.count { $0 == "\"" } % 2, 0, String(line))
        }
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let file = try folder.file("sample.1", page)
        if let complaints = try Tool.run("mandoc", ["-T", "lint", "-W", "warning", file]) {
            XCTAssertEqual(complaints, "")
        }
        if let output = try Tool.run("man", ["--warnings", "-E", "UTF-8", "-l", file]) {
            for text in [
                "pupil add NAME", "--belt KIND", ".It \\can -be anything 'else\".", "sample count -5 --step 2",
                "EXIT STATUS",
            ] {
                XCTAssertTrue(output.contains(text), text)
            }
            XCTAssertFalse(output.contains("warning"), output)
        }
    }

    /// Runs the scripts in the installed shells. The program prints its own arguments.
    func testCompletionScriptsWorkInInstalledShells() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let answer = "#!/bin/sh\nshift 2\nfor word; do printf 'w:%s\\n' \"$word\"; done\n"
        _ = try folder.file("sample", answer, isProgram: true)
        let path = "PATH=\(folder.path):$PATH"
        let bash = try folder.file("bash", output(["completions", "bash"]))
        let bashScript =
            "\(path); . \(bash); COMP_WORDS=(sample pupil 'a b'); COMP_CWORD=2; _sample; printf '%s\\n' \"${COMPREPLY[@]}\""
        if let replies = try Tool.run("bash", ["-c", bashScript]) { XCTAssertEqual(replies, "w:pupil\nw:a\\ b\n") }
        let zsh = try folder.file("zsh", output(["completions", "zsh"]))
        let zshScript =
            "\(path); compdef() { :; }; . \(zsh); compadd() { print -l -- \"${@[2,-1]}\"; }; words=(sample pupil 'a b'); CURRENT=3; _sample"
        if let replies = try Tool.run("zsh", ["-f", "-c", zshScript]) { XCTAssertEqual(replies, "w:pupil\nw:a b\n") }
        let fish = try folder.file("fish", output(["completions", "fish"]))
        let fishScript = "set -x PATH \(folder.path) $PATH; source \(fish); complete -C 'sample pupil w:pu'"
        if let replies = try Tool.run("fish", ["--no-config", "-c", fishScript]) {
            XCTAssertTrue(replies.contains("w:pupil"), replies)
        }
    }
}

/// A folder for one test, deleted with this value.
private final class Folder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("terminal-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ text: String, isProgram: Bool = false) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        if isProgram { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file) }
        return file
    }
}

/// A program of this machine, if installed.
private enum Tool {
    /// Returns both output streams, or nil if the program is not installed.
    static func run(_ name: String, _ arguments: [String]) throws -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard let program = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile) else {
            return nil
        }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["MANWIDTH": "200", "LC_ALL": "C.UTF-8"]) {
            $1
        }
        (process.standardOutput, process.standardError, process.standardInput) = (pipe, pipe, FileHandle.nullDevice)
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
