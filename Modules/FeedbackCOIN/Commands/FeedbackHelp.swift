import Guidance
import Interface

/// Help texts about feedback.
enum FeedbackHelp {
    static let groups = [
        CommandGroup("Feedback", order: 10, ["new", "list", "show", "edit", "delete", "search", "lint"]),
        CommandGroup("People", order: 15, ["person", "person list", "agenda", "mark", "follow-up", "due"]),
        CommandGroup("Share", order: 20, ["share", "sender", "history", "export", "import", "analytics", "settings"]),
        CommandGroup("Templates", order: 30, ["template list", "template show", "template add"]),
    ]

    static let welcome = [
        WelcomeStep(
            10,
            TourStep(
                "The four parts", "Only the context is required. The rest can come later, and each part helps the next."
            ) {
                [
                    .init("Context", "the circumstances, or the issue to discuss"),
                    .init("Observation", "what you saw and heard: specific facts, no judgement"),
                    .init("Impact", "how it affects the team or the organisation"),
                    .init("Next steps", "what should change, or continue, from now on"),
                ]
            }),
        WelcomeStep(
            20,
            TourStep(
                "Writing and sharing",
                "You can change an entry until it is right. Look at the message before you send it."
            ) {
                [
                    .init("APP new", "write, in your editor"),
                    .init("APP new --template good-work", "begin from a template"),
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
                --next-steps. Only the context is required. If something cannot be saved, the editor opens again with the reason at the top. Close it
                without changes to give up; a draft is kept.

                As the observation, write what a camera would have recorded; as the impact, what followed from it. If you keep the two apart, people
                listen to the impact.
                """
            ], commands: ["new", "edit", "delete"]),
        HelpTopic(
            "list", "Looking at what you wrote",
            paragraphs: [
                """
                list shows the newest feedback first and marks what was shared. show displays one entry with all its parts and where it went; search
                finds words in any part, in names and in tags. To name an entry, type its row in list, its id, four or more
                characters of either end of the id, or latest for the newest.
                """
            ], commands: ["list", "show", "search"]),
        HelpTopic(
            "people", "The people you exchange feedback with",
            paragraphs: [
                """
                Whoever you name with --to or --from is known from then on: person list shows everybody, person NAME everything about one of them, and with
                --html a page to take into the review. person set notes address, pronoun and team, person rename gives a new name that stands
                in every entry at once, and person merge makes one of two. Entries keep the words that you wrote.

                A name alone means the only person who is called so. Where two have one name, name the address, or the row of person list.
                """
            ],
            commands: [
                "person", "person list", "person show", "person add", "person rename", "person set", "person merge",
                "person delete",
            ]),
        HelpTopic(
            "talks", "Talking it over, and next steps",
            paragraphs: [
                """
                agenda NAME shows before a talk what you have not talked over yet, praise first, and which next steps are open; --markdown and --html
                write it to take along. After the talk, agenda NAME --discussed marks all of it at once.

                follow-up ID DAY sets the day of a next step. due lists those that are open, overdue first, and you are reminded on the day. mark ID done
                says that nothing is left to do. An entry is a draft until a message went out; what you received counts as shared.
                """
            ], commands: ["agenda", "mark", "follow-up", "due"]),
        HelpTopic(
            "share", "Sharing by e-mail",
            paragraphs: [
                """
                share writes a plain-text message with the four parts. It gives the message to the mail server of this machine, writes it to a file that
                any mail program opens, or makes a draft in your mail program. --preview shows it and sends nothing. Set the sender once with
                `sender ADDRESS`, or use --from. Everybody who gets the message sees who else got it.

                At a terminal you are asked before it is sent, and told who already has the same entry. A message with open gaps of a template,
                such as [day], is not sent until you fill them in.

                It counts as shared only when the message was handed over. history shows when, and to whom.
                """
            ], commands: ["share", "sender", "history"]),
        HelpTopic(
            "templates", "Beginning from a template",
            paragraphs: [
                """
                Templates hold words that you often need, with gaps in brackets for yours. Six come with the app: good-work, interruptions,
                late-review, missed-deadline, new-colleague and unprepared-meeting. You can add your own.
                """
            ], commands: ["template list", "template show", "template add", "template delete"]),
        HelpTopic(
            "export", "Taking your feedback with you",
            paragraphs: [
                """
                export writes everything, or what you choose, as JSON, Markdown, CSV, an HTML page, a PDF or a Word document, to standard output or to a
                file. The ending of the file's name can choose the form. PDF and Word are for Premium.

                import takes back what was exported, and tables of other programs: look first with --dry-run. What is there already is skipped.
                """
            ],
            commands: ["export", "import"]),
        HelpTopic(
            "lint", "Words that are heard",
            paragraphs: [
                """
                lint looks at what you wrote for judgements, for always and never, for what nobody can see in another person, for labels, for an impact on
                nobody, and for next steps without who and when. It says why and offers a wording. It can be wrong, and blocks nothing; what you quote is left
                in peace. new and edit add one remark; settings advice no turns that off.
                """
            ], commands: ["lint", "settings"]),
        HelpTopic(
            "analytics", "Your feedback in figures",
            paragraphs: [
                """
                analytics counts by person, project, tag or month: praise and growth, how long it takes you to share, and which next steps are open. Of fewer
                than five it tells no percentage. --html writes a page with charts. It is for Premium.
                """
            ], commands: ["analytics"]),
        HelpTopic(
            "data", "Your data, and mistakes",
            paragraphs: [
                """
                undo takes back the last change, then earlier ones, one by one; a message that was sent stays sent. doctor checks everything and
                names what is damaged. backup writes everything into one file, and restore brings it back.

                As long as undo can bring back what you deleted, it stays in the files; delete --purge and undo --forget remove it at
                once. reset erases everything. It asks first, and keeps no copy unless you name a file for one. store copy takes
                everything from one kind of store to another.
                """
            ], commands: ["undo", "doctor", "backup", "restore", "reset", "store copy"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "Does anybody see what I keep about a person?",
            "No. person, agenda and due only read what lies on this device; a page goes where you take it."),
        .init("What does COIN stand for?", "Context, Observation, Impact, Next steps."),
        .init(
            "Who can read what I write?",
            "Only people who can read your files. Nothing leaves this machine until you share it."
        ),
        .init(
            "Do I have to fill in all four parts?",
            "No, only the context. Feedback with all four parts is easier to act on."),
        .init(
            "Can I see the message before it goes out?",
            "Yes: share ID --to ADDRESS --preview shows it and sends nothing."),
        .init(
            "This machine has no mail server.",
            "share --via eml writes a file for your mail program, share --via mailto opens a draft there."),
        .init(
            "Can I take a message back?",
            "No. undo only changes what is on this machine; a message that was handed over is on its way."),
        .init(
            "I changed an entry after sharing it. Does the other see that?",
            "No. They have the message as it was; share it again if it matters."),
    ]

    static let tips = [
        Tip(
            "Facts", icon: "eye", glyph: "◉", "What a camera would have seen",
            "People listen to an observation that nobody can deny.", feature: "new"),
        Tip(
            "Templates", icon: "doc.on.doc", glyph: "⧉", "Not from a blank page",
            "new --template NAME starts with words that fit.",
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
