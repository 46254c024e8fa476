import Guidance

/// The topic `help community`, with an entry for each kind of contribution and for its result.
struct CommunityHelp {
    /// The app's name for people.
    let product: String

    var topic: HelpTopic {
        HelpTopic(
            "community", "Community Hub",
            paragraphs: [
                """
                Your feedback shapes our roadmap - vote on features!

                You are known only by an anonymous name that this device made. Before feedback is sent, you see what is sent with it: always the app's
                version, the system and the machine; also how you use the app, unless you switch that off. Nothing else leaves this device.

                A community is a folder that its developers share. community connect DIR joins it, for all your apps on this device. Until then nobody
                reads what you send; it waits here. If the folder moves, connect again to its new place: a community is recognised by its id. A larger
                community is in a database: connect to its address, with --code and the code that its developers gave you.

                Messages that cannot be sent now wait on this device. Any command sends them in the background as soon as the community can be reached, and
                tells you once. Without the community you can still read the roadmap, suggestions, news and answers as you last saw them, with the date
                below. If the folder is missing, empty, silent or another community's, the app says so, with status 75, and never makes a new one.
                community status shows where you stand.

                Lists shorten long texts. A row or an id shows one in full: community mine 1, community roadmap 2, community suggestions 3.

                community export-mine writes everything that is yours; community forget-me deletes it.
                """, SharedDirectory.limits,
            ],
            commands: [
                "community connect", "community status", "community send", "community forget-me",
                "community export-mine",
            ],
            questions: [
                .init(
                    "Send Feedback",
                    "\(CommunityHelp.invitation(to: product)): community feedback. community mine shows the answers."),
                .init(
                    "Feature Roadmap",
                    "Vote on what we build next: community roadmap, then community vote ID. Each app has a roadmap of its own."
                ),
                .init(
                    "Suggest a Feature",
                    "community suggest TITLE shows your idea to everybody; community withdraw takes it back."),
                .init(
                    "Community Suggestions",
                    "community suggestions lists everybody's ideas; with --mine, My Suggestions."),
                .init("What's New", "community news shows announcements, and what became of people's wishes."),
                .init("Insights", "community insights shows who takes part, in per cent."),
            ])
    }

    static func invitation(to product: String) -> String { "Help us improve \(product)" }
}
