import Foundation
import Kernel
import Reminders
import Ring
import RingCommands
import Storage
import Synchronization
import Terminal
import TerminalContract

/// The commands over a store in memory, with a clock that a test moves.
final class Bench: Sendable {
    static let start = Instant(milliseconds: 1_800_000_000_000)

    let store = MemoryStore()
    let told = ToldList()
    private let moment = Mutex(Bench.start)
    private let ids = IDSource.counting(prefix: "match")

    var now: Instant { moment.withLock { $0 } }
    func pass(_ seconds: Double) { moment.withLock { $0 = $0.adding(seconds: seconds) } }

    var time: TimeSource { TimeSource(calendar: .utc) { self.now } }
    var table: MatchTable { MatchTable(repository: StoredMatchRepository(store), ids: ids, time: time) }

    var plugin: RingPlugin {
        RingPlugin(
            table: { self.table }, time: time, notifier: .memory(told), announcer: .memory(told), sleep: { self.pass($0) })
    }

    func commands() throws -> [Command] { try Registry([plugin]).all(.commands) }

    func shell() throws -> Shell {
        let undo = Command("undo", "Take back the last change", examples: [.init("undo", "Undo", runs: false)], changes: true) {
            Output(notice: "Undid: \(try self.store.undoLast().label).", next: ["match list"])
        }
        let app = AppDescription(name: "dojang", about: "A dojang.", version: "1", credits: [], privacy: "", support: "")
        return Shell(app: app, commands: try commands() + [undo], homeCards: [], today: time.today)
    }

    /// Runs a command line; gives what it wrote and its status.
    func run(_ words: String..., lines: [String] = [], files: [String: [UInt8]] = [:]) throws -> (
        output: String, error: String, status: Int32
    ) {
        let console = ScriptedConsole(lines: lines, environment: ["LANG": "C.UTF-8"], columns: 200, files: files)
        let status = try shell().run(words, on: console)
        return (console.output, console.error, status)
    }

    /// The session that a command line begins.
    func session(_ path: String, _ options: String...) throws -> any Session {
        let words = path.split(separator: " ").map(String.init)
        guard let command = try commands().first(where: { $0.path == words }) else { throw Failure(.init("noCommand"), path) }
        let context = ParsingContext(today: time.today(), files: ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in }))
        guard case .session(let session) = try command.run(options, in: context).continuation else {
            throw Failure(.init("noSession"), path)
        }
        return session
    }

    func fingerprint() throws -> String {
        String(decoding: try JSONValue.encoder.encode(store.exportEverything()), as: UTF8.self)
    }
}

extension Session {
    /// What people see, on a screen of so many columns.
    func text(columns: Int = 80) -> String { Screen(width: columns, palette: .plain, unicode: true).draw(view.blocks) }

    /// A key, and whether it was the last.
    mutating func press(_ key: Character) throws -> Output? {
        guard case .finish(let output) = try handle(.key(key == " " ? .space : .character(key))) else { return nil }
        return output
    }
}
