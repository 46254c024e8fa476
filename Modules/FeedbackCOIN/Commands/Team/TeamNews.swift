import FeedbackCOIN
import Groups
import Guidance
import Interface
import Kernel
import Outbox
import Reminders

/// The team notices in other commands, from the last snapshots and without network access.
struct TeamNews: Sendable {
    let teams: FeedbackTeam

    let sender: BackgroundSender

    var status: StatusItem {
        StatusItem(
            "team", formatSpecifiers: [("tu", "what is unread in teams"), ("tr", "requests for feedback that wait")]
        ) {
            let (unread, waiting) = try counts()
            guard unread + waiting > 0 else { return nil }
            let requests = waiting == 0 ? "" : ", \(counted(waiting, "request")) wait\(waiting == 1 ? "s" : "")"
            return StatusItem.Content(
                text: "\(unread) unread in your teams\(requests)", short: "⇄ \(unread + waiting)",
                values: ["\(unread)", "\(waiting)"])
        }
    }

    /// A daily reminder of open requests for feedback.
    var reminder: Reminder {
        Reminder("team-requests", "requests for feedback that wait", rule: .daily(at: 10 * 3600)) { _ in
            try teams.savedContents().flatMap(\.items).filter(\.waitsForMe).map { item in
                Reminder.Occasion(
                    key: item.post.id.rawValue,
                    title: item.author.map { "\($0) asks for feedback" } ?? "Somebody asks for feedback",
                    body: item.preview)
            }
        }
    }

    /// A hint that reports each queued submission that a team refused, once.
    var postCommandHint: PostCommandHint {
        PostCommandHint("team") { command in
            guard command == "team", let refused = try? teams.membership.takeRefused() else { return [] }
            return refused.map { .paragraph(StyledText("Not taken by a team: \($0.refusal ?? "")", .warning)) }
        }
    }

    var postCommandTask: PostCommandTask {
        PostCommandTask("team") { command in
            // A team command delivers itself.
            sender.start(after: command) { try command != "team" && !teams.membership.waiting().isEmpty }
        }
    }

    private func counts() throws -> (unread: Int, waiting: Int) {
        let contents = try teams.savedContents()
        return (contents.map(\.unread).reduce(0, +), contents.flatMap(\.items).count(where: \.waitsForMe))
    }
}

extension FeedbackHelp {
    static let team = HelpTopic(
        "team", "Feedback in a team",
        paragraphs: [
            """
            A team is a place that some people share: a folder, or a database. team create makes one, team invite a code, and team join takes you in. team request
            asks somebody for feedback, and team give gives it: seen by whom it is about, or by the team. team inbox shows what there is for you, team read reads
            it, team acknowledge says that you have, and team comment answers. Teams are for Premium; reading, acknowledging and leaving stay open.

            Nothing of your journal is in a team until you give it. When you leave, feedback about you goes along into your journal.
            """,
            """
            \(TeamCommands.trust)
            """,
        ],
        commands: [
            "team create", "team invite", "team revoke", "team join", "team list", "team members", "team appoint",
            "team dismiss",
            "team move", "team repair", "team leave", "team request", "team give", "team inbox", "team read",
            "team acknowledge", "team comment", "team show", "team withdraw", "team send",
        ])
}
