import FeedbackCOIN
import Groups
import Guidance
import Interface
import Kernel
import Outbox
import Reminders

/// The plugin that adds teams to an app: `team …`, the unread count and a reminder of requests.
package struct TeamPlugin: Plugin {
    package let name = "Team"
    private let teams: FeedbackTeam
    private let sender: BackgroundSender

    package init(_ teams: FeedbackTeam, sender: BackgroundSender) {
        self.teams = teams
        self.sender = sender
    }

    package func contribute(to registry: inout Registry) {
        registry.add(.local(Membership.collections))
        registry.add(FeedbackTeam.gate, to: .gates)
        let management = TeamCommands(teams: teams)
        let feedback = TeamFeedbackCommands(teams: teams, sender: sender)
        registry.add(
            all: [
                management.create, management.join, management.invite, management.revoke, management.list,
                management.members, management.appoint, management.remove,
                management.move,
                management.repair, management.leave, feedback.request, feedback.give, feedback.inbox, feedback.read,
                feedback.acknowledge, feedback.comment,
                feedback.show, feedback.withdraw, feedback.send,
            ], to: .commands)
        registry.add(
            CommandGroup("Team", order: 25, ["team inbox", "team request", "team give", "team read", "team members"]),
            to: .commandGroups)
        registry.add(FeedbackHelp.team, to: .helpTopics)
        registry.add(SecretFile("group-key", "your key for teams"), to: .secretFiles)
        registry.add(SecretFile("group-logins", "your logins at teams in databases"), to: .secretFiles)
        let news = TeamNews(teams: teams, sender: sender)
        registry.add(news.status, to: .statusItems)
        registry.add(news.reminder, to: .reminders)
        registry.add(news.postCommandHint, to: .postCommandHints)
        registry.add(news.postCommandTask, to: .postCommandTasks)
    }
}
