import Guidance
import Interface

/// Help texts about a photo diary.
struct DiaryHelp: Sendable {
    static let groups = [
        CommandGroup(
            "Photos", order: 10,
            [
                "add", "snap", "edit", "delete", "timeline", "browse", "show", "calendar", "pixels", "search",
                "on-this-day", "memory", "streak", "achievements",
            ]),
        CommandGroup(
            "Keep and share", order: 20, ["settings", "widget", "trash list", "trash restore", "import", "export"]),
    ]

    /// Returns whether a program is installed. The tour recommends missing ones.
    let has: @Sendable (_ program: String) -> Bool
    /// Returns whether `snap` can use a camera on this machine.
    let hasCamera: @Sendable () -> Bool
}

extension DiaryHelp {
    static let topics = [
        HelpTopic(
            "add", "Keeping a photo",
            paragraphs: [
                """
                Give a JPEG, HEIC, PNG or WebP file, or - for standard input. The photo is kept for the day that you name with --date, or else for the
                day on the camera's clock when it was taken, or else for today. Grain tells you which day it is.

                A day has one photo, and no day can be in the future. A note has at most 1,000 characters; edit changes it later, and without
                -m it opens your editor. To exchange a photo, use add --replace. snap takes the photo with the camera of this machine.

                A day can also have a star (--star), a mood (--mood), a place (--place) and up to 20 tags (--tag). add and edit take them, timeline
                and search choose by them.
                """
            ], commands: ["add", "edit"]),
        HelpTopic(
            "snap", "Taking today's photo",
            paragraphs: [
                """
                snap takes a photo with the camera of this machine (ffmpeg, on macOS imagesnap), and shows it where the terminal can show pictures. Enter
                takes it and enter again keeps it for today, r takes it again, c changes the camera before it is taken, q leaves without it. The first
                camera of the machine is called front, the second back.

                Without a camera, settings camera-command names a command of yours, such as one that asks your phone, and settings camera-folder a
                folder that your phone sends to: then the newest photo in it is taken, if it is of today; --any takes an older one. Both count for this
                device only.

                If you may not use the camera, add yourself to the group video, and sign in again.
                """
            ], commands: ["snap"]),
        HelpTopic(
            "capsule", "Sealing a photo until later",
            paragraphs: [
                """
                add --seal and edit --seal hide a photo and its words for a year, --seal-until until another day. Until then every list shows only
                the day and when it opens. On that day it opens by itself, and Grain tells you. unseal opens it earlier, and asks first. edit can
                seal it for longer.

                This is a promise to yourself and not a lock: the files are not encrypted, and a backup has them. export leaves sealed photos out,
                unless you add --include-sealed.
                """
            ], commands: ["unseal"]),
        HelpTopic(
            "timeline", "Looking back",
            paragraphs: [
                """
                On a terminal the timeline is a screen: up and down go from day to day, page-up and page-down pass over ten, home goes to
                the latest and end to the first, g asks for a day, enter shows the day in full, q leaves.

                With --limit, in line mode and in a pipe it is a list, the newest first, fifty a page, with two lines of each note. It ends with
                the command for the next page. --with-notes leaves out days without a note; --from and --to choose a period.

                show displays one day in full. It draws the photo in the terminal, or opens it in your picture viewer with --open. Without a day
                it shows the latest one. on-this-day shows this day in earlier years, or another day in every year; where a year has
                no 29 February, its 28 February stands for it. memory shows any day.

                --starred, --tag, --mood and --with-notes choose entries. streak counts days in a row; with settings streak-repair yes one missed
                day of each calendar month is repaired: the first that stands alone between two days with a photo breaks no streak, and does not
                count in it. achievements shows what you have reached.
                """
            ], commands: ["timeline", "show", "on-this-day", "memory", "streak", "achievements"]),
        HelpTopic(
            "search", "Finding a day",
            paragraphs: [
                """
                search looks through the notes, tags and places. An entry must have all the words; for the last word, its beginning is enough. Capital letters and accents
                do not matter. Put words in quotes to find them next to each other: search '"first frost"'.
                """
            ], commands: ["search"]),
        HelpTopic(
            "calendar", "The days of a month",
            paragraphs: [
                """
                calendar marks the days that have a photo. It shows this month, another month (calendar october, calendar 2026-03) or a year
                (calendar 2026).

                On a terminal it is a screen with small pictures: the arrow keys go by day and week, page-up and page-down by month, home goes to
                today, y shows the year in colours, enter opens the day, q leaves. With --print, in line mode and in a pipe it is printed.
                """
            ],
            commands: ["calendar"]),
        HelpTopic(
            "export", "Taking your diary with you",
            paragraphs: [
                """
                The form follows the file's name: export book.pdf makes a photo book to print, book.html one for any browser, diary.zip an archive that
                Day One and import read, days.ics a calendar, notes.txt all notes, entries.json all entries; export day.png --day yesterday is a picture of
                a day to give away. --photos DIR copies the photos, by year and month, named by their day, and --markdown DIR writes a file for each
                day. --from and --to choose a period, and sealed days stay at home unless you add --include-sealed.

                PDFs and pictures want chromium (or weasyprint, for PDFs). You can repeat an export: photos that were already copied are left alone. Photos that you have exchanged
                since then are named; --replace copies them too.
                """
            ], commands: ["export"]),
        HelpTopic(
            "import", "Bringing photos and diaries along",
            paragraphs: [
                """
                import takes a folder of photos, or what another diary has exported: an archive of Day One, packed or unpacked, JSON of jrnl or Daily You,
                or what export of Grain wrote. It says first how many days it would add and what it would leave out and why; nothing that you have is changed.
                --dry-run only says it, with every name. When it was interrupted, give the same command again.

                The day of a photo is the one that its camera wrote down, or the one in its name. If there are several of a day, one is taken: one that
                a camera dated, then the largest. On a terminal you are asked for the days of those that say none; --undated file-time takes the day on
                which the file was changed. Give the others to add with --date.

                Texts of days without a photo are left out, unless --cards paints them: then the text is that day's photo.
                """
            ], commands: ["import"]),
        HelpTopic(
            "trash", "Deleting and bringing back",
            paragraphs: [
                """
                What you delete stays in the trash for 30 days, photo and note; trash restore brings it back, and so does undo right away.
                delete --purge and trash empty delete for good. All of them ask first.

                trash sweep removes photos that belong to no day; a crash may leave such photos. doctor tells you when there are any.
                """
            ], commands: ["delete", "trash list", "trash restore", "trash empty", "trash sweep"]),
        HelpTopic(
            "settings", "How photos are kept",
            paragraphs: [
                """
                quality sets the longest side, 2,048 pixels or 1,280. format is heic, jpeg, or original, which keeps the file byte for byte.
                keep-location says whether a photo keeps the place where it was taken. Photos that you have already added stay as they are.
                streak-repair is explained in help timeline. evening is the time from which on Grain asks for today's photo, or never.
                camera, camera-command and camera-folder are explained in help snap. widget-file names a picture for wallpapers and bars: it shows your newest
                photo, and with widget-streak yes your days in a row. It is not written anew while the diary is locked.
                """
            ], commands: ["settings"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "Where are my photos?",
            """
            In the folder Photos of Grain's data, by year and month, as ordinary image files. While the diary is locked they are encrypted, and only
            Grain reads them.
            """),
        .init(
            "Does anything leave my machine?",
            """
            No photo and no note, unless you begin an account to share them with your own devices: then they are encrypted before they leave. Grain
            has no server and no ads. What you send to the community yourself goes there; help account and help community say what that is.
            """),
        .init(
            "Can I fill in a day that I missed?",
            "Yes: add PHOTO --date DAY, with a day such as yesterday, last friday or 2026-11-20. It cannot be in the future."
        ),
        .init(
            "Can I have two photos on one day?", "No. One photo a day is the idea: choosing is part of it."),
        .init(
            "Why is my photo on the wrong day?",
            "It is on the day that the camera's clock showed. Delete it and add it again with --date."),
        .init(
            "Can I exchange a photo?", "Yes: add PHOTO --replace, with --date DAY for an earlier day. The note stays."),
        .init(
            "I deleted something by mistake. What now?",
            "Use undo, or within 30 days trash list and trash restore. Only --purge and trash empty delete for good."),
        .init(
            "Do photos keep the place where they were taken?",
            """
            No, unless you ask for it with settings keep-location yes, or no program that prepares photos is installed. Without such a program,
            or with the format original, photos are kept as they are; add tells you.
            """),
        .init(
            "Can Grain take the photo?",
            "Yes, with the camera of this machine: snap. A phone can send photos to a folder that settings camera-folder names."
        ),
        .init(
            "When does a streak end?",
            "When a whole day passes without a photo. You have until midnight for today's. settings streak-repair yes repairs one day a month."
        ),
    ]

    static let tips = [
        Tip(
            "FirstNote", icon: "note.text", glyph: "✎", "A few words",
            "A note helps you find a photo: add PHOTO -m \"…\".",
            feature: "add"),
        Tip(
            "PastDays", icon: "calendar.badge.plus", glyph: "▦", "Missed a day?",
            "You can fill in past days: add PHOTO --date yesterday.", feature: "add"),
        Tip(
            "Month", icon: "calendar", glyph: "▦", "A month at a glance", "calendar marks the days that have a photo.",
            feature: "calendar"),
        Tip(
            "Years", icon: "clock.arrow.circlepath", glyph: "↺", "A year ago",
            "on-this-day shows this day in earlier years.",
            feature: "on-this-day"),
        Tip(
            "Capsule", icon: "envelope", glyph: "✉", "For later", "add PHOTO --seal hides a photo for a year.",
            feature: "add"),
        Tip(
            "Memory", icon: "dice", glyph: "↺", "A day by chance", "memory shows any day of your diary.",
            feature: "on-this-day"),
        Tip(
            "PartOfAWord", icon: "magnifyingglass", glyph: "⌕", "The beginning of a word is enough",
            "search fro finds frost and frosty, and accents do not matter.", feature: "search"),
        Tip(
            "Thirty", icon: "trash", glyph: "♻", "Deleted by mistake?",
            "You can bring back what you delete for 30 days.",
            feature: "trash"),
        Tip(
            "Copy", icon: "square.and.arrow.up", glyph: "⇪", "It is yours",
            "export --photos DIR copies every photo, named by its day.", feature: "export"),
    ]
}
