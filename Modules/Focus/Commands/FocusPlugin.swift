import Focus
import Guidance
import Kernel
import Reminders
import Terminal

/// Brings the timer and everything around it to an app.
public struct FocusPlugin: Plugin {
    public let name = "Focus"
    private let commands: [Command]
    private let card: FocusCard
    private let status: TimerStatus
    private let reminders: FocusReminders
    private let hold: ReminderHold
    private let headway: Headway

    /// The commands over the services.
    ///
    /// - Parameters:
    ///   - notifier: who tells that a phase is over while the timer is shown.
    ///   - announcer: who tells it while no screen shows the timer.
    ///   - ambiances: what is seen behind it.
    ///   - sounds: what is heard beside the timer.
    ///   - kit: by what it is heard.
    ///   - around: with what ends are announced and hooks run.
    ///   - sleep: waits so many seconds; the thread's own unless a test brings one.
    public init(
        timer: FocusTimer, tasks: TaskList, history: FocusHistory, log: FocusLog, journey: Journey, goals: FocusGoals,
        presets: Presets, themes: ThemeChoice,
        ambiances: AmbianceChoice, sounds: SoundChoice,
        kit: SoundKit, around: AroundKit, herald: FocusHerald, music: MusicChoice, notifier: Notifier, announcer: Notifier,
        sleep: @escaping @Sendable (Double) -> Void = Pause.seconds
    ) {
        let bell = TimerBell(timer: timer, herald: herald, announcer: announcer, sleep: sleep).bell
        let clock = TimerDesk(
            timer: timer, tasks: tasks, presets: presets, ambiances: ambiances, herald: herald, notifier: notifier,
            summon: { around.servant.start() },
            accompaniment: { Accompaniment(choice: sounds, kit: kit) })
        let grounds = AmbianceDesk(ambiances: ambiances)
        let audible = SoundDesk(sounds: sounds, kit: kit, sleep: sleep)
        let alarm = AlarmDesk(herald: herald, timer: timer, kit: around) {
            TimerFollower(
                timer: timer, herald: herald, music: music, kit: around,
                accompaniment: Accompaniment(choice: sounds, kit: kit), notifier: notifier, sleep: sleep)
        }
        let hooks = HookDesk(kit: around, timer: timer, herald: herald)
        let list = TaskDesk(tasks: tasks, time: timer.time)
        let board = TodayDesk(tasks: tasks, timer: timer, history: history)
        let plans = PresetDesk(presets: presets)
        let past = HistoryDesk(history: history, time: timer.time)
        let review = Review(log: log, journey: journey, history: history, tasks: tasks, goals: goals)
        let looks = ThemeDesk(themes: themes)
        commands =
            [clock.start, clock.pause, clock.resume, clock.stop, clock.skip, clock.extend, bell, clock.gaps, clock.rounds]
            + [InterruptionDesk(timer: timer).command]
            + [
                list.add, list.bringIn, list.list, list.next, board.board, list.search, list.show, list.edit, list.note,
                list.annotate,
            ]
            + [list.move, list.wait, list.done, list.reopen, list.delete]
            + [plans.list, plans.show, plans.add, plans.edit, plans.delete] + [past.list, past.xp] + review.commands
            + [past.export(tasks), ImportDesk(intake: FocusIntake(tasks, time: timer.time)).command]
            + [looks.list, looks.use, grounds.list, grounds.use, grounds.show]
            + [audible.list, audible.use, audible.play, audible.preview, audible.export]
            + [alarm.set, alarm.follow, hooks.list, hooks.test]
            + MusicDesk(music: music, player: around.player).all
        card = FocusCard(timer: timer, tasks: tasks, history: history, goals: goals)
        status = TimerStatus(timer: timer, history: history, goals: goals)
        reminders = FocusReminders(tasks: tasks, history: history)
        hold = FocusReminders.hold(timer, herald)
        let completed: @Sendable () throws -> Int = {
            try history.total(from: Day(ordinal: .min), through: Day(ordinal: .max)).completed
        }
        headway = Headway(
            after: ["resume", "start", "stop"], firstUse: history.firstStart,
            told: { [.feature("Timer"), .sessions(try completed())] }, deeds: { .init(sessions: try completed()) })
    }

    public func contribute(to registry: inout Registry) {
        registry.add(FocusTimer.belongings)
        registry.add(all: FocusGates.all, to: .gates)
        registry.add(all: commands, to: .commands)
        registry.add(all: reminders.all, to: .reminders)
        registry.add(hold, to: .reminderHolds)
        registry.add(all: FocusHelp.welcome, to: .welcomeSteps)
        registry.add(all: FocusHelp.topics + AroundHelp.topics, to: .helpTopics)
        registry.add(all: FocusHelp.groups + AroundHelp.groups, to: .commandGroups)
        registry.add(all: FocusHelp.questions, to: .questions)
        registry.add(all: FocusHelp.tips, to: .tips)
        registry.add(card.card, to: .homeCards)
        registry.add(status.item, to: .statusItems)
        registry.add(headway, to: .headway)
    }
}
