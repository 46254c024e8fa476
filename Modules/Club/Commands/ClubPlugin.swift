import Club
import Groups
import Guidance
import Kernel
import Practice
import Terminal

/// Brings clubs to an app: the roll, attendance, classes, gradings and fees.
public struct ClubPlugin: Plugin {
    public let name = "Club"
    private let commands: [Command]
    private let homework: @Sendable () throws -> [Homework]

    /// The commands over a book.
    ///
    /// - Parameters:
    ///   - book: the clubs of whoever is at the terminal; asked for when a command needs them.
    ///   - circle: the clubs that they share with others.
    ///   - own: where they stand, as they could share it.
    ///   - random: what proposals of classes are drawn by.
    ///   - whole: a path as the person meant it, seen from the root.
    public init(
        book: @escaping @Sendable () throws -> ClubBook, circle: @escaping @Sendable () throws -> ClubCircle, own: OwnLearning,
        random: RandomSource, whole: @escaping @Sendable (String) -> String
    ) {
        let options = ClubOptions(book: book, circle: circle, own: own, whole: whole)
        homework = {
            let circle = try circle()
            return try circle.membership.groups().flatMap { group in
                let sight = try (try? circle.sight(of: group, .glance)) ?? circle.lastSight(of: group)
                return sight.map { ClubPlugin.homework($0, on: circle.time.today()) } ?? []
            }
        }
        commands =
            ClubDesk(options: options).commands + RollDesk(options: options).commands + AttendanceDesk(options: options).commands
            + [ClubLessonDesk(options: options, random: random).command] + ClubGradingDesk(options: options).commands
            + BillsDesk(options: options).commands + CircleDesk(options: options).commands + ShareDesk(options: options).commands
            + TaskDesk(options: options).commands
    }

    /// What a student is to work on, and has not told that it is done.
    private static func homework(_ sight: ClubSight, on today: Day) -> [Homework] {
        guard sight.role == .student else { return [] }
        return sight.tasks(on: today).filter { !sight.done($0.paper.id).contains(sight.me.id) }.map { told in
            let task = told.value
            let kind = Homework.Kind(rawValue: task.kind.rawValue) ?? .other
            return Homework(
                from: sight.known.name, task.piece.title, kind, task.piece.id, command: task.command, until: task.until)
        }
    }

    public func contribute(to registry: inout Registry) {
        registry.add(ClubBook.belongings)
        registry.add(.staying(Membership.collections))
        registry.add(all: commands, to: .commands)
        registry.add(all: ClubHelp.topics, to: .helpTopics)
        registry.add(all: ClubHelp.groups, to: .commandGroups)
        registry.add(all: ClubHelp.tips, to: .tips)
        registry.add(HomeworkGiver(homework), to: .homework)
        registry.add(ClubHelp.news, to: .news)
    }
}
