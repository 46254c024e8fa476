import Content
import ContentCommands
import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// Runs the commands of Content over the packs of a test.
struct ContentFixture {
    let sources: [PackSource]
    var chosen: String?
    var progress: [String: PatternProgress.Status]?
    /// Packs in the user's folder that cannot be read, by file name.
    var unreadable: [String: Failure] = [:]
    /// Packs outside of the user's folder, by path.
    var elsewhere: [String: PackSource] = [:]
    var judges: [RuleValidator] = []

    /// Runs a command line, on a terminal if `columns` is given.
    func run(_ words: [String], _ columns: Int? = nil) throws -> (
        status: Int32, output: String, error: String, console: ScriptedConsole
    ) {
        let sources = sources
        let chosen = chosen
        let unreadable = unreadable
        let elsewhere = elsewhere
        var plugin: any Plugin = ContentPlugin(
            library: { Library(sources.compactMap { try? PackReading($0).pack }) },
            syllabus: { Syllabus(grade: try XCTUnwrap(Grade(id: "8k")), mode: .progression) },
            sources: { (sources, unreadable) },
            source: { path in
                guard let source = elsewhere[path] else { throw PackSource.missing(path, in: "test") }
                return source
            }, choice: VariantChoice(current: { chosen }, choose: { _ in }, profileName: { "Mina" }),
            draft: { name, _ in name }
        )
        if let progress { plugin = plugin.adding(PatternProgress { progress }, to: .patternProgress) }
        for judge in judges { plugin = plugin.adding(judge, to: .ruleValidators) }
        let app = AppDescription(name: "app", about: "A test.", version: "1", credits: [], privacy: "", support: "")
        let console = ScriptedConsole(
            terminal: columns != nil, environment: ["LANG": "C.UTF-8", "NO_COLOR": "1"], columns: columns ?? 200)
        let shell = Shell(
            app: app, commands: try Registry([plugin]).all(.commands), homeCards: [], today: { Day(ordinal: 0) })
        return (shell.run(words, on: console), console.output, console.error, console)
    }
}
