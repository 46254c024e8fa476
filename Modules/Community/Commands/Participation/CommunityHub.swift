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

                A community lies in a folder that its developers share: community connect DIR joins it, for all your apps on this device. Until
                then nobody reads what you send; it waits here. A community is known by an id, not by its folder: when the folder has moved,
                connect to its new place.

                What cannot be sent now waits here, and is sent in the background of any command once the community can be reached; you are told
                once. Without the community you can read the roadmap, suggestions, news and answers as they were when you last looked: the date
                stands below. A folder that is missing, empty, another community's or silent is said, with status 75, and never made anew.
                community status shows where you stand.

                Lists show long texts in short. A row or an id shows one whole: community mine 1, community roadmap 2, community suggestions 3.

                community export-mine has everything of yours; community forget-me takes it back.
                """, SharedDirectory.limits,
            ],
            commands: [
                "community connect", "community status", "community send", "community forget-me", "community export-mine",
            ],
            questions: [
                .init(
                    "Send Feedback",
                    "\(CommunityHub.invitation(to: product)): community feedback. community mine has the answers."),
                .init(
                    "Feature Roadmap",
                    "Vote on what we build next: community roadmap, then community vote ID. Each app has a roadmap of its own."),
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
