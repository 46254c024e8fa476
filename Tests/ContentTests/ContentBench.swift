import Content
import ContentCommands
import Kernel
import Terminal
import TerminalContract
import XCTest

/// The commands of Content over packs of a test.
struct ContentBench {
    let sources: [PackSource]
    var chosen: String?
    var progress: [String: PatternProgress.Standing]?
    /// Packs on the shelf that cannot be opened, by their names.
    var unreadable: [String: Failure] = [:]
    /// Packs that are nowhere on the shelf, by their paths.
    var elsewhere: [String: PackSource] = [:]
    var judges: [RuleJudge] = []

    /// Runs a command line into a pipe, or on a terminal of so many columns.
    func run(_ words: [String], _ columns: Int? = nil) throws -> (
        status: Int32, output: String, error: String, console: ScriptedConsole
    ) {
        let (sources, chosen, unreadable, elsewhere) = (sources, chosen, unreadable, elsewhere)
        var plugin: any Plugin = ContentPlugin(
            library: { Library(sources.compactMap { try? PackReading($0).pack }) },
            syllabus: { Syllabus(grade: try XCTUnwrap(Grade(id: "8k")), mode: .progression) },
            sources: { (sources, unreadable) },
            source: { path in
                guard let source = elsewhere[path] else { throw PackSource.missing(path, in: "test") }
                return source
            }, choice: VariantChoice(current: { chosen }, choose: { _ in }, who: { "Mina" }), draft: { name, _ in name })
        if let progress { plugin = plugin.adding(PatternProgress { progress }, to: .patternProgress) }
        for judge in judges { plugin = plugin.adding(judge, to: .ruleJudges) }
        let app = AppDescription(name: "app", about: "A test.", version: "1", credits: [], privacy: "", support: "")
        let console = ScriptedConsole(
            terminal: columns != nil, environment: ["LANG": "C.UTF-8", "NO_COLOR": "1"], columns: columns ?? 200)
        let shell = Shell(
            app: app, commands: try Registry([plugin]).all(.commands), homeCards: [], today: { Day(ordinal: 0) })
        return (shell.run(words, on: console), console.output, console.error, console)
    }
}
