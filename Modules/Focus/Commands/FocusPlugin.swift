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
        notifier: Notifier, announcer: Notifier, sleep: @escaping @Sendable (Double) -> Void = Pause.seconds
    ) {
        let bell = TimerReminders(timer: timer, timerAnnouncer: timerAnnouncer, announcer: announcer, sleep: sleep).bell
        let timerCommands = TimerCommands(
            timer: timer, tasks: tasks, presets: presets, ambiances: ambiances, timerAnnouncer: timerAnnouncer,
            notifier: notifier, startFollower: { effects.backgroundJob.start() },
            makeSound: { TimerSound(choice: sounds, kit: soundKit) })
        let ambianceCommands = AmbianceCommands(ambiances: ambiances)
        let soundCommands = SoundCommands(sounds: sounds, kit: soundKit, sleep: sleep)
        let alarmCommands = AlarmCommands(timerAnnouncer: timerAnnouncer, timer: timer, effects: effects) {
            TimerFollower(
                timer: timer, timerAnnouncer: timerAnnouncer, music: music, effects: effects,
                sound: TimerSound(choice: sounds, kit: soundKit), notifier: notifier, sleep: sleep)
        }
        let hookCommands = HookCommands(effects: effects, timer: timer, timerAnnouncer: timerAnnouncer)
        let taskCommands = TaskCommands(tasks: tasks, time: timer.time)
        let todayCommand = TodayCommand(tasks: tasks, timer: timer, history: history)
        let historyCommands = HistoryCommands(history: history, time: timer.time)
        let moreHistory = HistoryCommandList(log: log, journey: journey, history: history, tasks: tasks, goals: goals)
        let themeCommands = ThemeCommands(themes: themes)
        commands =
            [
                timerCommands.start, timerCommands.pause, timerCommands.resume, timerCommands.stop, timerCommands.skip,
                timerCommands.extend, bell, timerCommands.gaps, timerCommands.rounds,
            ]
            + [InterruptionCommand(timer: timer).command]
            + [
                taskCommands.add, taskCommands.importEntries, taskCommands.list, taskCommands.next, todayCommand.board,
                taskCommands.search, taskCommands.show, taskCommands.edit, taskCommands.note, taskCommands.annotate,
            ]
            + [taskCommands.move, taskCommands.wait, taskCommands.done, taskCommands.reopen, taskCommands.delete]
            + PresetCommands(presets: presets).all
            + [historyCommands.list, historyCommands.xp] + moreHistory.commands
            + [historyCommands.export(tasks), ImportCommand(intake: FocusImporter(tasks, time: timer.time)).command]
            + [
                themeCommands.list, themeCommands.use, ambianceCommands.list, ambianceCommands.use,
                ambianceCommands.show,
            ]
            + [soundCommands.list, soundCommands.use, soundCommands.play, soundCommands.preview, soundCommands.export]
            + [alarmCommands.set, alarmCommands.follow, hookCommands.list, hookCommands.test]
            + MusicCommands(music: music, player: effects.player).all
        card = FocusCard(timer: timer, tasks: tasks, history: history, goals: goals)
        status = TimerStatus(timer: timer, history: history, goals: goals)
        reminders = FocusReminders(tasks: tasks, history: history)
        hold = FocusReminders.hold(timer, timerAnnouncer)
        let rounds: @Sendable () throws -> Int = {
            try history.total(from: Day(ordinal: .min), through: Day(ordinal: .max)).completed
        }
        usage = FeatureUsage(
            after: ["resume", "start", "stop"], firstUse: history.firstStart,
            feedbackFacts: { [.feature("Timer"), .sessions(try rounds())] },
            usageCounts: { .init(sessions: try rounds()) })
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
