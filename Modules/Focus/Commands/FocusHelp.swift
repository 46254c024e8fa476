import Guidance
import Interface

/// Help texts about the timer, tasks and plans.
enum FocusHelp {
    static let groups = [
        CommandGroup("Timer", order: 10, ["start", "pause", "resume", "stop", "skip", "extend", "interrupt", "bell"]),
        CommandGroup(
            "Tasks", order: 20,
            [
                "task add", "task today", "task next", "task list", "task search", "task show", "task edit",
                "task note", "task done", "task reopen", "task delete",
            ]),
        CommandGroup(
            "Looking back", order: 30,
            ["history", "stats", "session add", "journey", "goal show", "xp", "report", "export", "import"]),
        CommandGroup(
            "Make it yours", order: 40,
            [
                "preset list", "preset add", "ambiance list", "ambiance use", "sound list", "sound use", "theme list",
                "theme use",
            ]),
    ]

    /// The steps of the app's first tour that concern the timer.
    static let welcome = [
        WelcomeStep(
            10,
            TourStep(
                "A session",
                """
                A session is made of rounds of focus with breaks between them. A preset sets how long they are. Breaks end by themselves; the next round
                waits until you are back.
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
            TourStep(
                "What it is for",
                "Name a task for a session, and its minutes also count for that task, by tag and by project."
            ) {
                [
                    .init("APP task add 'Write report #work @friday 30m !high'", "write a task down on one line"),
                    .init("APP start --task 'Write report'", "focus on it"),
                    .init("APP stats", "see your totals"),
                    .init("APP plan show", "see what is free and what Pro adds"),
                ]
            }),
    ]

    static let topics = [
        HelpTopic(
            "start", "The timer",
            paragraphs: [
                """
                In a terminal, start shows the timer; q leaves it running, and resume shows it again. In a pipe, or with --detach, start returns at
                once. --for sets another length, --count-up has no end, and --task names the task.

                pause holds a round and resume continues it. skip ends the round or break early, extend makes it longer, and stop ends the session.
                The focus until then is always kept. The desktop announces the end, also without a screen; bell waits for it in a script.
                """,
                """
                When the computer sleeps or stops while the timer is shown, the app cannot know whether you were working. gaps chooses what happens to
                that time: ask you, count it as focus, or stop the session where you left.
                """,
                """
                start --flow has no end: when you skip to a break, it is a fifth of your focus. start --auto begins the next round by itself after each
                short break, and rounds auto does so from now on. interrupt notes what broke into a round; on the screen of the timer i and o do.
                """,
            ], commands: ["start", "pause", "resume", "stop", "skip", "extend", "interrupt", "bell", "gaps", "rounds"]),
        HelpTopic(
            "task", "Tasks",
            paragraphs: [
                """
                A task is one line: words for the title, #tag, @day, an estimate such as 30m, !high, +project, *weekly to repeat it, ~09:00 to be
                reminded. Put the line in single quotes. Name a task by its title or a part of it, or by the end of its id. task list --done
                shows the tasks that are done, and task reopen opens one again. task import takes a file with
                one task on each line.

                The free plan has room for 3 tasks that are not done today, and 1 with a reminder. A part of a task is a task and counts as one. At
                the limit you can still edit and finish tasks; finishing one makes room for a new one.
                """,
                """
                A task can have parts: task add 'Find sources' --under 'Write report', or task move. It is done after its parts, or with them: task done
                --parts. One task can wait for another: task wait 'Write report' --for 'Call Mina'. What waits is marked in the list, and finishing a task says
                what you can begin then. When one is deleted its parts stay, and nothing waits for it any more.

                task note keeps a text of several lines, and task annotate a line with its day; task search finds both, and task show shows everything.
                """,
                """
                task today is the board of the day. task next proposes what to do and says why: overdue counts 100 and 1 more for each day up to 20, due
                today 90, due tomorrow 60, and 4 less for each day after that, up to two weeks. A day is also that of what waits for a task, or of what it
                is a part of. High priority counts 30, medium 15 and low 15 less. Each task that waits for it counts 10, up to three of them. What is begun
                counts 12, what the timer runs for 50, and each week of age 1, up to ten. With --for, what fits counts 10, and what does not 40 less.
                """,
            ],
            commands: [
                "task add", "task import", "task list", "task today", "task next", "task search", "task show",
                "task edit", "task note",
                "task annotate", "task move", "task wait", "task done", "task reopen", "task delete",
            ]),
        HelpTopic(
            "preset", "Presets",
            paragraphs: [
                """
                Everybody can use Deep Work, Study and Writing. Pro adds Reading, your own presets, and other lengths for all of them. A
                preset has a length of focus, a short and a long break, and a number of rounds before the long one.
                """
            ], commands: ["preset list", "preset show", "preset add", "preset edit", "preset delete"]),
        HelpTopic(
            "history", "Looking back",
            paragraphs: [
                """
                history lists your periods of focus, stats adds them up by day, tag, project, task or hour, and xp shows levels and achievements (Pro).
                Both take a period: stats 'last month', history november, stats --heat for a year as a calendar. Without Pro you see the last 3 days. Earlier ones are kept, counted in all totals and exported; the list only marks them as
                locked.
                """,
                """
                What the timer did not see you add yourself: session add yesterday 9:00 to 9:50. session edit and session delete mend what is not so. Such time
                counts, is marked as written by hand, and is no full round. report writes a page with charts.
                """,
            ], commands: ["history", "stats", "session add", "session edit", "session delete", "xp", "report"]),
        HelpTopic(
            "journey", "Your journey and your goals",
            paragraphs: [
                """
                journey shows what your weeks tell (Pro): your best hours, whether you focus more or less from week to week and how sure that is, and this
                week beside the last. journey week and journey day show one of them. Below seven days of focus it says that it is too early.
                """,
                """
                A day without focus ends your streak, unless it is one of a planned pause, or you repair it: journey repair yesterday, once a month.
                goal day 2h and goal week 10h set goals for everybody; the home screen and stats show how far you are.
                """,
            ],
            commands: [
                "journey", "journey week", "journey day", "journey repair", "journey pause", "goal show", "goal day",
                "goal week",
            ]),
        HelpTopic(
            "exchange", "Other programs",
            paragraphs: [
                """
                import reads what other programs export, and export writes it: Taskwarrior, Timewarrior, todo.txt, Open Pomodoro, calendars and
                tables. The content of a file says its form when you import it; its name says it when you export. import asks first and says what
                it will do, and skips what is there already.
                """,
                """
                Tables (.csv) and calendars (.ics) hold everything that a task or session has. Taskwarrior (.json) holds all of a task; it keeps
                what it does not know for us. Timewarrior (.json) holds all of a session; its data files hold times, tags, project and title, in
                whole seconds. todo.txt has no notes, and Open Pomodoro has whole minutes, a title and tags.
                """,
                """
                A repeating task of Taskwarrior becomes one task here. Sessions that overlap others, or are not over, are not imported. The limit
                of the free plan counts for tasks that are imported too; finished tasks and sessions have none.
                """,
            ], commands: ["import", "export"]),
        HelpTopic(
            "theme", "Themes",
            paragraphs: [
                "A theme is a set of colours for the terminal. Forest and Neon are free; Pro adds eight others."
            ],
            commands: ["theme list", "theme use"]),
        HelpTopic(
            "ambiance", "Ambient backgrounds",
            paragraphs: [
                """
                A calm picture can move behind the timer: stars, a forest, rain on a window. ambiance use chooses it, ambiance show shows it alone. It is dimmed
                behind the words and grows darker in the last minute. Minimal, Stars and Forest are free; Pro adds eleven others, of which ambiance show
                shows everybody 15 seconds.
                """,
                """
                It looks best where a terminal has true colour. With fewer colours, or none, it is drawn with what there is; with --reduced-motion it
                stands still.
                """,
            ],
            commands: ["ambiance list", "ambiance use", "ambiance show"]),
        HelpTopic(
            "sound", "Sounds",
            paragraphs: [
                """
                A sound can accompany your focus: rain, a fire, waves, birds. sound use chooses it, and nothing plays unless you do. It comes with a
                round, pauses when you pause, and goes at the end. It plays on when the timer has no screen. --volume makes it softer, and --bells on
                rings a bell at the end of each round or break.
                """,
                """
                Light Rain, Fireplace and Soft Ambience are free; Pro adds eight others. sound preview plays 15 seconds of each of them for everybody.
                sound play needs no timer, and sound export writes a sound to a file that can be repeated without a gap.
                """,
                """
                The app makes its sounds itself, without recordings. It plays them by pw-play, paplay, aplay, afplay or ffplay, whichever your machine
                has. Where there is no sound, the timer says so once and goes on.
                """,
            ],
            commands: ["sound list", "sound use", "sound preview", "sound play", "sound export"]),
        HelpTopic(
            "status", "In a status bar",
            paragraphs: [
                """
                status prints the timer on one line: for tmux, waybar, i3blocks, polybar, SwiftBar or starship, or in your own format such as
                '%mr %c/%g'. --wait returns when the current round or break has ended. --follow goes on and writes each change, such as status
                --follow --format polybar for polybar, and status --format starship is for a prompt. Looking is free; Pro adds controls.
                """
            ], commands: ["status"]),
        HelpTopic(
            "remind", "Reminders",
            paragraphs: [
                """
                Tasks remind you at their time on their day, and a daily reminder tells you when you have not focused yet. remind install lets the
                machine check every few minutes; remind quiet sets quiet hours.
                """
            ],
            commands: [
                "remind list", "remind set", "remind snooze", "remind quiet", "remind due", "remind run",
                "remind install",
            ]),
        HelpTopic(
            "plan", "Free and Pro",
            paragraphs: [
                """
                plan show says what you have, and plan why explains why something is open or locked. plan buy says how to pay: you get a licence,
                a small file, and plan activate takes it in. Keep the file: it works on all your machines, and reset does not delete it.

                When Pro ends, nothing is deleted. What is over the free limits becomes read-only until there is room again, and export has everything.
                """
            ],
            commands: [
                "plan show", "plan why", "plan catalogue", "plan buy", "plan activate", "plan restore", "plan history",
            ]),
        HelpTopic(
            "data", "Your data, and mistakes",
            paragraphs: [
                """
                export writes the whole history or all tasks, as JSON or CSV, on every plan. undo takes back the last change, then earlier
                ones, one by one. doctor checks everything and names what is damaged. backup writes everything into one file, and restore brings it back.

                As long as undo can bring back what you deleted, it stays in the files; task delete --purge and undo --forget remove it at
                once. reset erases everything. It asks first, and keeps no copy unless you name a file for one. store copy takes
                everything from one kind of store to another.
                """
            ], commands: ["export", "undo", "doctor", "backup", "restore", "reset", "store copy"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "Does the timer keep running when I close the window?",
            "Yes. It counts from its start time and needs no program to run; resume shows it again."),
        .init(
            "What happens when my computer sleeps?",
            "If the timer was on screen, it asks whether that time was focus. With gaps count or gaps stop it does not ask."
        ),
        .init(
            "Can I run two sessions at once?", "No. A second start tells you which session is running; stop ends it."),
        .init(
            "Why did the next round not begin?",
            "It waits for you. Breaks end by themselves, but you start each round; rounds auto changes that."),
        .init(
            "Why can't I add a fourth task?",
            "The free plan has room for three tasks that are not done today. Finish one, delete one, or see plan catalogue."
        ),
        .init(
            "Do parts of a task count against the limit?",
            "Yes. A part is a task like any other, so the free plan has room for one task with two parts."),
        .init(
            "What happens to my things when Pro ends?",
            "They stay. You can edit the three oldest open tasks; you can finish, delete and export the others. History keeps counting."
        ),
        .init(
            "How do I earn XP?",
            "A minute of focus gives 1 XP, and a full round 1 more for every five minutes, at most 5. Of what you add by hand, two hours a day count."
        ),
        .init(
            "Does anything leave my machine?",
            """
            What you send to the community yourself, and what your own devices share if you begin an account, encrypted; help community and help account
            say what that is. A licence is a file that contacts nobody.
            """),
        .init(
            "Is there sound?",
            "Yes, if you want it: sound list shows eleven sounds, and sound use chooses one. Three of them are free."),
    ]

    static let tips = [
        Tip(
            "ForATask", icon: "checklist", glyph: "✓", "For a task",
            "start --task TITLE also counts the minutes for that task.",
            feature: "start"),
        Tip(
            "OneLine", icon: "text.cursor", glyph: "✎", "All on one line",
            "task add understands #tag, @day, 30m, !high and more.", feature: "task"),
        Tip(
            "Bar", icon: "menubar.rectangle", glyph: "▭", "In your status bar",
            "status --format tmux puts the timer there.",
            feature: "status"),
        Tip(
            "Sums", icon: "chart.bar", glyph: "▤", "Your totals",
            "stats shows the last seven days, by tag and by project.",
            feature: "stats"),
    ]
}
