import AccountsCommands
import Community
import CommunityCommands
import Composition
import Focus
import FocusCommands
import Guidance
import GuidanceCommands
import Interface
import Kernel
import MonetizationCommands
import Reminders
import RemindersCommands
import Storage
import StorageCommands
import Terminal
import TerminalAdapters

extension App {
    /// Creates FocusFlow, a focus timer with tasks, presets, history and levels, in a free and a
    /// Pro plan.
    @Sendable public static func focusflow(_ environment: Environment) throws -> App {
        let store = environment.openStore()
        let shop = try environment.shop(store, .focusflow)
        let gates = shop.keeper
        let time = environment.time
        let tasks = TaskList(store, search: environment.search(), gates: gates, ids: environment.ids, time: time)
        let history = FocusHistory(store, gates: gates, time: time)
        let presets = Presets(store, gates: gates)
        let themes = ThemeChoice(store, gates: gates)
        let community = CommunityClient(environment, store: store)
        let plan = MonetizationPlugin(environment, shop, exampleGate: FocusGates.tasks.key) { gate in
            switch gate {
            case FocusGates.presetCreate: try? presets.ownCount()
            case FocusGates.reminders: try? tasks.reminderCount()
            case FocusGates.tasks: try? tasks.counts().active
            default: nil
            }
        }
        return try App(
            .focusflow, in: environment, theme: { (try? themes.current()).map(Theme.init) ?? .classic }, shop: shop,
            recover: plan.paywall(insteadOf:),
            plugins: [
                AccountsPlugin(environment, store: store, gates: gates, product: "FocusFlow"),
                CommunityPlugin(client: community, product: "FocusFlow", reviews: .study),
                DesktopPlugin(
                    .focusflow, environment.schedules.command, environment.variables,
                    isDryRun: environment.options.isDryRun),
                FocusPlugin(
                    timer: FocusTimer(store, gates: gates, ids: environment.ids, time: time), tasks: tasks,
                    history: history, log: FocusLog(store, gates: gates, ids: environment.ids, time: time),
                    journey: Journey(store, gates: gates, history: history, time: time),
                    goals: FocusGoals(store, history: history, time: time), presets: presets, themes: themes,
                    ambiances: AmbianceChoice(store, gates: gates), sounds: SoundChoice(store, gates: gates),
                    soundKit: SoundKit(environment), effects: TimerEffects(environment),
                    timerAnnouncer: TimerAnnouncer(store, time: time), music: MusicChoice(store, gates: gates),
                    notifier: environment.desktop, announcer: environment.notifier),
                GuidancePlugin(environment, store: store, welcome: .focusflow, feedback: community.feedbackNews),
                plan,
                RemindersPlugin(environment, store: store),
                StatusPlugin(app: environment.app, readSnapshot: environment.opened.sharedRead.run),
                StoragePlugin(environment, store: store),
            ])
    }
}

extension AppDescription {
    static let focusflow = AppDescription(
        name: "focusflow", about: "FocusFlow: a focus timer that never loses a minute.", version: Release.version,
        credits: ["Rounds of focus with breaks between them are Francesco Cirillo's idea."],
        privacy:
            "Tasks, sessions and history stay on this device and, if you begin an account, on your others. \(sharing)",
        support: "`focusflow help` explains every command.", problems: "community feedback TEXT")
}

extension WelcomeTour {
    fileprivate static let focusflow = WelcomeTour(
        app: "focusflow", to: "FocusFlow",
        """
        Focus on one thing for a while, rest, and continue. FocusFlow keeps the time and loses none of it: not when you close the window,
        not when the computer sleeps or stops.

        Tasks, sessions and history stay on this machine. Only what you send to the community leaves it, and what your own devices
        share if you begin an account.
        """)
}
