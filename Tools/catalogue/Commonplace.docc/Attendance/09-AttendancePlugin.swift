import Attendance
import Kernel
import Terminal

/// Brings `attendance …` to an app, and the last class to its first screen.
public struct AttendancePlugin: Plugin {
    /// What the registry calls it when two of one name meet.
    public let name = "Attendance"
    private let desk: AttendanceDesk

    /// The commands over a book; the clock says which day is today.
    public init(_ book: ClassBook, time: TimeSource) { desk = AttendanceDesk(book: book, time: time) }

    /// Adds the kind of record, the commands and the card.
    public func contribute(to registry: inout Registry) {
        registry.add(.staying([Visit.collection]))
        registry.add(all: [desk.list, desk.mark], to: .commands)
        registry.add(CommandGroup("Attendance", order: 60, ["attendance mark", "attendance list"]), to: .commandGroups)
        registry.add(AttendanceCard(book: desk.book).card, to: .homeCards)
    }
}
