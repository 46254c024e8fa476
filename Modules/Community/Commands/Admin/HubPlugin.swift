import Community
import Guidance
import Interface
import Kernel
import Terminal

/// The plugin that adds `feedback`, `roadmap`, `suggestion`, `announce` and the waiting feedback
/// for developers.
package struct HubPlugin: Plugin {
    package let name = "Hub"
    private let admin: CommunityAdmin
    private let sleep: @Sendable (Double) -> Void

    /// Creates the developers' commands.
    ///
    /// - Parameter sleep: waits for a number of seconds, for `feedback wait`.
    package init(admin: CommunityAdmin, sleep: @escaping @Sendable (Double) -> Void = Pause.seconds) {
        self.admin = admin
        self.sleep = sleep
    }

    package func contribute(to registry: inout Registry) {
        registry.add(.local(StoredCommunityBoard.collections))
        registry.add(SecretFile("developer-key", "the developers' key"), to: .secretFiles)
        registry.add(SecretFile("developer-logins", "your logins as a developer"), to: .secretFiles)
        let feedback = FeedbackCommands(admin: admin, sleep: sleep)
        let tracking = FeedbackTrackingCommands(admin: admin)
        let roadmap = RoadmapCommands(admin: admin)
        let suggestions = SuggestionCommands(admin: admin)
        let moderation = ModerationCommands(admin: admin)
        let announcements = AnnouncementCommands(admin: admin)
        let insights = InsightCommands(admin: admin)
        let commands =
            [feedback.list, feedback.show, feedback.respond, feedback.withdraw, feedback.status, feedback.export]
            + [tracking.tag, tracking.tags, tracking.track, tracking.stage, tracking.same, tracking.apart]
            + [
                feedback.wait, roadmap.close, roadmap.list, roadmap.show, roadmap.add, roadmap.edit, roadmap.move,
                roadmap.progress, roadmap.release,
            ]
            + [
                roadmap.reopen, roadmap.remove, suggestions.list, suggestions.show, suggestions.review,
                suggestions.decline, suggestions.merge, suggestions.promote,
            ]
            + [suggestions.reopen, announcements.announce, announcements.list, announcements.show, announcements.edit]
            + [announcements.withdraw, insights.insights, insights.metrics, insights.board]
            + [moderation.list, moderation.hide, moderation.unhide, moderation.block, moderation.unblock]
        let setup = CommunitySetupCommands(admin: admin)
        let access = CommunityAccessCommands(admin: admin)
        let setupCommands = [
            setup.create, setup.connect, StatusCommand(admin: admin).status, access.initialise,
            access.migrate, access.invite, access.admit, access.inviteDeveloper, access.list, access.revoke,
            ErasureCommands(admin: admin).forgotten, ErasureCommands(admin: admin).again,
        ]
        for command in setupCommands + commands { registry.add(command, to: .commands) }
        registry.add(
            DoctorCheck("community", describe: { [admin] in try admin.boardSummary() }) { [admin] in
                try admin.examine()
            },
            to: .doctorChecks)
        registry.add(HubHelp.topic, to: .helpTopics)
        let waiting = WaitingCard(admin: admin)
        registry.add(waiting.card, to: .homeCards)
        registry.add(waiting.status, to: .statusItems)
        registry.add(all: HubPlugin.groups, to: .commandGroups)
    }

    private static let groups = [
        CommandGroup(
            "Community", order: 5,
            [
                "community create", "community connect", "community status", "community init", "community invite",
                "developer list",
            ]),
        CommandGroup(
            "Feedback", order: 10,
            [
                "feedback list", "feedback show", "feedback respond", "feedback withdraw", "feedback status",
                "feedback tag", "feedback track",
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
