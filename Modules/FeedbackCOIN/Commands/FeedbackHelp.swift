import Guidance
import Terminal

/// How feedback is explained to people.
enum FeedbackHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("Feedback", order: 10, ["new", "list", "show", "edit", "delete", "search"]),
        CommandGroup("Share", order: 20, ["share", "sender", "history", "export"]),
        CommandGroup("Templates", order: 30, ["template list", "template show", "template add"]),
    ]

    /// What the first tour of an app shows of feedback.
    static let welcome = [
        WelcomeStep(
            10,
            TourStep("The four parts", "Only the context must be there. The rest may come later, and each part helps the next.") {
                [
                    .init("Context", "the circumstances, or what is to be talked about"),
                    .init("Observation", "what you saw and heard: specific facts, no judgement"),
                    .init("Impact", "how it affects the team or the organisation"),
                    .init("Next steps", "what should be done differently, or kept up, from now on"),
                ]
            }),
        WelcomeStep(
            20,
            TourStep("Writing and sharing", "An entry can be changed until it is right. Look at the message before it goes out.")
            {
                [
                    .init("APP new", "write, in your editor"), .init("APP new --template good-work", "begin from a template"),
                    .init("APP share latest --to ADDRESS --preview", "see the message"),
                    .init("APP share latest --to ADDRESS", "send it"),
                ]
            }, next: ["new", "template list"]),
    ]

    static let topics = [
        HelpTopic(
            "new", "Writing feedback",
            paragraphs: [
                """
                new opens your editor with the four headings, or takes the parts as options: --context, --observation, --impact,
                --next-steps. Only the context is required. What cannot be kept opens again with the reason on top; leave it as it is, and
                a draft is kept.

                Write what a camera would have recorded under observation, and what followed from it under impact. Keep the two apart, and
                people hear the second.
                """
            ], commands: ["new", "edit", "delete"]),
        HelpTopic(
            "list", "Looking at what you wrote",
            paragraphs: [
                """
                list shows the newest first, with a mark on what was shared. show has one entry with all its parts and where it went; search
                finds words in any part, in names and in tags. Where an entry is asked for, type its row in list, its id, four or more
                characters of either end of the id, or latest for the newest.
                """
            ], commands: ["list", "show", "search"]),
        HelpTopic(
            "share", "Sharing by e-mail",
            paragraphs: [
                """
                share writes a plain-text message with the four parts and hands it over: to the mail server of this machine, to a file that
                any mail program opens, or as a draft in your mail program. --preview shows it and sends nothing. The sender is set once
                with `sender ADDRESS`, or named with --from. Everybody named sees who else got it.

                At a terminal you are asked before it goes out, and told who has the same entry already. A message with gaps of a template,
                such as [day], is not sent until they are filled in.

                That it was shared is recorded only when the message was handed over. history shows when, and to whom.
                """
            ], commands: ["share", "sender", "history"]),
        HelpTopic(
            "templates", "Beginning from a template",
            paragraphs: [
                """
                Templates have the words that come back, with brackets where yours belong. Six come with the app: good-work, interruptions,
                late-review, missed-deadline, new-colleague and unprepared-meeting. Your own can be added.
                """
            ], commands: ["template list", "template show", "template add", "template delete"]),
        HelpTopic(
            "export", "Taking your feedback with you",
            paragraphs: [
                "export writes everything as JSON, Markdown, CSV or a page of HTML: to standard output, or to a file, whose name may say the form."
            ],
            commands: ["export"]),
        HelpTopic(
            "data", "Your data, and mistakes",
            paragraphs: [
                """
                undo takes back the last change, and further ones one by one; a message that went out stays out. doctor reads everything and
                names what is damaged. backup writes everything into one file, and restore brings it back.

                What you delete stays in the files for as long as undo can bring it back; delete --purge and undo --forget let it go at
                once. reset erases everything, asks first, and keeps no copy unless you say where.
                """
            ], commands: ["undo", "doctor", "backup", "restore", "reset"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init("What does COIN stand for?", "Context, Observation, Impact, Next steps."),
        .init(
            "Who can read what I write?", "Whoever can read your files. Nothing of it leaves this machine until you share it."
        ),
        .init("Must I fill in all four parts?", "Only the context. Feedback with all four is easier to act on."),
        .init(
            "Can I see the message before it goes out?", "Yes: share ID --to ADDRESS --preview shows it and sends nothing."),
        .init(
            "This machine has no mail server.",
            "share --via eml writes a file for your mail program, share --via mailto opens a draft there."),
        .init(
            "Can I take back a message?", "No. undo changes what is kept here; what was handed over is on its way."),
        .init(
            "I changed an entry after sharing it. Does the other see that?",
            "No. They have the message as it was; share it again if it matters."),
    ]

    static let tips = [
        Tip(
            "Facts", icon: "eye", glyph: "◉", "What a camera would have seen",
            "An observation that nobody can deny is one that people listen to.", feature: "new"),
        Tip(
            "Templates", icon: "doc.on.doc", glyph: "⧉", "Not from a blank page",
            "new --template NAME begins with words that fit.",
            feature: "template"),
        Tip(
            "Preview", icon: "envelope.open", glyph: "✉", "Look before you send",
            "share ID --to ADDRESS --preview shows the message.",
            feature: "share"),
        Tip(
            "GoodWork", icon: "hand.thumbsup", glyph: "✓", "Say what went well",
            "The template good-work is for things that should happen again.",
            feature: "new"),
    ]
}
