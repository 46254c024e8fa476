import FeedbackCOIN
import Groups
import Guidance
import Kernel
import Reminders
import Terminal

/// What teams have for a person, beside other commands: by what was seen last, without asking anybody.
struct TeamNews: Sendable {
    let teams: FeedbackTeam

    /// Starts whoever sends what waits, where something does.
    let courier: TeamCourier

    var status: StatusItem {
        StatusItem("team", letters: [("tu", "what is unread in teams"), ("tr", "requests for feedback that wait")]) {
            let (unread, waiting) = try counts()
            guard unread + waiting > 0 else { return nil }
            let requests = waiting == 0 ? "" : ", \(counted(waiting, "request")) wait\(waiting == 1 ? "s" : "")"
            return StatusItem.Content(
                text: "\(unread) unread in your teams\(requests)", short: "⇄ \(unread + waiting)",
                values: ["\(unread)", "\(waiting)"])
        }
    }

    /// Once a day while somebody waits for feedback.
    var reminder: Reminder {
        Reminder("team-requests", "requests for feedback that wait", rule: .daily(at: 10 * 3600)) { _ in
            try teams.lastLooks().flatMap(\.items).filter(\.waitsForMe).map { item in
                Reminder.Occasion(
                    key: item.paper.id.rawValue,
                    title: item.author.map { "\($0) asks for feedback" } ?? "Somebody asks for feedback",
                    body: item.preview)
            }
        }
    }

    /// What was refused after it had waited is told once.
    var afterword: Afterword {
        Afterword("team") { command in
            guard command == "team", let refused = try? teams.membership.takeRefused() else { return [] }
            return refused.map { .paragraph(StyledText("Not taken by a team: \($0.refusal ?? "")", .warning)) }
        }
    }

    /// What only explains opens no store for it.
    private static let talk: Set<String> = ["help", "about", "man", "completions", "__complete", "team"]

    var errand: Errand {
        Errand("team") { command in
            guard !TeamNews.talk.contains(command), courier.isReady(), (try? teams.membership.waiting().isEmpty) == false else {
                return
            }
            courier.start()
        }
    }

    private func counts() throws -> (unread: Int, waiting: Int) {
        let looks = try teams.lastLooks()
        return (looks.map(\.unread).reduce(0, +), looks.flatMap(\.items).count(where: \.waitsForMe))
    }
}

/// Who sends what waits for teams while the person goes on: a process of the app's own, filled by the composition root.
public struct TeamCourier: Sendable {
    let isReady: @Sendable () -> Bool
    let start: @Sendable () -> Void
    /// How long whoever is about to send waits for a team; nil where another is at it.
    let begin: @Sendable () -> Patience?

    /// Somebody who sets out, and begins where they are asked to.
    public init(
        isReady: @escaping @Sendable () -> Bool, start: @escaping @Sendable () -> Void,
        begin: @escaping @Sendable () -> Patience? = { .asked }
    ) {
        (self.isReady, self.start, self.begin) = (isReady, start, begin)
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
            \(TeamDesk.trust)
            """,
        ],
        commands: [
            "team create", "team invite", "team revoke", "team join", "team list", "team members", "team appoint", "team dismiss",
            "team move", "team repair", "team leave", "team request", "team give", "team inbox", "team read", "team acknowledge",
            "team comment",
            "team show", "team withdraw", "team send",
        ])
}
