import Community
import Guidance
import Kernel
import Terminal

/// Brings the developers' side of the community to an app: `feedback`, `roadmap`, `suggestion`, `announce`, and what waits.
public struct HubPlugin: Plugin {
    public let name = "Hub"
    private let stewardship: Stewardship
    private let sleep: @Sendable (Double) -> Void

    /// The commands over the developers' side.
    ///
    /// - Parameter sleep: waits so many seconds, for `feedback wait`.
    public init(stewardship: Stewardship, sleep: @escaping @Sendable (Double) -> Void = Pause.seconds) {
        (self.stewardship, self.sleep) = (stewardship, sleep)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(.staying(StoredCommunityBoard.collections))
        registry.add(SecretFile("developer-key", "the developers' key"), to: .secretFiles)
        registry.add(SecretFile("developer-logins", "your logins as a developer"), to: .secretFiles)
        let feedback = FeedbackDesk(stewardship: stewardship, sleep: sleep)
        let tracking = TrackingDesk(stewardship: stewardship)
        let roadmap = RoadmapDesk(stewardship: stewardship)
        let suggestions = SuggestionDesk(stewardship: stewardship)
        let moderation = ModerationDesk(stewardship: stewardship)
        let announcements = AnnouncementDesk(stewardship: stewardship)
        let figures = FiguresDesk(stewardship: stewardship)
        let commands =
            [feedback.list, feedback.show, feedback.respond, feedback.withdraw, feedback.status, feedback.export]
            + [tracking.tag, tracking.tags, tracking.track, tracking.stage, tracking.same, tracking.apart]
            + [
                feedback.wait, roadmap.close, roadmap.list, roadmap.show, roadmap.add, roadmap.edit, roadmap.move,
                roadmap.progress, roadmap.release,
            ]
            + [
                roadmap.reopen, roadmap.remove, suggestions.list, suggestions.show, suggestions.review, suggestions.decline,
                suggestions.merge, suggestions.promote,
            ]
            + [suggestions.reopen, announcements.announce, announcements.list, announcements.show, announcements.edit]
            + [announcements.withdraw, figures.insights, figures.metrics, figures.board]
            + [moderation.list, moderation.hide, moderation.unhide, moderation.block, moderation.unblock]
        let founding = FoundingDesk(stewardship: stewardship)
        let inviting = InvitingDesk(stewardship: stewardship)
        let beginning = [
            founding.create, founding.connect, StatusDesk(stewardship: stewardship).status, inviting.initialise,
            inviting.migrate, inviting.invite, inviting.admit, inviting.inviteDeveloper, inviting.list, inviting.revoke,
            ForgettingDesk(stewardship: stewardship).forgotten, ForgettingDesk(stewardship: stewardship).again,
        ]
        for command in beginning + commands { registry.add(command, to: .commands) }
        registry.add(
            Checkup("community", seen: { [stewardship] in try stewardship.boardSeen() }) { [stewardship] in
                try stewardship.examine()
            },
            to: .checkups)
        registry.add(HubHelp.topic, to: .helpTopics)
        let waiting = WaitingCard(stewardship: stewardship)
        registry.add(waiting.card, to: .homeCards)
        registry.add(waiting.status, to: .statusItems)
        registry.add(all: HubPlugin.groups, to: .commandGroups)
    }

    /// What stands on the first page of help.
    private static let groups = [
        CommandGroup(
            "Community", order: 5,
            ["community create", "community connect", "community status", "community init", "community invite", "developer list"]),
        CommandGroup(
            "Feedback", order: 10,
            [
                "feedback list", "feedback show", "feedback respond", "feedback withdraw", "feedback status", "feedback tag",
                "feedback track",
            ]),
        CommandGroup(
            "Roadmap", order: 20,
            [
                "roadmap list", "roadmap add", "roadmap edit", "roadmap move", "roadmap progress", "roadmap release",
                "roadmap reopen",
            ]),
        CommandGroup(
            "Suggestions", order: 30,
            [
                "suggestion list", "suggestion review", "suggestion decline", "suggestion merge", "suggestion promote",
                "suggestion reopen",
            ]),
        CommandGroup(
            "Tell and measure", order: 40,
            ["announce", "announcement list", "announcement withdraw", "board", "insights", "metrics"]),
        CommandGroup("Keep order", order: 50, ["moderate list", "moderate hide", "moderate show"]),
    ]
}
