import Composition
import DiaryAdapters
import DiaryCommands
import Documents
import DocumentsAdapters
import Kernel
import Terminal

extension DiaryExchange {
    /// What import and export reach on this machine.
    static func grain(_ environment: Environment) -> DiaryExchange {
        let (place, isRehearsal) = (ImportPlace(calendar: environment.time.calendar), environment.options.isDryRun)
        return DiaryExchange(
            source: { try place.open(environment.absolute($0), photos: $1.map(environment.absolute)) },
            press: .machine(environment.programs, workingIn: environment.folder("work")),
            write: { if !isRehearsal { try OutgoingFolder.write($0, to: environment.absolute($1), replacing: $2) } },
            date: { if !isRehearsal { OutgoingFolder.date($0, in: environment.absolute($1), $2) } }, isRehearsal: isRehearsal)
    }
}
