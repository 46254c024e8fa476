import Guidance

/// The topic `help developers`: a day with `hub`, reversible actions, and the limits of a shared
/// directory.
enum HubHelp {
    static let topic = HelpTopic(
        "developers", "Answering the community",
        paragraphs: [
            """
            feedback list shows what waits for an answer, from all apps; --app shows one app. Other commands take the row of a list: feedback show 1, \
            feedback respond 1 'Thank you, fixed.' --status Implemented --target v1.1.

            feedback track shows what is left to do, the worst first. feedback tag says how bad it is, feedback same which says the same as which, and feedback \
            stage how far it has come: Collect, Triage, Validate, Implement, Test, Deploy, Verify. Only developers see that.

            You can take back nearly everything. feedback withdraw takes back an answer, suggestion reopen a review, a refusal, a merge or a promotion, \
            roadmap reopen a release, announcement withdraw an announcement. roadmap edit, move and progress show the earlier value. Only roadmap remove \
            is final, and it asks first.

            doctor examines the community's folder too.
            """, SharedDirectory.limits,
        ],
        commands: ["feedback list", "feedback track", "suggestion list", "roadmap list", "announcement list", "doctor"])
}
