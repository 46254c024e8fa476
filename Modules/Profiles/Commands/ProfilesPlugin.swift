import Guidance
import Interface
import Kernel
import Profiles

/// A plugin that adds `profile …` to an app.
package struct ProfilesPlugin: Plugin {
    package let name = "Profiles"
    private let family: Family
    private let commands: ProfileCommands
    private let card: ProfileCard
    private let help: ProfilesHelp
    private let view: FamilyView?

    /// Creates the commands over a family of profiles.
    ///
    /// - Parameters:
    ///   - themes: The names of the color themes for profiles.
    ///   - chosen: The profile named by `--profile`, or nil for the active one.
    ///   - days: The day of each person, or nil for an app without a family view.
    package init(
        family: Family, grades: Grades, themes: [String], days: FamilyDays? = nil,
        chosen: @escaping @Sendable () throws -> Profile
    ) {
        self.family = family
        commands = ProfileCommands(family: family, grades: grades, themes: themes, currentProfile: chosen)
        card = ProfileCard(currentProfile: chosen)
        view = days.map { FamilyView(family: family, grades: grades, days: $0, currentProfile: chosen) }
        help = ProfilesHelp(family: family, grades: grades, currentProfile: chosen)
    }

    package func contribute(to registry: inout Registry) {
        registry.add(SyncPolicy(.profiles, [Profile.collection], removeUnusedData: family.removeUnusedProfile))
        registry.add(.local([Family.activeCollection]))
        registry.add(
            all: [
                commands.list, commands.show, commands.add, commands.edit, commands.activate, commands.delete,
                commands.export,
            ], to: .commands)
        // An archive may contain records of any plugin.
        registry.add(to: .commands) { [commands] fullRegistry in [commands.importEntries { fullRegistry.collections }] }
        registry.add(card.card, to: .homeCards)
        if let view {
            registry.add(view.command, to: .commands)
            registry.add(view.card, to: .homeCards)
        }
        registry.add(help.usage, to: .usage)
        registry.add(all: help.welcome, to: .welcomeSteps)
        registry.add(all: ProfilesHelp.topics, to: .helpTopics)
        registry.add(all: ProfilesHelp.groups, to: .commandGroups)
        registry.add(all: ProfilesHelp.questions, to: .questions)
        registry.add(all: ProfilesHelp.tips, to: .tips)
        registry.add(ProfilesHelp.news, to: .news)
    }
}
