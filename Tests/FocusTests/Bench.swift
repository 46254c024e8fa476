import Focus
import FocusCommands
import Foundation
import Kernel
import Reminders
import Storage
import Synchronization
import Terminal
import TerminalContract

/// The app over a store in memory, with a clock that a test sets and gates that it answers.
final class Bench: Sendable {
    let store: any Store
    let gates: GateKeeper
    let told = ToldList()
    let calendar: LocalCalendar
    private let ids: IDSource
    private let moment: Mutex<Instant>

    init(
        _ start: String = "2026-11-20T09:00:00Z", store: any Store = MemoryStore(), gates: GateKeeper = .open,
        calendar: LocalCalendar = .utc,
        ids: IDSource = .counting()
    ) {
        (self.store, self.gates, self.calendar, self.ids) = (store, gates, calendar, ids)
        moment = Mutex(Instant(start) ?? .earliest)
    }

    var now: Instant { moment.withLock { $0 } }
    func pass(minutes: Double) { moment.withLock { $0 = $0.adding(seconds: minutes * 60) } }
    func set(_ text: String) { moment.withLock { $0 = Instant(text) ?? $0 } }

    var time: TimeSource { TimeSource(calendar: calendar) { self.now } }
    var repository: StoredFocusRepository { StoredFocusRepository(store, calendar: calendar) }
    var timer: FocusTimer { FocusTimer(repository: repository, gates: gates, ids: ids, time: time) }
    var tasks: TaskList { TaskList(repository: StoredTaskRepository(store), gates: gates, ids: ids, time: time) }
    var history: FocusHistory { FocusHistory(repository: repository, gates: gates, time: time) }
    var presets: PresetShelf { PresetShelf(repository: repository, gates: gates) }
    var themes: ThemeChoice { ThemeChoice(repository: repository, gates: gates) }
    var plugin: FocusPlugin {
        FocusPlugin(timer: timer, tasks: tasks, history: history, presets: presets, themes: themes, notifier: .memory(told))
    }

    func registry(slept: @escaping @Sendable (Double) -> Void = { _ in }) throws -> Registry {
        try Registry([plugin, StatusPlugin(sleep: slept)])
    }

    func shell(slept: @escaping @Sendable (Double) -> Void = { _ in }) throws -> Shell {
        let registry = try registry(slept: slept)
        let undo = Command("undo", "Take back the last change", examples: [.init("undo", "Undo", runs: false)], changes: true) {
            Output(notice: "Undid: \(try self.store.undoLast().label).", next: ["status"])
        }
        let app = AppDescription(name: "focusflow", about: "A focus timer.", version: "1", credits: [], privacy: "", support: "")
        return Shell(app: app, commands: registry.all(.commands) + [undo], homeCards: registry.all(.homeCards), today: time.today)
    }

    /// Everything that is kept: two are equal when nothing was changed.
    func fingerprint() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(store.exportEverything()), as: UTF8.self)
    }

    /// Runs a command line; gives what it wrote and its status.
    func run(_ words: String..., lines: [String] = []) throws -> (output: String, error: String, status: Int32) {
        let console = ScriptedConsole(lines: lines, environment: ["LANG": "C.UTF-8"], columns: 200)
        let status = try shell().run(words, on: console)
        return (console.output, console.error, status)
    }

    /// A session that is focused to its end: a full round of so many minutes.
    func focus(minutes: Double, on task: FocusTask? = nil) throws {
        _ = try timer.start(.first, focus: Int(minutes * 60), task: task)
        pass(minutes: minutes)
        _ = try timer.stop()
    }
}

extension GateKeeper {
    /// The free plan of the founding documents.
    static let free = GateKeeper { gate, used in
        let limit = [FocusGates.tasks: 3, FocusGates.reminders: 1, FocusGates.history: 3][gate]
        return GateAnswer(
            allowed: limit.map { used < $0 } ?? false, used: used, limit: limit, reason: "The free plan.", variant: "free")
    }
}

extension Day {
    static func of(_ text: String) -> Day { Day(text) ?? Day(ordinal: 0) }
}
