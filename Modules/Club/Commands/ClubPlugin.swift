import Club
import Groups
import Guidance
import Interface
import Kernel
import Practice

/// A plugin that adds clubs to an app: the roll, attendance, classes, gradings and fees.
package struct ClubPlugin: Plugin {
    package let name = "Club"
    private let commands: [Command]
    private let homework: @Sendable () throws -> [Homework]
    private let credits: @Sendable () throws -> [String]

    /// Creates the commands.
    ///
    /// - Parameters:
    ///   - book: Returns the user's clubs. It is called when a command needs them.
    ///   - circle: Returns the user's access to shared clubs.
    ///   - guardians: Returns the same for each guardian of the user on this device.
    ///   - isBegun: Returns whether the app was used before. A query must not create a profile.
    ///   - progress: The user's progress, in the form that they can share.
    ///   - packStorage: The storage of club packs on this device.
    ///   - sets: The word sets on this device.
    ///   - random: The source of random choices in lesson plans.
    ///   - absolutePath: Resolves a typed path to an absolute one.
    package init(
        book: @escaping @Sendable () throws -> ClubRegistry, circle: @escaping @Sendable () throws -> ClubCircle,
        guardians: @escaping @Sendable () throws -> [ClubCircle] = { [] },
        isBegun: @escaping @Sendable () throws -> Bool = { true },
        progress: LearnerProgress, packStorage: PackStorage, sets: WordSetStorage, random: RandomSource,
        absolutePath: @escaping @Sendable (String) -> String
    ) {
        let options = ClubOptions(
            registry: book, circle: circle, progress: progress, packStorage: packStorage, sets: sets,
            absolutePath: absolutePath)
        homework = {
            let name = Folding.folded(try progress.name())
            let source = ClubHomework(options: options)
            let ownTasks = try source.homework(circle()) { $0.role == .student ? [$0.me] : [] }
            let wardTasks = try guardians().flatMap { guardian in
                try source.homework(guardian) { snapshot in
                    snapshot.role == .guardian ? snapshot.learners.filter { Folding.folded($0.name) == name } : []
                }
            }
            return ownTasks + wardTasks
        }
        credits = {
            guard try isBegun() else { return [] }
            let circle = try circle()
            return try circle.membership.groups().compactMap { group in
                let names =
                    try circle.savedSnapshot(of: group)?.contributors.prefix(Contributor.mostNamed).map(\.name) ?? []
                return names.isEmpty ? nil : "Tips and packs of \(group.name): \(names.joined(separator: ", "))."
            }
        }
        commands =
            ClubSetupCommands(options: options).commands + RollCommands(options: options).commands
            + AttendanceCommands(options: options).commands
            + [ClubLessonCommand(options: options, random: random).command]
            + ClubGradingCommands(options: options).commands
            + ReceivedGradingCommands(options: options).commands
            + BillsCommands(options: options).commands + SharedClubCommands(options: options).commands
            + InvitationCommands(options: options).commands + ClubLocationCommands(options: options).commands
            + ShareCommands(options: options).commands
            + TaskCommands(options: options).commands + AnnouncementCommands(options: options).commands
            + StudyTipCommands(options: options).commands
            + [DirectoryCommand(options: options).command] + PackCommands(options: options).commands
    }

    package func contribute(to registry: inout Registry) {
        registry.add(ClubRegistry.syncPolicies)
        registry.add(.local(Membership.collections + [ShareSubscription.collection]))
        registry.add(all: commands, to: .commands)
        registry.add(all: ClubHelp.topics, to: .helpTopics)
        registry.add(all: ClubHelp.groups, to: .commandGroups)
        registry.add(all: ClubHelp.tips, to: .tips)
        registry.add(HomeworkGiver(homework), to: .homework)
        registry.add(CreditSource(credits), to: .credits)
        registry.add(ClubHelp.news, to: .news)
    }
}
