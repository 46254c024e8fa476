import Composition
import DiaryAdapters
import DiaryCommands
import Documents
import DocumentsAdapters
import Kernel
import Pictures
import PicturesAdapters
import Terminal
import TerminalAdapters

extension DiaryMachine {
    /// What `snap`, import and export reach on this machine.
    static func grain(_ environment: Environment) -> DiaryMachine {
        let (place, isRehearsal) = (ImportPlace(calendar: environment.time.calendar), environment.options.isDryRun)
        return DiaryMachine(
            source: { try place.open(environment.absolute($0), photos: $1.map(environment.absolute)) },
            press: .machine(environment.programs, workingIn: environment.folder("work")),
            write: { if !isRehearsal { try OutgoingFolder.write($0, to: environment.absolute($1), replacing: $2) } },
            date: { if !isRehearsal { OutgoingFolder.date($0, in: environment.absolute($1), $2) } },
            camera: { choice, isOfAnyDay in
                let today = Camera.LocalDay(environment.time.today(), by: environment.time.calendar)
                return .chosen(
                    choice.command, choice.folder, environment.programs, workingIn: environment.folder("work"),
                    of: isOfAnyDay ? nil : today)
            },
            asks: environment.isForPerson && !environment.options.answersYes && !isRehearsal, isRehearsal: isRehearsal)
    }
}

extension DesktopEntry {
    static let grain = DesktopEntry(
        app: "grain", title: "Grain", comment: "One photo a day", categories: ["Graphics", "Photography"], opens: ["browse"],
        actions: [Action("snap", "Take today's photo"), Action("timeline", "Timeline"), Action("calendar", "Calendar")],
        about: "A click opens the diary in a terminal; a right click takes today's photo, or opens the timeline or the calendar.")
}
