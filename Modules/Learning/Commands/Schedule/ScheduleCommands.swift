import Content
import Interface
import Kernel
import Learning
import Practice

/// The commands `schedule show`, `schedule optimise` and `schedule simulate`, which show and
/// improve the scheduler's data.
struct ScheduleCommands {
    let flashcards: @Sendable () throws -> Flashcards

    var commands: [Command] { [show, optimize, simulate] }

    // MARK: - Show

    private var show: Command {
        Command(
            "schedule show", "Show what the scheduler knows of your cards, or of one word",
            discussion: """
                With a word: how likely you are to know it today, when it comes next, and why, for both directions. With FSRS also its stability and \
                difficulty. Without a word: every card that you have met, with those first that you are most likely to have forgotten.
                """,
            examples: [
                .init("schedule show", "all cards that you have met"),
                .init("schedule show walking-stance", "one word, in sentences"),
            ],
            .optionalArgument("word", ValueKind<Term>.word(flashcards), "the word"), returns: .list(OutlookText.fields)
        ) { term in
            let flashcards = try flashcards()
            guard let term else { return try ScheduleCommands.overview(flashcards) }
            let outlooks = try flashcards.outlooks(of: term)
            var output = Output.list(outlooks, OutlookText.fields, empty: "", next: ["study", "schedule show"])
            let settings = try flashcards.settings()
            let today = flashcards.log.today
            let preset = try flashcards.scheduler(named: nil)
            output.blocks =
                [.heading(StyledText("\(term.english), \(term.korean)"))]
                + outlooks.flatMap { outlook in
                    [
                        .gap, .paragraph(StyledText(declared: OutlookText.side(outlook.card.direction), .accent)),
                        .paragraph(
                            StyledText(
                                declared: OutlookText.sentences(outlook, settings, preset, today: today).joined(
                                    separator: " "))),
                    ]
                }
            return output
        }
    }

    /// Returns all cards with answers, with the number that the learner would know today.
    private static func overview(_ flashcards: Flashcards) throws -> Output {
        let outlooks = try flashcards.outlooks()
        let knownCards = Int(outlooks.reduce(0) { $0 + ($1.today ?? 0) }.rounded())
        let sentence =
            "Today you would know about \(knownCards) of the \(counted(outlooks.count, "card")) that you have met."
        return .list(
            outlooks, OutlookText.fields, heading: StyledText("By \(try flashcards.settings().scheduling.title)"),
            empty: "You have not answered any card yet.",
            footer: outlooks.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: sentence))],
            next: outlooks.first.map { ["schedule show \($0.term.id)", "study settings"] } ?? ["study"])
    }

    // MARK: - Optimise

    private static let fitFields: [Field<Flashcards.Optimized>] = [
        Field("changed", "whether better parameters were found and taken") { .bool($0.fit.isBetter) },
        Field("reviews", "how many of your answers count: those a day or more after the one before") {
            .integer($0.fit.reviews)
        },
        Field("heldOut", "how many of them, the latest, were kept back to measure") { .integer($0.fit.heldOut) },
        Field("lossBefore", "log loss on the latter with the parameters of before; less is better") {
            .number($0.fit.before)
        },
        Field("lossAfter", "log loss on the latter with the parameters that were found") { .number($0.fit.after) },
        Field("parameters", "the parameters that are yours now, w0 first") {
            .list($0.fit.weights.values.map { .number($0) })
        },
        Field("rebuilt", "how many cards were given new dates") { .integer($0.rebuilt?.cards.targets ?? 0) },
    ]

    private var optimize: Command {
        Command(
            "schedule optimise", "Find FSRS parameters from your own answers",
            discussion: """
                Needs \(FSRSFit.minimumReviews) answers that came a day or more after the one before. The latest fifth of them is kept back: parameters are \
                taken only if they foretell those better than yours do now, and no worse than those of FSRS-6. Log loss says how well: less is better, \
                and 0.69 is guessing.
                """,
            examples: [.init("schedule optimise", "fit FSRS to your memory", runs: false)],
            returns: .one(ScheduleCommands.fitFields), changes: true
        ) {
            let flashcards = try flashcards()
            return Output(
                continuation: .work(title: "Learning from your answers, %", total: 100) { advance in
                    let optimization = try flashcards.optimize(progress: advance)
                    return .changed(
                        ScheduleCommands.sentence(optimization), optimization, ScheduleCommands.fitFields,
                        next: optimization.fit.isBetter ? ["schedule simulate", "undo"] : ["schedule simulate"])
                })
        }
    }

    /// Returns the result of an optimization, with the log loss before and after.
    private static func sentence(_ optimization: Flashcards.Optimized) -> String {
        let lossBefore = OutlookText.decimals(optimization.fit.before, 4)
        let lossAfter = OutlookText.decimals(optimization.fit.after, 4)
        let reviewsText = "on the latest \(counted(optimization.fit.heldOut, "review")), which they had not seen"
        guard optimization.fit.isBetter else {
            return
                "Your parameters stay as they are. Others do not foretell your answers better: log loss \(lossAfter) and not \(lossBefore), \(reviewsText)."
        }
        let improvementText =
            "You have your own parameters now. They foretell your answers better: log loss \(lossAfter), before \(lossBefore), \(reviewsText)."
        if optimization.settings.scheduling == .leitner {
            return "\(improvementText) They count once FSRS is your scheduler: study settings --scheduler fsrs."
        }
        return optimization.rebuilt.map {
            $0.targets > 0 ? "\(improvementText) \($0.countsText) got a new date." : improvementText
        } ?? improvementText
    }

    // MARK: - Simulate

    /// The retentions that the simulation compares, in percent.
    private static let comparedRetentions = [70, 75, 80, 85, 90, 95, 97]

    private static let workFields: [Field<Flashcards.Workload>] = [
        Field("retention", title: "Retention", "cards of 100 that are known when they come back", alignsRight: true) {
            .integer($0.retention)
        },
        Field("answers", title: "Answers a day", "answers a day, over all days", alignsRight: true) {
            .number(($0.answers * 10).rounded() / 10)
        },
        Field("minutes", title: "Minutes a day", "minutes a day, over all days", alignsRight: true) {
            .number(($0.minutes * 10).rounded() / 10)
        },
        Field("most", title: "At most", "the most answers on one day", alignsRight: true) {
            .integer($0.maximumAnswers)
        },
        Field("met", "cards that you have met at the end") { .integer($0.met) },
        Field(
            "known", title: "Known at the end", "cards that you would know at the end", alignsRight: true,
            cell: { StyledText("\($0.known) of \($0.cards)") }
        ) { .integer($0.known) },
        Field("cards", "cards that are open to you; each word has two") { .integer($0.cards) },
    ]

    private var simulate: Command {
        Command(
            "schedule simulate", "Show how much work each retention would be with FSRS",
            discussion: """
                Plays the coming days in advance with FSRS, from where you stand: you study every day, answer all that is due, and forget as your \
                parameters say. Nothing is saved. `study load` shows the days one by one.
                """,
            examples: [
                .init("schedule simulate", "a year, for seven retentions"),
                .init("schedule simulate --retention 85 --days 90 --new-a-day 5", "three months, for one"),
            ],
            .option("retention", .integer(FSRSOptions.retentions), "this one only"),
            .option("days", .integer(7...730), default: 365, "how many days"),
            .option(
                "new-a-day", .integer(StudySettings.newRange), shown: "your setting", "how many new cards a day brings"),
            returns: .list(ScheduleCommands.workFields)
        ) { retention, days, newADay in
            let flashcards = try flashcards()
            let settings = try flashcards.settings()
            let retentions =
                retention.map { [$0] } ?? Set(ScheduleCommands.comparedRetentions + [settings.fsrs.retention]).sorted()
            return Output(
                continuation: .work(title: "Playing the days", total: 100) { advance in
                    let loads = try flashcards.workloads(retentions, days: days, newADay: newADay, progress: advance)
                    let sentence =
                        settings.scheduling == .fsrs
                        ? "\(counted(days, "day")), with at most \(counted(newADay ?? settings.newADay, "new card")) a day. Your retention is \(settings.fsrs.retention)."
                        : "\(counted(days, "day")), with at most \(counted(newADay ?? settings.newADay, "new card")) a day. You use Leitner: study settings --scheduler fsrs changes that."
                    return .list(
                        loads, ScheduleCommands.workFields, heading: "Work by retention", empty: "",
                        footer: [.gap, .paragraph(StyledText(declared: sentence))],
                        next: ["study settings --retention N", "study load"])
                })
        }
    }
}
