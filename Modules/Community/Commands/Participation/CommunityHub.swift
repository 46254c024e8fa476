import Guidance

/// `help community`: what there is to say and to hear, an entry each, and what becomes of it.
struct CommunityHub {
    /// What people call the app.
    let product: String

    var topic: HelpTopic {
        HelpTopic(
            "community", "Community Hub",
            paragraphs: [
                """
                Your feedback shapes our roadmap - vote on features!

                You are known by a number that is made on this device. What goes along with feedback is shown before it is sent: the app's version, the
                system and the machine always, how you use the app unless you switch that off. Nothing else leaves this device.

                What cannot be sent now waits here and is sent later. community export-mine has everything of yours; community forget-me takes it back.

                Lists show long texts in short. A row or an id shows one whole: community mine 1, community roadmap 2, community suggestions 3.
                """, SharedDirectory.limits,
            ],
            commands: ["community forget-me", "community export-mine"],
            questions: [
                .init(
                    "Send Feedback",
                    "\(CommunityHub.invitation(to: product)): community feedback. community mine has the answers."),
                .init("Feature Roadmap", "Vote on what we build next: community roadmap, then community vote ID."),
                .init(
                    "Suggest a Feature",
                    "community suggest TITLE puts an idea before everybody; community withdraw takes it back."),
                .init("Community Suggestions", "community suggestions has what others thought of, with --mine My Suggestions."),
                .init("What's New", "community news has announcements, and what came of what was asked for."),
                .init("Insights", "community insights shows in shares who takes part."),
            ])
    }

    /// What feedback is for.
    static func invitation(to product: String) -> String { "Help us improve \(product)" }
}
