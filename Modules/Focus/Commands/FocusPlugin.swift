import Focus
import Guidance
import Interface
import Kernel
import Reminders
import Terminal

/// The plugin that adds the timer and everything around it to an app.
package struct FocusPlugin: Plugin {
    package let name = "Focus"
    private let commands: [Command]
    private let card: FocusCard
    private let status: TimerStatus
    private let reminders: FocusReminders
    private let hold: ReminderHold
    private let usage: FeatureUsage

    /// Creates the commands over the services.
    ///
    /// - Parameters:
    ///   - notifier: announces the end of a phase while a screen shows the timer.
    ///   - announcer: announces it while no screen shows the timer.
    ///   - ambiances: the backgrounds of the timer.
    ///   - sounds: the sounds of the timer.
    ///   - soundKit: plays the sounds.
    ///   - effects: announces ends and runs hooks.
    ///   - sleep: waits for a number of seconds. The default blocks the thread.
    package init(
        timer: FocusTimer, tasks: TaskList, history: FocusHistory, log: FocusLog, journey: Journey, goals: FocusGoals,
        presets: Presets, themes: ThemeChoice, ambiances: AmbianceChoice, sounds: SoundChoice,
        soundKit: SoundKit, effects: TimerEffects, timerAnnouncer: TimerAnnouncer, music: MusicChoice,
        notifier: Notifier,
        announcer: Notifier, sleep: @escaping @Sendable (Double) -> Void = Pause.seconds
    ) {
        let bell = TimerReminders(timer: timer, timerAnnouncer: timerAnnouncer, announcer: announcer, sleep: sleep).bell
        let clock = TimerCommands(
            timer: timer, tasks: tasks, presets: presets, ambiances: ambiances, timerAnnouncer: timerAnnouncer,
            notifier: notifier,
            startFollower: { effects.backgroundJob.start() },
            makeSound: { TimerSound(choice: sounds, kit: soundKit) })
        let grounds = AmbianceCommands(ambiances: ambiances)
        let audible = SoundCommands(sounds: sounds, kit: soundKit, sleep: sleep)
        let alarm = AlarmCommands(timerAnnouncer: timerAnnouncer, timer: timer, effects: effects) {
            TimerFollower(
                timer: timer, timerAnnouncer: timerAnnouncer, music: music, effects: effects,
                sound: TimerSound(choice: sounds, kit: soundKit), notifier: notifier, sleep: sleep)
        }
        let hooks = HookCommands(effects: effects, timer: timer, timerAnnouncer: timerAnnouncer)
        let list = TaskCommands(tasks: tasks, time: timer.time)
        let board = TodayCommand(tasks: tasks, timer: timer, history: history)
        let plans = PresetCommands(presets: presets)
        let past = HistoryCommands(history: history, time: timer.time)
        let review = HistoryCommandList(log: log, journey: journey, history: history, tasks: tasks, goals: goals)
        let looks = ThemeCommands(themes: themes)
        commands =
            [
                clock.start, clock.pause, clock.resume, clock.stop, clock.skip, clock.extend, bell, clock.gaps,
                clock.rounds,
            ]
            + [InterruptionCommand(timer: timer).command]
            + [
                list.add, list.importEntries, list.list, list.next, board.board, list.search, list.show, list.edit,
                list.note, list.annotate,
            ]
            + [list.move, list.wait, list.done, list.reopen, list.delete]
            + [plans.list, plans.show, plans.add, plans.edit, plans.delete] + [past.list, past.xp] + review.commands
            + [past.export(tasks), ImportCommand(intake: FocusImporter(tasks, time: timer.time)).command]
            + [looks.list, looks.use, grounds.list, grounds.use, grounds.show]
            + [audible.list, audible.use, audible.play, audible.preview, audible.export]
            + [alarm.set, alarm.follow, hooks.list, hooks.test]
            + MusicCommands(music: music, player: effects.player).all
        card = FocusCard(timer: timer, tasks: tasks, history: history, goals: goals)
        status = TimerStatus(timer: timer, history: history, goals: goals)
        reminders = FocusReminders(tasks: tasks, history: history)
        hold = FocusReminders.hold(timer, timerAnnouncer)
        let completed: @Sendable () throws -> Int = {
            try history.total(from: Day(ordinal: .min), through: Day(ordinal: .max)).completed
        }
        usage = FeatureUsage(
            after: ["resume", "start", "stop"], firstUse: history.firstStart,
            told: { [.feature("Timer"), .sessions(try completed())] }, usageCounts: { .init(sessions: try completed()) }
        )
    }

    package func contribute(to registry: inout Registry) {
        registry.add(FocusTimer.syncPolicies)
        registry.add(all: FocusGates.all, to: .gates)
        registry.add(all: commands, to: .commands)
        registry.add(all: reminders.all, to: .reminders)
        registry.add(hold, to: .reminderHolds)
        registry.add(all: FocusHelp.welcome, to: .welcomeSteps)
        registry.add(all: FocusHelp.topics + TimerHooksHelp.topics, to: .helpTopics)
        registry.add(all: FocusHelp.groups + TimerHooksHelp.groups, to: .commandGroups)
        registry.add(all: FocusHelp.questions, to: .questions)
        registry.add(all: FocusHelp.tips, to: .tips)
        registry.add(card.card, to: .homeCards)
        registry.add(status.item, to: .statusItems)
        registry.add(usage, to: .usage)
    }
}
