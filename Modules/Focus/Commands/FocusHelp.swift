import Guidance
import Terminal

/// How the timer, tasks and plans are explained to people.
enum FocusHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("Timer", order: 10, ["start", "pause", "resume", "stop", "skip", "extend", "bell"]),
        CommandGroup(
            "Tasks", order: 20,
            ["task add", "task list", "task search", "task show", "task edit", "task done", "task reopen", "task delete"]),
        CommandGroup("Looking back", order: 30, ["history", "stats", "xp", "export"]),
        CommandGroup("Make it yours", order: 40, ["preset list", "preset add", "theme list", "theme use"]),
    ]

    /// What the first tour of an app shows of the timer.
    static let welcome = [
        WelcomeStep(
            10,
            TourStep(
                "A session",
                """
                A session is rounds of focus with breaks between them, laid out by a preset. Breaks end by the clock; the next round waits until
                you are back.
                """
            ) {
                [
                    .init("APP start", "Study: 25 minutes, then a break of 5"),
                    .init("APP start 'Deep Work'", "50 minutes, then 10"),
                    .init("q", "leaves the timer running; APP resume shows it again"),
                ]
            },
            next: ["start", "task add 'Write report 30m'"]),
        WelcomeStep(
            20,
            TourStep("What it is for", "Tell a session its task, and the minutes are counted there too, by tag and by project.") {
                [
                    .init("APP task add 'Write report #work @friday 30m !high'", "write a task down on one line"),
                    .init("APP start --task 'Write report'", "focus on it"),
                    .init("APP stats", "see what the days add up to"),
                    .init("APP plan show", "see what is free and what Pro adds"),
                ]
            }),
    ]

    static let topics = [
        HelpTopic(
            "start", "The timer",
            paragraphs: [
                """
                On a terminal start shows the timer; q leaves it running, and resume shows it again. From a pipe, or with --detach, it returns at
                once. --for gives another length, --count-up has no end, and --task says what it is for.

                pause holds a round and resume goes on. skip ends the round or break early, extend makes it longer, and stop ends the session.
                What was focused until then is always kept. Without a screen, bell announces the end: start --detach, then bell &.
                """,
                """
                When the computer sleeps or dies while the timer is shown, nobody knows whether you were working. gaps chooses what becomes of
                that time: ask, count it, or stop where you left.
                """,
            ], commands: ["start", "pause", "resume", "stop", "skip", "extend", "bell", "gaps"]),
        HelpTopic(
            "task", "Tasks",
            paragraphs: [
                """
                A task is one line: words for the title, #tag, @day, an estimate as 30m, !high, +project, *weekly to come back, ~09:00 to be
                reminded. Put the line in single quotes. A task is named by its title or a part of it, or by the end of its id; task list --done
                shows those that are done, and task reopen opens one again. task import takes a file with
                a task on each line.

                Free are 3 tasks that are not done today, and 1 that reminds. At the limit only a new one is refused; finishing one makes room.
                """
            ],
            commands: [
                "task add", "task import", "task list", "task search", "task show", "task edit", "task done", "task reopen",
                "task delete",
            ]),
        HelpTopic(
            "preset", "Presets",
            paragraphs: [
                """
                Deep Work, Study and Writing are there for everybody. Reading, presets of your own and other lengths for these come with Pro. A
                preset has a length of focus, a short and a long break, and a number of rounds before the long one.
                """
            ], commands: ["preset list", "preset show", "preset add", "preset edit", "preset delete"]),
        HelpTopic(
            "history", "Looking back",
            paragraphs: [
                """
                history lists the stretches of focus, stats adds them up by day, tag and project, and xp has levels and achievements (Pro).
                Without Pro the last 3 days are open. Earlier ones are kept, counted in every sum and exported; only the list marks them as
                locked.
                """
            ], commands: ["history", "stats", "xp"]),
        HelpTopic(
            "theme", "Themes",
            paragraphs: ["A theme is a set of colours for the terminal. Forest and Neon are free, eight others come with Pro."],
            commands: ["theme list", "theme use"]),
        HelpTopic(
            "status", "In a status bar",
            paragraphs: [
                """
                status prints the timer on one line: for tmux, waybar or i3blocks, or in a form of your own such as '%mr %c/%g'. --wait returns
                when the round or break that runs has ended. Looking is free; controls come with Pro.
                """
            ], commands: ["status"]),
        HelpTopic(
            "remind", "Reminders",
            paragraphs: [
                """
                Tasks remind at their time on their day, and a daily one says when nothing was focused yet. remind install lets the machine look
                every few minutes; remind quiet chooses when nothing is said.
                """
            ],
            commands: [
                "remind list", "remind set", "remind snooze", "remind quiet", "remind due", "remind run", "remind install",
            ]),
        HelpTopic(
            "plan", "Free and Pro",
            paragraphs: [
                """
                plan show says what you have, and plan why explains why something is open or locked. plan buy says how to pay: you get a licence,
                a small file, and plan activate takes it in. Keep the file: it counts on all your machines, and reset leaves it.

                When Pro ends nothing is deleted. What is over the limits becomes read-only until there is room again, and export has all of it.
                """
            ], commands: ["plan show", "plan why", "plan catalogue", "plan buy", "plan activate", "plan restore", "plan history"]),
        HelpTopic(
            "data", "Your data, and mistakes",
            paragraphs: [
                """
                export writes the history or the tasks, whole, as JSON or CSV, on every plan. undo takes back the last change, and further ones
                one by one. doctor reads everything and names what is damaged; reset erases it, asks first, and keeps a copy.
                """
            ], commands: ["export", "undo", "doctor", "reset"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "Does the timer run on when I close the window?",
            "Yes. It counts from the moment of its start, not while a program runs; resume shows it again."),
        .init(
            "What happens when my computer sleeps?",
            "If the timer was shown, it asks whether that time was focus. gaps count or gaps stop decides without asking."),
        .init("Can I run two sessions at once?", "No. The second start is told what runs; stop ends it."),
        .init(
            "Why did the next round not begin?", "It waits for you. Breaks end by the clock, rounds begin when you say so."),
        .init(
            "Why can I not add a fourth task?",
            "Three that are not done today are free. Finish one, delete one, or see plan catalogue."),
        .init(
            "What happens to my things when Pro ends?",
            "They stay. The three oldest open tasks can be changed, the others done, deleted and exported; history counts on."
        ),
        .init("Where do XP come from?", "A minute of focus is 1. A full round brings 1 more for every five minutes, 5 at most."),
        .init(
            "Does anything leave my machine?",
            """
            Only what you send to the community yourself; help community says what that is. There is no account, and a licence is a file that asks nobody.
            """),
        .init("Is there sound?", "Not yet: only the bell at the end of a round."),
    ]

    static let tips = [
        Tip(
            "ForATask", icon: "checklist", glyph: "✓", "For a task", "start --task TITLE counts the minutes there as well.",
            feature: "start"),
        Tip(
            "OneLine", icon: "text.cursor", glyph: "✎", "All on one line",
            "task add takes #tag, @day, 30m, !high and more from the words.", feature: "task"),
        Tip(
            "Bar", icon: "menubar.rectangle", glyph: "▭", "In your status bar", "status --format tmux puts the timer there.",
            feature: "status"),
        Tip(
            "Sums", icon: "chart.bar", glyph: "▤", "What it adds up to", "stats shows seven days, by tag and by project.",
            feature: "stats"),
    ]
}
