import FeedbackCOIN
import Groups
import Guidance
import Kernel
import Reminders
import Terminal

/// Brings teams to an app: `team …`, what is unread in a bar, and a reminder of requests that wait.
public struct TeamPlugin: Plugin {
    /// The plugin's name.
    public let name = "Team"
    private let teams: FeedbackTeam
    private let courier: TeamCourier

    /// The commands over somebody's part in teams, and who sends what waits.
    public init(_ teams: FeedbackTeam, courier: TeamCourier) { (self.teams, self.courier) = (teams, courier) }

    /// Adds everything.
    public func contribute(to registry: inout Registry) {
        registry.add(.staying(Membership.collections))
        registry.add(FeedbackTeam.gate, to: .gates)
        let (desk, talk) = (TeamDesk(teams: teams), TeamTalkDesk(teams: teams, courier: courier))
        registry.add(
            all: [
                desk.create, desk.join, desk.invite, desk.revoke, desk.list, desk.members, desk.appoint, desk.remove, desk.move,
                desk.repair, desk.leave, talk.request, talk.give, talk.inbox, talk.read, talk.acknowledge, talk.comment,
                talk.show,
                talk.withdraw, talk.send,
            ], to: .commands)
        registry.add(
            CommandGroup("Team", order: 25, ["team inbox", "team request", "team give", "team read", "team members"]),
            to: .commandGroups)
        registry.add(FeedbackHelp.team, to: .helpTopics)
        registry.add(SecretFile("group-key", "your key for teams"), to: .secretFiles)
        registry.add(SecretFile("group-logins", "your logins at teams in databases"), to: .secretFiles)
        let news = TeamNews(teams: teams, courier: courier)
        registry.add(news.status, to: .statusItems)
        registry.add(news.reminder, to: .reminders)
        registry.add(news.afterword, to: .afterwords)
        registry.add(news.errand, to: .errands)
    }
}
