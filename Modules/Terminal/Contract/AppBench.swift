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
    private let plugins: @Sendable () throws -> [any Plugin]

    /// An app.
    ///
    /// - Parameter plugins: asked for anew by every command line, as every process does.
    public init(_ name: String, over store: any Store, time: TimeSource, plugins: @escaping @Sendable () throws -> [any Plugin]) {
        (self.name, self.store, self.time, self.plugins) = (name, store, time, plugins)
    }

    /// What all plugins brought.
    public func registry() throws -> Registry { try Registry(plugins()) }

    /// The plugins' commands, home cards, and an `undo`.
    public func shell() throws -> Shell {
        let undo = Command("undo", "Take back the last change", examples: [.init("undo", "Undo", runs: false)], changes: true) {
            Output(notice: "Undid: \(try store.undoLast().label).", next: ["--help"])
        }
        let registry = try registry()
        return Shell(
            app: AppDescription(name: name, about: "An app of tests.", version: "1", credits: [], privacy: "", support: ""),
            commands: registry.all(.commands) + [undo], homeCards: registry.all(.homeCards), today: time.today)
    }

    /// Types a command line into a pipe, and these lines after it.
    public func run(_ words: [String], lines: [String] = [], files: [String: [UInt8]] = [:]) throws -> Run {
        let console = ScriptedConsole(lines: lines, columns: 200, files: files)
        let status = try shell().run(words, on: console)
        return (console.output, console.error, status)
    }

    /// The session that a command line begins.
    ///
    /// - Throws: when there is no such command, or it answers at once.
    public func session(_ path: String, _ options: [String] = []) throws -> any Session {
        let words = path.split(separator: " ").map(String.init)
        guard let command = try registry().all(.commands).first(where: { $0.path == words }) else {
            throw Failure(.init("noCommand"), path)
        }
        let context = ParsingContext(today: time.today(), files: ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in }))
        guard case .session(let session) = try command.run(options, in: context).continuation else {
            throw Failure(.init("noSession"), path)
        }
        return session
    }

    /// Everything that is kept: two are equal when nothing was changed.
    public func fingerprint() throws -> String {
        String(decoding: try JSONValue.encoder.encode(store.exportEverything()), as: UTF8.self)
    }

    /// The app for the rules of the command line. A dry run belongs to an app's own store, so it is not run here.
    public var subject: CommandRules.Subject {
        CommandRules.Subject(
            run: { words, console in
                guard !words.contains("--dry-run") else { return 0 }
                do { return try shell().run(words, on: console) } catch { return Shell.report(error, app: name, on: console) }
            }, fingerprint: fingerprint)
    }
}

extension Session {
    /// What people see, on a screen of so many columns.
    public func text(columns: Int = 80) -> String {
        Screen(width: columns, palette: .plain, unicode: true).draw(view.blocks)
    }

    /// Presses a key.
    ///
    /// - Returns: what the session ended with, when it was the last.
    public mutating func press(_ key: Character) throws -> Output? {
        guard case .finish(let output) = try handle(.key(key == " " ? .space : .character(key))) else { return nil }
        return output
    }
}
