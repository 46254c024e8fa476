import Focus
import FocusCommands
import Kernel
import Reminders
import Storage
import Terminal
import TerminalTesting
import TestSupport

/// The services and their commands over a store, with a test clock and configurable gates.
struct Fixture: Sendable {
    var store: any Store
    let gates: GateKeeper
    let notifications = RecordedNotifications()
    let clock: ManualClock
    let time: TimeSource
    private let ids: IDSource

    static let start = Instant("2026-11-20T09:00:00Z") ?? Instant(milliseconds: 0)

    init(
        _ start: String = "2026-11-20T09:00:00Z", store: any Store = MemoryStore(), gates: GateKeeper = .open,
        calendar: LocalCalendar = .utc, ids: IDSource = .counting()
    ) {
        self.store = store
        self.gates = gates
        self.ids = ids
        clock = ManualClock(start)
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
    /// The sounds that were played, and in which process.
    let playedSounds = RecordedSounds()
    private func plugin(_ slept: @escaping @Sendable (Double) -> Void, _ kit: SoundKit? = nil) -> FocusPlugin {
        FocusPlugin(
            timer: timer, tasks: tasks, history: history, log: log, journey: journey, goals: goals, presets: presets,
            themes: themes, ambiances: ambiances, sounds: sounds, soundKit: kit ?? playedSounds.kit, effects: around,
            timerAnnouncer: herald,
            music: MusicChoice(store, gates: gates), notifier: .memory(notifications),
            announcer: .memory(notifications), sleep: slept)
    }

    var herald: TimerAnnouncer { TimerAnnouncer(store, time: time) }
    /// Follows the timer without hooks, buttons or a background process.
    var around = TimerEffects.test()

    var app: AppFixture { app { _ in } }

    func app(slept: @escaping @Sendable (Double) -> Void) -> AppFixture {
        AppFixture("focusflow", over: store, time: time, dryRun: { try DryRunStore(over: $0) }) { store in
            var fixture = self
            fixture.store = store
            return [fixture.plugin(slept), StatusPlugin(app: "focusflow", sleep: slept)]
        }
    }

    /// The same app in another process with its own sounds.
    func follower(_ kit: SoundKit, slept: @escaping @Sendable (Double) -> Void) -> AppFixture {
        AppFixture("focusflow", over: store, time: time, dryRun: { try DryRunStore(over: $0) }) { _ in
            [plugin(slept, kit)]
        }
    }

    @discardableResult func run(_ words: String..., lines: [String] = []) -> AppFixture.Run {
        app.run(words, lines: lines)
    }

    /// Completes a full round of this many minutes.
    func focus(minutes: Double, on task: FocusTask? = nil) throws {
        _ = try timer.start(.defaultPreset, focus: Int(minutes * 60), task: task)
        pass(minutes: minutes)
        _ = try timer.stop()
    }
}

extension GateKeeper {
    /// The limits of the free plan.
    static let free = GateKeeper { gate, used in
        let limit = [FocusGates.tasks: 3, FocusGates.reminders: 1, FocusGates.history: 3][gate]
        return GateAnswer(
            allowed: limit.map { used < $0 } ?? false, used: used, limit: limit, reason: "The free plan.",
            variant: "free")
    }
}

extension Day {
    static func of(_ text: String) -> Day { Day(text) ?? Day(ordinal: 0) }
}
