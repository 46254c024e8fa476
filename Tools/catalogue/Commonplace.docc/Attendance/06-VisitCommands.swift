import Attendance
import Interface
import Kernel

/// The `attendance` commands.
struct VisitCommands: Sendable {
    let book: ClassBook
    let time: TimeSource

    static let fields: [Field<Visit>] = [
        Field("id", "the visit's identifier") { .text($0.id.rawValue) },
        Field("student", title: "Student", "who came") { .text($0.student) },
        Field("day", title: "Day", "the day of the class") { .day($0.day) },
    ]

    var list: Command {
        Command(
            "attendance list", "List who came",
            examples: [.init("attendance list --on yesterday", "who was there yesterday")],
            .option("on", .pastDay, "the day of the class; today if left out"), returns: .list(Self.fields)
        ) { day in
            .list(
                try book.visits(on: day ?? time.today()), Self.fields, empty: "Nobody stands there yet.",
                next: ["attendance mark NAME"])
        }
    }
}
