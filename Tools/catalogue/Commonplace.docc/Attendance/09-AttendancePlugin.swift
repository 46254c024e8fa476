import Attendance
import Interface
import Kernel

/// A plugin that adds the `attendance` commands and a card with the latest class to an app.
package struct AttendancePlugin: Plugin {
    /// The name that the registry prints when two plugins conflict.
    package let name = "Attendance"
    private let commands: VisitCommands

    /// Creates the commands over a class book. The clock determines the current day.
    package init(_ book: ClassBook, time: TimeSource) { commands = VisitCommands(book: book, time: time) }

    /// Adds the sync policy of visits, the commands and the card.
    package func contribute(to registry: inout Registry) {
        registry.add(.local([Visit.collection]))
        registry.add(all: [commands.list, commands.mark], to: .commands)
        registry.add(CommandGroup("Attendance", order: 60, ["attendance mark", "attendance list"]), to: .commandGroups)
        registry.add(AttendanceCard(book: commands.book).card, to: .homeCards)
    }
}
