import Kernel
import Terminal

/// An app of some plugins over one store, as a test types into it.
public struct AppBench: Sendable {
    /// What came of a command line.
    public typealias Run = (output: String, error: String, status: Int32)

    /// Where everything is kept.
    public let store: any Store
    private let name: String
    private let time: TimeSource
    private let plugins: @Sendable (any Store) throws -> [any Plugin]
    private let rehearsal: (@Sendable (any Store) throws -> any Store)?

    /// An app.
    ///
    /// - Parameters:
    ///   - rehearsal: the store of a dry run, over the real one.
    ///   - plugins: asked for anew by every command line, as every process does.
    public init(
        _ name: String, over store: any Store, time: TimeSource, rehearsal: @escaping @Sendable (any Store) throws -> any Store,
        plugins: @escaping @Sendable (any Store) throws -> [any Plugin]
    ) {
        (self.name, self.store, self.time, self.rehearsal, self.plugins) = (name, store, time, rehearsal, plugins)
    }

    /// An app whose plugins know their own store; its dry runs are not run.
    public init(
        _ name: String, over store: any Store, time: TimeSource, plugins: @escaping @Sendable () throws -> [any Plugin]
    ) {
        (self.name, self.store, self.time, rehearsal) = (name, store, time, nil)
        self.plugins = { _ in try plugins() }
    }

    /// What all plugins brought.
    public func registry() throws -> Registry { try Registry(plugins(store)) }

    /// The plugins' commands and an `undo`, for the rules of the command line.
    public func commands() throws -> [Command] { try shell().allCommands }

    /// As a process would begin it.
    public func shell() throws -> Shell { try shell(over: store) }

    /// Runs a command line; a dry run keeps nothing.
    @discardableResult public func run(_ words: [String], on console: any Console) -> Int32 {
        do {
            let (options, rest) = try GlobalOptions.split(words)
            guard options.isDryRun else { return try change(options, rest, on: console) }
            guard let rehearsal else { return 0 }
            return try shell(over: rehearsal(store)).run(options, rest, on: console)
        } catch { return Shell.report(error, app: name, on: console) }
    }

    /// Whatever a test types, a command that changes records has said in its declaration that it does.
    private func change(_ options: GlobalOptions, _ words: [String], on console: any Console) throws -> Int32 {
        let shell = try shell()
        let before = try lastChange()
        let status = shell.run(options, words, on: console)
        if case .command(let command, _) = CommandList(shell.allCommands).find(words), !command.changes,
            try lastChange() != before
        {
            throw Failure(.undeclaredChange, "“\(command.name)” changes records and is not declared to.")
        }
        return status
    }

    private func lastChange() throws -> Int {
        var last = 0
        while let change = try store.changes(since: last).last { last = change.sequence }
        return last
    }

    /// Types a command line into a pipe, and these lines after it.
    public func run(_ words: [String], lines: [String] = [], files: [String: [UInt8]] = [:]) -> Run {
        let console = ScriptedConsole(lines: lines, columns: 200, files: files)
        let status = run(words, on: console)
        return (console.output, console.error, status)
    }

    private func shell(over store: any Store) throws -> Shell {
        let undo = Command("undo", "Take back the last change", examples: [.init("undo", "Undo", runs: false)], changes: true) {
            Output(notice: "Undid: \(try store.undoLast().label).", next: ["--help"])
        }
        let registry = try Registry(plugins(store))
        return Shell(
            app: AppDescription(name: name, about: "An app of tests.", version: "1", credits: [], privacy: "", support: ""),
            commands: registry.all(.commands) + [undo], homeCards: registry.all(.homeCards), today: time.today)
    }

    /// The dialogue that a command line begins.
    ///
    /// - Throws: when there is no such command, or it answers at once.
    public func dialogue(_ path: String, _ options: [String] = []) throws -> any Dialogue {
        let words = path.split(separator: " ").map(String.init)
        guard let command = try registry().all(.commands).first(where: { $0.path == words }) else {
            throw Failure(.init("noCommand"), path)
        }
        let context = ParsingContext(today: time.today(), files: ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in }))
        switch try command.run(options, in: context).continuation {
        case .dialogue(let dialogue), .browse(let dialogue): return dialogue
        default: throw Failure(.init("noSession"), path)
        }
    }

    /// Everything that is kept: two are equal when nothing was changed.
    public func fingerprint() throws -> String {
        String(decoding: try JSONValue.encoder.encode(store.exportEverything()), as: UTF8.self)
    }

    /// The app for the rules of the command line.
    public var subject: CommandRules.Subject { CommandRules.Subject(run: { run($0, on: $1) }, fingerprint: fingerprint) }
}

extension Failure.Code {
    fileprivate static var undeclaredChange: Self { Self() }
}

extension Dialogue {
    /// What people see, on a screen of so many columns.
    public func text(columns: Int = 80) -> String {
        Screen(width: columns, palette: .plain, unicode: true).draw(view.blocks)
    }

    /// Presses a key.
    ///
    /// - Returns: what the dialogue ended with, when it was the last.
    public mutating func press(_ key: Character) throws -> Output? {
        guard case .finish(let output) = try handle(.key(key == " " ? .space : .character(key))) else { return nil }
        return output
    }
}
