import Attendance
import Interface
import Kernel

/// A card with the latest class for the first screen of an app.
struct AttendanceCard: Sendable {
    let book: ClassBook

    var card: HomeCard {
        HomeCard("attendance", order: 60) {
            guard let day = try book.latest() else { return HomeCard.Content(blocks: [], members: []) }
            let count = try book.visits(on: day).count
            return HomeCard.Content(
                blocks: [.heading("Last class"), .paragraph("\(counted(count, "student")) came on \(day).")],
                members: [.init("day", .day(day)), .init("students", .integer(count))],
                next: ["attendance list --on \(day)"])
        }
    }
}
