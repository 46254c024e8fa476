import Club
import Guidance
import Kernel
import Terminal

/// Brings clubs to an app: the roll, attendance, classes, gradings and fees.
public struct ClubPlugin: Plugin {
    public let name = "Club"
    private let commands: [Command]

    /// The commands over a book.
    ///
    /// - Parameters:
    ///   - book: the clubs of whoever is at the terminal; asked for when a command needs them.
    ///   - random: what proposals of classes are drawn by.
    public init(book: @escaping @Sendable () throws -> ClubBook, random: RandomSource) {
        let options = ClubOptions(book: book)
        commands =
            ClubDesk(options: options).commands + RollDesk(options: options).commands + AttendanceDesk(options: options).commands
            + [ClubLessonDesk(options: options, random: random).command] + ClubGradingDesk(options: options).commands
            + BillsDesk(options: options).commands
    }

    public func contribute(to registry: inout Registry) {
        registry.add(ClubBook.belongings)
        registry.add(all: commands, to: .commands)
        registry.add(all: ClubHelp.topics, to: .helpTopics)
        registry.add(all: ClubHelp.groups, to: .commandGroups)
        registry.add(all: ClubHelp.tips, to: .tips)
    }
}
