import Guidance
import Terminal

/// How a diary of photos is explained to people.
struct DiaryHelp: Sendable {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup(
            "Photos", order: 10, ["add", "edit", "delete", "timeline", "show", "calendar", "search", "on-this-day", "streak"]),
        CommandGroup("Keep and share", order: 20, ["settings", "trash list", "trash restore", "export"]),
    ]

    /// Whether a program is on this machine: the tour says which ones would help and are missing.
    let has: @Sendable (_ program: String) -> Bool

    /// What the first tour of an app shows of the diary.
    var welcome: [WelcomeStep] {
        [WelcomeStep(10, DiaryHelp.howItWorks, next: ["add PHOTO", "help faq"]), WelcomeStep(20, permission)]
    }

    static let howItWorks = TourStep(
        "How it works",
        """
        Take a photo each day, with whatever camera you have, and give its file to Grain. It goes to the day on which it was taken;
        days that you missed can be filled in later, days to come cannot.

        A day has one photo. The note can be changed at any time, the photo and the day stay. Days in a row make a streak.
        """
    ) {
        [
            .init("APP add photo.jpg -m \"First frost\"", "keep a photo, with a note"), .init("APP", "see where you stand"),
            .init("APP timeline", "look back"),
        ]
    }

    // MARK: - Which programs help

    private var permission: TourStep {
        TourStep(
            "What Grain may use",
            """
            Grain needs no permission: it reads the photos that you name, and nothing else. A few programs make it better where they are
            installed; without them it works too.
            """
        ) { helpers }
    }

    private var helpers: [TourStep.Fact] {
        [
            fact(
                "Photos", isThere: makesPictures, "turned upright, made smaller, and their location taken out",
                otherwise: "kept just as they come, location included, and without thumbnails", install: "libvips-tools"),
            fact(
                "HEIC", isThere: makesPictures && has("heif-enc"), "photos take less space",
                otherwise: "photos are kept as JPEG",
                install: makesPictures ? "libheif-examples" : "libvips-tools libheif-examples"),
            fact(
                "Terminal", isThere: has("chafa"), "show draws the photo in the terminal",
                otherwise: "show tells about the photo and does not draw it", install: "chafa"),
            fact(
                "Looking", isThere: has("xdg-open") || has("open"), "show DAY --open shows a photo in your picture viewer",
                otherwise: "Grain cannot open photos by itself", install: "xdg-utils"),
        ]
    }

    /// vips, or ImageMagick, whose `convert` never comes without `identify`.
    private var makesPictures: Bool { has("vipsthumbnail") || has("magick") || has("identify") && has("convert") }

    private func fact(
        _ name: String, isThere: Bool, _ with: String, otherwise: String, install packages: String
    ) -> TourStep.Fact {
        TourStep.Fact(name, isThere ? "ready: \(with)" : "missing: \(otherwise). To change that: apt-get install \(packages)")
    }
}

extension DiaryHelp {
    static let topics = [
        HelpTopic(
            "add", "Keeping a photo",
            paragraphs: [
                """
                Give a JPEG, HEIC, PNG or WebP file, or - for standard input. The photo goes to the day that --date says, else to the day on
                the camera's own clock when it was taken, else to today; Grain says which it was.

                A day has one photo, and no day lies in the future. A note has at most 1,000 characters; edit changes it later, and without
                -m opens your editor. To put another photo in place of one, delete the day first.
                """
            ], commands: ["add", "edit"]),
        HelpTopic(
            "timeline", "Looking back",
            paragraphs: [
                """
                The timeline shows the newest first, fifty a page, with two lines of each note and the streak above. It ends with the
                command for the next page. --with-notes leaves out days without a note, --from and --to choose a time.

                show has a day in full, draws the photo where chafa is installed, and with --open shows it in your picture viewer. Without a day
                it has the latest one. on-this-day shows this day in earlier years, or another day in every year.
                """
            ], commands: ["timeline", "show", "on-this-day", "streak"]),
        HelpTopic(
            "search", "Finding a day",
            paragraphs: [
                """
                search looks through the notes. All words must be there; the beginning of the last one is enough, and neither
                case nor accents matter. Words in quotes stand next to each other: search '"first frost"'.
                """
            ], commands: ["search"]),
        HelpTopic(
            "calendar", "The days of a month",
            paragraphs: [
                "calendar marks the days that have a photo: this month, another as in calendar october or calendar 2026-03, or a year as in calendar 2026."
            ],
            commands: ["calendar"]),
        HelpTopic(
            "export", "Taking your diary with you",
            paragraphs: [
                """
                --html FILE makes a photo book: one web page with the pictures in it, which any browser shows and prints. --text gives all
                notes as text, --json all entries as data, and --photos DIR copies the photos, by year and month, named by their day. --from
                and --to choose a time. An export can be repeated: photos that were copied already are left alone, and those that you
                exchanged since are named; --replace copies them too.
                """
            ], commands: ["export"]),
        HelpTopic(
            "trash", "Deleting and bringing back",
            paragraphs: [
                """
                What you delete lies in the trash for 30 days, photo and note; trash restore brings it back, and so does undo right away.
                delete --purge and trash empty take it for good. All of them ask first.

                trash sweep removes photos that belong to no day, such as a crash leaves; doctor says when there are any.
                """
            ], commands: ["delete", "trash list", "trash restore", "trash empty", "trash sweep"]),
        HelpTopic(
            "settings", "How photos are kept",
            paragraphs: [
                """
                quality is the longest side, 2,048 pixels or 1,280. format is heic, jpeg, or original, which keeps the file byte for byte.
                keep-location says whether a photo keeps the place where it was taken. Photos that are kept already stay as they are.

                camera and sync are remembered for later; nothing uses them yet.
                """
            ], commands: ["settings"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init("Where are my photos?", "In the folder Photos of Grain's data, by year and month, as ordinary image files."),
        .init(
            "Does anything leave my machine?",
            """
            No photo and no note does. Grain has no account, no server and no ads. What you send to the community yourself goes there; help community
            says what that is.
            """),
        .init(
            "Can I fill in a day that I missed?",
            "Yes: add PHOTO --date DAY, with a day such as yesterday, last friday or 2026-11-20. Days to come are refused."),
        .init(
            "Can I have two photos on one day?", "No. One a day is the idea: choosing is part of it."),
        .init(
            "Why is my photo on another day than I thought?",
            "It stands on the day that the camera's clock showed. Delete it and add it again with --date."),
        .init("Can I exchange a photo?", "Delete the day, then add the other one. The note can be changed without that."),
        .init(
            "I deleted something by mistake. What now?",
            "undo, or within 30 days trash list and trash restore. Only --purge and trash empty are for good."),
        .init(
            "Do photos keep the place where they were taken?",
            """
            Not when a program that prepares photos is installed, unless you ask: settings keep-location yes. Without such a program,
            or with the format original, they are kept as they come; add tells you.
            """),
        .init(
            "Can Grain take the photo, or share my diary with my phone?",
            "Not yet. Take it with any camera and add the file."),
        .init("When does a streak end?", "When a whole day goes by without a photo. Today's may come until midnight."),
    ]

    static let tips = [
        Tip(
            "FirstNote", icon: "note.text", glyph: "✎", "A few words", "A note makes a photo findable: add PHOTO -m \"…\".",
            feature: "add"),
        Tip(
            "PastDays", icon: "calendar.badge.plus", glyph: "▦", "Missed a day?",
            "Days that are over can be filled in: add PHOTO --date yesterday.", feature: "add"),
        Tip(
            "Month", icon: "calendar", glyph: "▦", "A month at a glance", "calendar marks the days that have a photo.",
            feature: "calendar"),
        Tip(
            "Years", icon: "clock.arrow.circlepath", glyph: "↺", "A year ago", "on-this-day shows this day in earlier years.",
            feature: "on-this-day"),
        Tip(
            "PartOfAWord", icon: "magnifyingglass", glyph: "⌕", "The beginning of a word is enough",
            "search fro finds frost and frosty, and accents do not matter.", feature: "search"),
        Tip(
            "Thirty", icon: "trash", glyph: "♻", "Nothing is gone at once", "What you delete can be brought back for 30 days.",
            feature: "trash"),
        Tip(
            "Copy", icon: "square.and.arrow.up", glyph: "⇪", "It is yours",
            "export --photos DIR copies every photo, named by its day.", feature: "export"),
    ]
}
