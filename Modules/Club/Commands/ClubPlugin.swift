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
    private let credits: @Sendable () throws -> [String]

    /// The commands over a book.
    ///
    /// - Parameters:
    ///   - book: the clubs of whoever is at the terminal; asked for when a command needs them.
    ///   - circle: the clubs that they share with others.
    ///   - guardians: those of the others on this device, who may answer for whoever is at the terminal.
    ///   - isBegun: whether anybody has used the app, so that looking makes nobody.
    ///   - own: where they stand, as they could share it.
    ///   - shelf: where packs of clubs lie.
    ///   - sets: where sets of words lie.
    ///   - random: what proposals of classes are drawn by.
    ///   - whole: a path as the person meant it, seen from the root.
    public init(
        book: @escaping @Sendable () throws -> ClubBook, circle: @escaping @Sendable () throws -> ClubCircle,
        guardians: @escaping @Sendable () throws -> [ClubCircle] = { [] },
        isBegun: @escaping @Sendable () throws -> Bool = { true },
        own: OwnLearning, shelf: PackPlace, sets: SetPlace, random: RandomSource, whole: @escaping @Sendable (String) -> String
    ) {
        let options = ClubOptions(book: book, circle: circle, own: own, shelf: shelf, sets: sets, whole: whole)
        homework = {
            let name = Folding.folded(try own.name())
            let giver = HomeworkOfClubs(options: options)
            let asked = try giver.homework(circle()) { $0.role == .student ? [$0.me] : [] }
            let ofWards = try guardians().flatMap { guardian in
                try giver.homework(guardian) { sight in
                    sight.role == .guardian ? sight.learners.filter { Folding.folded($0.name) == name } : []
                }
            }
            return asked + ofWards
        }
        credits = {
            guard try isBegun() else { return [] }
            let circle = try circle()
            return try circle.membership.groups().compactMap { group in
                let names = try circle.lastSight(of: group)?.contributors.prefix(Contributor.mostNamed).map(\.name) ?? []
                return names.isEmpty ? nil : "Tips and packs of \(group.name): \(names.joined(separator: ", "))."
            }
        }
        commands =
            ClubDesk(options: options).commands + RollDesk(options: options).commands + AttendanceDesk(options: options).commands
            + [ClubLessonDesk(options: options, random: random).command] + ClubGradingDesk(options: options).commands
            + ToldGradingDesk(options: options).commands
            + BillsDesk(options: options).commands + CircleDesk(options: options).commands
            + InvitationDesk(options: options).commands + PlaceDesk(options: options).commands
            + ShareDesk(options: options).commands
            + TaskDesk(options: options).commands + AnnouncementDesk(options: options).commands
            + HandedInDesk(options: options).commands
            + [DirectoryDesk(options: options).command] + PackDesk(options: options).commands
    }

    public func contribute(to registry: inout Registry) {
        registry.add(ClubBook.belongings)
        registry.add(.staying(Membership.collections + [FollowedShare.collection]))
        registry.add(all: commands, to: .commands)
        registry.add(all: ClubHelp.topics, to: .helpTopics)
        registry.add(all: ClubHelp.groups, to: .commandGroups)
        registry.add(all: ClubHelp.tips, to: .tips)
        registry.add(HomeworkGiver(homework), to: .homework)
        registry.add(CreditSource(credits), to: .credits)
        registry.add(ClubHelp.news, to: .news)
    }
}
