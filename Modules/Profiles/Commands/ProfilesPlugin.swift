import Guidance
import Kernel
import Profiles
import Terminal

/// Brings `profile …` to an app.
public struct ProfilesPlugin: Plugin {
    public let name = "Profiles"
    private let family: Family
    private let desk: ProfileDesk
    private let card: ProfileCard
    private let help: ProfilesHelp
    private let view: FamilyView?

    /// The commands over a family of profiles.
    ///
    /// - Parameters:
    ///   - themes: the names of the colour themes that a profile may have.
    ///   - chosen: the profile that `--profile` names; nil for the active one.
    ///   - days: what everybody did today; without it there is no view of the family.
    public init(
        family: Family, grades: Grades, themes: [String], days: FamilyDays? = nil,
        chosen: @escaping @Sendable () throws -> Profile
    ) {
        self.family = family
        desk = ProfileDesk(family: family, grades: grades, themes: themes, chosen: chosen)
        card = ProfileCard(chosen: chosen)
        view = days.map { FamilyView(family: family, grades: grades, days: $0, chosen: chosen) }
        help = ProfilesHelp(family: family, grades: grades, chosen: chosen)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Belongings(.profiles, [Profile.collection], tidy: family.letGoOfUnused))
        registry.add(.staying([Family.activeCollection]))
        registry.add(
            all: [desk.list, desk.show, desk.add, desk.edit, desk.activate, desk.delete, desk.export], to: .commands)
        // What an archive brings may be of any plugin.
        registry.add(to: .commands) { [desk] whole in [desk.bringIn { whole.collections }] }
        registry.add(card.card, to: .homeCards)
        if let view {
            registry.add(view.command, to: .commands)
            registry.add(view.card, to: .homeCards)
        }
        registry.add(help.headway, to: .headway)
        registry.add(all: help.welcome, to: .welcomeSteps)
        registry.add(all: ProfilesHelp.topics, to: .helpTopics)
        registry.add(all: ProfilesHelp.groups, to: .commandGroups)
        registry.add(all: ProfilesHelp.questions, to: .questions)
        registry.add(all: ProfilesHelp.tips, to: .tips)
        registry.add(ProfilesHelp.news, to: .news)
    }
}
