import Composition
import DiaryAdapters
import DiaryCommands
import Documents
import DocumentsAdapters
import Interface
import Kernel
import Pictures
import PicturesAdapters
import TerminalAdapters

extension DiaryServices {
    /// Creates the machine services of `snap`, import and export.
    static func grain(_ environment: Environment) -> DiaryServices {
        let place = ImportPlace(calendar: environment.time.calendar)
        let isDryRun = environment.options.isDryRun
        return DiaryServices(
            source: { try place.open(environment.absolute($0), photos: $1.map(environment.absolute)) },
            press: .machine(environment.programs, workingIn: environment.folder("work")),
            write: { if !isDryRun { try OutgoingFolder.write($0, to: environment.absolute($1), replacing: $2) } },
            date: { if !isDryRun { OutgoingFolder.date($0, in: environment.absolute($1), $2) } },
            camera: { choice, isOfAnyDay in
                let today = Camera.LocalDay(environment.time.today(), by: environment.time.calendar)
                return .chosen(
                    choice.command, choice.folder, environment.programs, workingIn: environment.folder("work"),
                    of: isOfAnyDay ? nil : today)
            },
            isInteractive: environment.isForPerson && !environment.options.answersYes && !isDryRun, isDryRun: isDryRun)
    }
}

extension DesktopEntry {
    static let grain = DesktopEntry(
        app: "grain", title: "Grain", comment: "One photo a day", categories: ["Graphics", "Photography"],
        opens: ["browse"],
        actions: [
            Action("snap", "Take today's photo"), Action("timeline", "Timeline"), Action("calendar", "Calendar"),
        ],
        about:
            "A click opens the diary in a terminal; a right click takes today's photo, or opens the timeline or the calendar."
    )
}
