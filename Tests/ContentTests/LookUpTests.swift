import Content
import ContentAdapters
import ContentCommands
import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// Look-ups default to the own grade and work without records.
final class LookUpTests: XCTestCase {
    private static let packs = DevicePacks(folder: "/nowhere")

    private func run(
        _ words: String..., grade: String? = "8k", current: @escaping @Sendable () throws -> String? = { nil },
        complaint: String? = nil
    ) throws -> (status: Int32, output: String, error: String) {
        let plugin = ContentPlugin(
            library: {
                try Self.packs.library(
                    variant: VariantChoice(current: current, choose: { _ in }, profileName: { "" }).validatedVariant())
            },
            syllabus: {
                guard let grade = grade.flatMap({ Grade(id: $0) }) else { throw Self.readOnly }
                return Syllabus(grade: grade, mode: .progression)
            },
            sources: Self.packs.sources, source: { throw PackSource.missing($0, in: "test") },
            packWarning: { complaint },
            choice: VariantChoice(current: current, choose: { _ in }, profileName: { "" }), draft: { name, _ in name }
        ).adding(PatternProgress { throw Self.readOnly }, to: .patternProgress)
        let registry = try Registry([plugin])
        let console = ScriptedConsole(environment: ["LANG": "C.UTF-8"], columns: 80)
        let app = AppDescription(name: "app", about: "A test.", version: "1", credits: [], privacy: "", support: "")
        let shell = Shell(
            app: app, commands: registry.all(.commands), homeCards: [], today: { Day(ordinal: 0) },
            warnings: registry.all(.warnings))
        return (shell.run(words, on: console), console.output, console.error)
    }

    private static let readOnly = Failure(
        .init("readOnlyStore"), "You may not make /home/x: Permission denied.", advice: "Check who owns it.",
        kind: .cannotCreate)

    func testListsDefaultToTheOwnGrade() throws {
        for noun in ["linework", "theory"] {
            let own = try run(noun, "--plain").output
            let all = try run(noun, "--all", "--plain").output
            func grades(_ text: String) -> Set<String> {
                Set(
                    text.split(separator: "\n").flatMap { $0.split(separator: "\t") }.map(String.init).filter {
                        Grade(id: $0) != nil
                    })
            }
            XCTAssertEqual(grades(own), ["10k", "9k", "8k"], noun)
            XCTAssertTrue(grades(all).isSuperset(of: ["10k", "1k", "7k"]), noun)
            XCTAssertTrue(try run(noun).output.contains("Up to 8k. --all shows all "), noun)
            XCTAssertFalse(try run(noun, "--all").output.contains("--all"), noun)
            XCTAssertEqual(
                grades(try run(noun, "--belt", "6k", "--plain").output), ["6k"], "an explicit grade is shown")
            XCTAssertFalse(try run(noun, "--belt", "6k").output.contains("--all"), noun)
        }
        XCTAssertEqual(
            try run("linework", "show", "6k", "--plain").output, try run("linework", "--belt", "6k", "--plain").output)
        XCTAssertFalse(try run("theory", "--subject", "belt", "--plain").output.contains("belt-7k"))
        XCTAssertFalse(try run("theory", grade: "6d").output.contains("--all"), "there are no further rows")
    }

    /// A read-only home does not prevent look-ups in bundled content.
    func testLookupsWorkWithoutReadableRecords() throws {
        for words in [
            ["terms"], ["term", "low-block"], ["search", "low block"], ["belts"], ["pattern", "list"],
            ["pattern", "show", "chon-ji"],
            ["linework"], ["theory"], ["theory", "show", "tenets"], ["technique", "list"], ["sparring", "list"],
            ["content", "check"],
        ] {
            let console = try runAll(words) { throw Self.readOnly }
            XCTAssertEqual(console.status, 0, "\(words): \(console.error)")
            XCTAssertFalse(console.output.isEmpty)
        }
        XCTAssertTrue(
            try run("theory", grade: nil).output.contains("belt-1k"), "without a learner, nothing is left out")
    }

    /// Only failures to read the records are ignored.
    func testUnrelatedFailuresAreReported() throws {
        let wrong = try runAll(["terms"]) {
            throw Failure(.init("profileNotFound"), "There is no profile “Nobody”.", kind: .usage)
        }
        XCTAssertEqual(wrong.status, 64)
        XCTAssertTrue(wrong.error.contains("Nobody"))
    }

    private func runAll(_ words: [String], _ current: @escaping @Sendable () throws -> String?) throws -> (
        status: Int32, output: String, error: String
    ) {
        switch words.count {
        case 1: try run(words[0], grade: nil, current: current)
        case 2: try run(words[0], words[1], grade: nil, current: current)
        default: try run(words[0], words[1], words[2], grade: nil, current: current)
        }
    }

    /// `--replace` overwrites a file, and the refusal names the option.
    func testReplaceOptionOverwritesADrawing() throws {
        for words in [["pattern", "diagram", "chon-ji"], ["sparring", "diagram", "two-step-4"]] {
            let plugin = ContentPlugin(
                library: Self.packs.library, syllabus: { throw Self.readOnly }, sources: Self.packs.sources,
                source: { throw PackSource.missing($0, in: "test") }, draft: { name, _ in name })
            let app = AppDescription(name: "app", about: "A test.", version: "1", credits: [], privacy: "", support: "")
            let shell = Shell(
                app: app, commands: try Registry([plugin]).all(.commands), homeCards: [], today: { Day(ordinal: 0) })
            let console = ScriptedConsole(files: ["a.svg": [1]])
            XCTAssertEqual(shell.run(words + ["--svg", "a.svg"], on: console), 73)
            XCTAssertTrue(console.error.contains("or add --replace to write over it."), console.error)
            XCTAssertEqual(console.fileContents["a.svg"], [1])
            XCTAssertEqual(shell.run(words + ["--svg", "a.svg", "--replace"], on: console), 0, console.error)
            XCTAssertGreaterThan(console.fileContents["a.svg"]?.count ?? 0, 1000)
        }
    }

    func testBrokenPackIsReportedOnStandardError() throws {
        let line = "The pack own.json is not read whole: line 3. See: content check"
        for words in [["terms"], ["pattern", "list"], ["theory", "--json"], ["nonsense"]] {
            let seen =
                words.count == 1 ? try run(words[0], complaint: line) : try run(words[0], words[1], complaint: line)
            XCTAssertEqual(seen.error.split(separator: "\n").filter { $0 == line }.count, 1, "\(words): \(seen.error)")
            XCTAssertFalse(seen.output.contains(line))
        }
        XCTAssertEqual(try run("terms", "--quiet", complaint: line).error, "")
        XCTAssertFalse(
            try run("content", "check", complaint: line).error.contains(line), "the check itself reports the finding")
        XCTAssertEqual(try run("terms").error, "")
    }
}
