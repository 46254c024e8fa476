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
    /// FocusFlow: free and Pro. The limits are those of the founding document; what has yet to come has no gate here, and is not sold.
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
                FocusGates.themes, FocusGates.sounds, FocusGates.ambiances, FocusGates.presetEdit, FocusGates.presetReading,
                FocusGates.liveActivity,
            ].map {
                GateRule($0, free: .bool(false))
            }, paywall: .focusFlow, first: "com.focusflow.pro.yearly")
}

extension AroundKit {
    /// Hooks lie with a person's settings, whatever the data are; whoever goes along with the timer is one process, by a lock beside the records.
    init(_ environment: Environment) {
        let (day, settings): (UInt32, String) = (86_400, BaseFolders(environment.variables).config ?? "")
        let isDryRun = environment.options.isDryRun
        self.init(
            hooks: HookFolder(
                settings.isEmpty || isDryRun ? "" : "\(settings)/focusflow/hooks", variables: environment.variables),
            servant: environment.servant("alarm", ["alarm", "follow"], atMost: day),
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
            Action("start", "Start a round"), Action("pause", "Pause"), Action("resume", "Go on"), Action("stop", "Stop"),
        ],
        about: """
            A click shows the timer in a terminal, and begins a round if none is running; a right click starts, pauses, goes on and stops.
            """)
}
