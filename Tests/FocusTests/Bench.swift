import Focus
import FocusCommands
import Kernel
import Reminders
import Storage
import Terminal
import TerminalContract
import TestBench

/// The services and their commands over a store, with a clock that a test sets and gates that it answers.
struct Bench: Sendable {
    var store: any Store
    let gates: GateKeeper
    let told = ToldList()
    let clock: HandClock
    let time: TimeSource
    private let ids: IDSource

    static let start = Instant("2026-11-20T09:00:00Z") ?? Instant(milliseconds: 0)

    init(
        _ start: String = "2026-11-20T09:00:00Z", store: any Store = MemoryStore(), gates: GateKeeper = .open,
        calendar: LocalCalendar = .utc, ids: IDSource = .counting()
    ) {
        (self.store, self.gates, self.ids, clock) = (store, gates, ids, HandClock(start))
        time = clock.source(calendar)
    }

    var now: Instant { clock.now }
    func pass(minutes: Double) { clock.advance(minutes: minutes) }
    func set(_ text: String) { clock.set(text) }

    var timer: FocusTimer { FocusTimer(store, gates: gates, ids: ids, time: time) }
    var tasks: TaskList { TaskList(store, gates: gates, ids: ids, time: time) }
    var history: FocusHistory { FocusHistory(store, gates: gates, time: time) }
    var log: FocusLog { FocusLog(store, gates: gates, ids: ids, time: time) }
    var journey: Journey { Journey(store, gates: gates, history: history, time: time) }
    var goals: FocusGoals { FocusGoals(store, history: history, time: time) }
    var presets: Presets { Presets(store, gates: gates) }
    var themes: ThemeChoice { ThemeChoice(store, gates: gates) }
    var ambiances: AmbianceChoice { AmbianceChoice(store, gates: gates) }
    var sounds: SoundChoice { SoundChoice(store, gates: gates) }
    /// What was heard, and by whom.
    let heard = HeardSounds()
    private func plugin(_ slept: @escaping @Sendable (Double) -> Void, _ kit: SoundKit? = nil) -> FocusPlugin {
        FocusPlugin(
            timer: timer, tasks: tasks, history: history, log: log, journey: journey, goals: goals, presets: presets,
            themes: themes, ambiances: ambiances, sounds: sounds, kit: kit ?? heard.kit, around: around, herald: herald,
            music: MusicChoice(store, gates: gates), notifier: .memory(told), announcer: .memory(told), sleep: slept)
    }

    var herald: FocusHerald { FocusHerald(store, time: time) }
    /// What goes along with the timer: no hooks, no buttons, and no process of its own.
    var around = AroundKit.test()

    var app: AppBench { app { _ in } }

    func app(slept: @escaping @Sendable (Double) -> Void) -> AppBench {
        AppBench("focusflow", over: store, time: time, rehearsal: { try DryRunStore(over: $0) }) { store in
            var bench = self
            bench.store = store
            return [bench.plugin(slept), StatusPlugin(app: "focusflow", sleep: slept)]
        }
    }

    /// The same app in another process, with sounds of its own.
    func follower(_ kit: SoundKit, slept: @escaping @Sendable (Double) -> Void) -> AppBench {
        AppBench("focusflow", over: store, time: time, rehearsal: { try DryRunStore(over: $0) }) { _ in [plugin(slept, kit)] }
    }

    @discardableResult func run(_ words: String..., lines: [String] = []) -> AppBench.Run { app.run(words, lines: lines) }

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
