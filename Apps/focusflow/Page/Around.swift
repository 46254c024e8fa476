import Composition
import Files
import Focus
import FocusCommands
import Kernel
import Programs
import Reminders
import RemindersAdapters

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
