import Interface
import Kernel
import Terminal

/// An app of some plugins over one store, for command lines in a test.
public struct AppFixture: Sendable {
    /// The result of a command line.
    public typealias Run = (output: String, error: String, status: Int32)

    public let store: any Store
    private let name: String
    private let time: TimeSource
    private let plugins: @Sendable (any Store) throws -> [any Plugin]
    private let dryRun: (@Sendable (any Store) throws -> any Store)?

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - dryRun: returns the store of a dry run, over the real one.
    ///   - plugins: returns the plugins. Each command line calls it again, as each process does.
    public init(
        _ name: String, over store: any Store, time: TimeSource,
        dryRun: @escaping @Sendable (any Store) throws -> any Store,
        plugins: @escaping @Sendable (any Store) throws -> [any Plugin]
    ) {
        self.name = name
        self.store = store
        self.time = time
        self.dryRun = dryRun
        self.plugins = plugins
    }

    public init(
        _ name: String, over store: any Store, time: TimeSource, plugins: @escaping @Sendable () throws -> [any Plugin]
    ) {
        self.name = name
        self.store = store
        self.time = time
        dryRun = nil
        self.plugins = { _ in try plugins() }
    }

    /// Returns the contributions of all plugins.
    public func registry() throws -> Registry { try Registry(plugins(store)) }

    /// Returns the plugins' commands and an `undo`, for the rules of the command line.
    public func commands() throws -> [Command] { try shell().allCommands }

    /// Returns a shell, as a process would create it.
    public func shell() throws -> Shell { try shell(over: store) }

    /// Runs a command line.
    ///
    /// A dry run saves nothing.
    @discardableResult public func run(_ words: [String], on console: any Console) -> Int32 {
        do {
            let (options, rest) = try GlobalOptions.split(words)
            guard options.isDryRun else { return try change(options, rest, on: console) }
            guard let dryRun else { return 0 }
            return try shell(over: dryRun(store)).run(options, rest, on: console)
        } catch { return Shell.report(error, app: name, on: console) }
    }

    /// Runs a command line, and fails if a command changes records without declaring so.
    private func change(_ options: GlobalOptions, _ words: [String], on console: any Console) throws -> Int32 {
        let shell = try shell()
        let before = try lastChange()
        let status = shell.run(options, words, on: console)
        if case .command(let command, _) = CommandList(shell.allCommands).find(words), !command.changesData,
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

    /// Runs a command line in a pipe, with these lines as its input.
    public func run(_ words: [String], lines: [String] = [], files: [String: [UInt8]] = [:]) -> Run {
        let console = ScriptedConsole(lines: lines, columns: 200, files: files)
        let status = run(words, on: console)
        return (console.output, console.error, status)
    }

    private func shell(over store: any Store) throws -> Shell {
        let undo = Command(
            "undo", "Take back the last change", examples: [.init("undo", "Undo", runs: false)], changes: true
        ) {
            Output(notice: "Undid: \(try store.undoLast().label).", next: ["--help"])
        }
        let registry = try Registry(plugins(store))
        return Shell(
            app: AppDescription(
                name: name, about: "An app of tests.", version: "1", credits: [], privacy: "", support: ""),
            commands: registry.all(.commands) + [undo], homeCards: registry.all(.homeCards), today: time.today)
    }

    /// Returns the dialogue that a command line begins.
    ///
    /// - Throws: an error if the command does not exist, or begins no dialogue.
    public func dialogue(_ path: String, _ options: [String] = []) throws -> any Dialogue {
        let words = path.split(separator: " ").map(String.init)
        guard let command = try registry().all(.commands).first(where: { $0.path == words }) else {
            throw Failure(.init("noCommand"), path)
        }
        let context = ParsingContext(
            today: time.today(), files: ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in }))
        switch try command.run(options, in: context).continuation {
        case .dialogue(let dialogue), .browse(let dialogue): return dialogue
        default: throw Failure(.init("noSession"), path)
        }
    }

    /// Returns all records as text, which is equal only if nothing was changed.
    public func fingerprint() throws -> String {
        String(decoding: try JSONValue.encoder.encode(store.exportEverything()), as: UTF8.self)
    }

    /// The app as a subject of `CommandRules`.
    public var subject: CommandRules.Subject {
        CommandRules.Subject(run: { run($0, on: $1) }, fingerprint: fingerprint)
    }
}

extension Failure.Code { fileprivate static var undeclaredChange: Self { Self() } }

extension Dialogue {
    /// Returns the content for people, on a screen with this many columns.
    public func text(columns: Int = 80) -> String {
        Screen(width: columns, palette: .plain, unicode: true).draw(view.blocks)
    }

    /// Presses a key.
    ///
    /// - Returns: the output if the dialogue ended, or nil.
    public mutating func press(_ key: Character) throws -> Output? {
        guard case .finish(let output) = try handle(.key(key == " " ? .space : .character(key))) else { return nil }
        return output
    }
}
