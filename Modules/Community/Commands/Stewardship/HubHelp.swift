import Guidance

/// `help developers`: how a day with `hub` goes, what can be taken back, and what a shared directory cannot keep.
enum HubHelp {
    static let topic = HelpTopic(
        "developers", "Answering the community",
        paragraphs: [
            """
            feedback list shows what waits for an answer, of all apps; --app shows one app's. A row of a list names what is meant: feedback show 1, \
            feedback respond 1 'Thank you, fixed.' --status Implemented --target v1.1.

            Everything can be taken back. feedback withdraw takes an answer back, suggestion reopen a review, a refusal, a merge or a promotion, roadmap \
            reopen a release, announcement withdraw an announcement. roadmap edit, move and progress say what was before. Only roadmap remove is for good, \
            and asks.

            doctor examines the community's directory too.
            """, SharedDirectory.limits,
        ],
        commands: ["feedback list", "suggestion list", "roadmap list", "announcement list", "doctor"])
}
