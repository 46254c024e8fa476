import Accounts
import Composition
import Files
import Focus
import FocusCommands
import Kernel
import Monetization
import Programs
import Reminders
import RemindersAdapters
import TerminalAdapters

extension Offering {
    /// The free and Pro plans of FocusFlow.
    ///
    /// The limits are those of the founding document. Planned features have no gate here and are
    /// not sold.
    static let focusflow = Offering(
        .freeAndPro("FocusFlow Pro"),
        rules: [
            GateRule(FocusGates.tasks, free: .limit(3), lock: "{used}/{limit} tasks"),
            GateRule(FocusGates.reminders, free: .limit(1), lock: LockText.reminders),
            GateRule(FocusGates.history, free: .limit(3), lock: LockText.history),
            GateRule(FocusGates.xp, free: .bool(false), lock: LockText.xp),
            GateRule(FocusGates.journey, free: .bool(false), lock: LockText.journey),
            GateRule(FocusGates.statusControls, free: .bool(false), lock: LockText.controls),
            GateRule(FocusGates.music, free: .bool(false), lock: LockText.music),
            GateRule(FocusGates.presetCreate, free: .limit(0)),
            GateRule(AccountGates.cloudSync, free: .bool(false), needsSignIn: true),
        ]
            + [
                FocusGates.themes, FocusGates.sounds, FocusGates.ambiances, FocusGates.presetEdit,
                FocusGates.presetReading, FocusGates.liveActivity,
            ].map {
                GateRule($0, free: .bool(false))
            }, paywall: .focusFlow, first: "com.focusflow.pro.yearly")
}

extension TimerEffects {
    /// Creates the effects of the timer.
    ///
    /// Hooks are stored with the user's settings, independently of the data. A lock in the data
    /// directory limits the process that follows the timer to one.
    init(_ environment: Environment) {
        let (day, settings): (UInt32, String) = (86_400, BaseFolders(environment.variables).config ?? "")
        let isDryRun = environment.options.isDryRun
        self.init(
            hooks: HookFolder(
                settings.isEmpty || isDryRun ? "" : "\(settings)/focusflow/hooks", variables: environment.variables),
            backgroundJob: environment.backgroundJob("alarm", ["alarm", "follow"], atMost: day),
            lock: WorkLock("alarm", in: environment.home),
            asker: isDryRun ? nil : .notifySend(environment.programs, app: environment.app),
            player: .machine(environment.programs))
    }
}

extension DesktopEntry {
    static let focusflow = DesktopEntry(
        app: "focusflow", title: "FocusFlow", comment: "A timer for focused work", categories: ["Utility", "Clock"],
        opens: ["start", "--or-show"],
        actions: [
            Action("start", "Start a round"), Action("pause", "Pause"), Action("resume", "Go on"),
            Action("stop", "Stop"),
        ],
        about: """
            A click shows the timer in a terminal, and begins a round if none is running; a right click starts, pauses, goes on and stops.
            """)
}
