import Interface
import Kernel
import Learning
import Practice

/// The `study settings` command, which sets the defaults of every session.
struct SettingsCommand {
    let flashcards: @Sendable () throws -> Flashcards

    /// The report of the current settings, and of the due dates that a change has rebuilt.
    struct SettingsReport: Sendable {
        let settings: StudySettings
        let newToday: Int
        /// The maximum answers of a day, or nil if it is unknown.
        let maximumAnswers: Int?
        let defaults: StudyConfiguration
        let preset: String
        var rebuilt: Rebuilt?
    }

    static let fields: [Field<SettingsReport>] = [
        Field("newADay", title: "New cards a day", "how many new cards a day may bring, over all sessions") {
            .integer($0.settings.newADay)
        },
        Field("newToday", title: "Met today", "how many new cards you met today") { .integer($0.newToday) },
        Field(
            "most", title: "At most", "the most answers on one day, if you know nine cards of ten; null with FSRS",
            cell: {
                StyledText(
                    $0.maximumAnswers.map { "\(counted($0, "answer")) a day, if you know nine of ten" }
                        ?? "study load shows the days")
            }
        ) { .integer($0.maximumAnswers) },
        Field(
            "showNew", title: "Show new words", "whether a new word is shown before it is asked",
            cell: { StyledText($0.settings.showsNew ? "before they are asked" : "no, ask at once") }
        ) { .bool($0.settings.showsNew) },
        Field(
            "say", title: "Sound", "whether words are said aloud: on, slow or off",
            cell: { StyledText(declared: SpokenPace($0.settings.speech).words) }
        ) { .text(SpokenPace($0.settings.speech).rawValue) },
        Field("cards", title: "Cards", "cards in a session") { .integer($0.defaults.cards) },
        Field("direction", title: "Direction", "which sides of new cards are asked") {
            .text($0.defaults.directions.rawValue)
        },
        Field("mode", title: "Mode", "learn or test") { .text($0.defaults.mode.rawValue) },
        Field("answer", title: "Answer", "how a test is answered: type or choose") {
            .text($0.defaults.answering.rawValue)
        },
        Field(
            "scheduler", title: "Scheduler", "what decides when cards come back: leitner or fsrs",
            cell: { StyledText($0.settings.scheduling.title) }
        ) { .text($0.settings.scheduling.rawValue) },
        Field(
            "preset", title: "Preset", "how soon cards come back with Leitner",
            cell: {
                StyledText(declared: $0.settings.scheduling == .leitner ? $0.preset : "\($0.preset), for Leitner only")
            }
        ) { .text($0.preset) },
        Field(
            "retention", title: "Retention", "how many cards of a hundred FSRS wants you to know when they come back",
            cell: { StyledText("\($0.settings.fsrs.retention) of 100 cards known\(fsrsOnlyNote($0))") }
        ) { .integer($0.settings.fsrs.retention) },
        Field(
            "steps", title: "Steps",
            "seconds between the answers to a new card in one session, with FSRS; empty for none",
            cell: { StyledText(StepsText.text($0.settings.fsrs.steps) + fsrsOnlyNote($0)) }
        ) { .list($0.settings.fsrs.steps.map { .integer($0) }) },
        Field(
            "easyDays", title: "Easy days", "weekdays on which FSRS brings back as few cards as possible",
            cell: { StyledText(DaysText.text($0.settings.fsrs.easyDays) + fsrsOnlyNote($0)) }
        ) { report in .texts(Weekday.allCases.filter(report.settings.fsrs.easyDays.contains).map(\.rawValue)) },
        Field(
            "parameters", title: "Parameters", "your own FSRS parameters, or null for those of FSRS-6",
            cell: {
                StyledText(
                    declared: ($0.settings.fsrs.parameters == nil ? "those of FSRS-6" : "your own") + fsrsOnlyNote($0))
            }
        ) { report in report.settings.fsrs.parameters.map { .list($0.map { .number($0) }) } ?? .null },
        Field("rebuilt", "how many cards were given new dates by this change; 0 if none") {
            .integer($0.rebuilt?.cards.targets ?? 0)
        },
        Field("incomplete", "how many of them have gaps in their history; they start from their box") {
            .integer($0.rebuilt?.cards.incomplete ?? 0)
        },
        Field(
            "rebuiltOthers",
            "how many movements, steps, lines, questions and words of the builder were given new dates by this change"
        ) {
            .integer($0.rebuilt?.others.targets ?? 0)
        },
    ]

    /// Returns a note beside settings that only FSRS uses, or an empty string while FSRS is active.
    private static func fsrsOnlyNote(_ report: SettingsReport) -> String {
        report.settings.scheduling == .fsrs ? "" : ", for FSRS only"
    }

    var command: Command {
        Command(
            "study settings", "Show or change your study settings, such as new cards a day",
            discussion: """
                New cards are counted over all sessions of a day. Ten is a good start. With Leitner, if you know nine cards of ten, a day never asks \
                for more answers than four times that number plus a sixth of all cards; `study load` shows the days. 0 brings no new cards, only due \
                ones. With --show-new off a new word is asked at once, without being shown first: good if you know most words already.

                --scheduler decides when cards come back. Leitner has five boxes with fixed waits. FSRS-6 estimates how well you remember each \
                card, and brings it back when you would still know --retention of 100 such cards: more means more work and less forgetting. Changing \
                the scheduler keeps every answer and works out all dates anew. Back with Leitner they are what they were; back with FSRS a card may come on \
                another of the days that do as well. Movements of patterns, step sparring, line work and questions of theory come back the same way.

                --steps, --easy-days and --parameters are for FSRS. Steps ask a new or missed card again in the same session, after so long. On easy \
                days as few cards as possible come back. `schedule optimise` finds parameters from your own answers.

                --say on has every word said aloud as soon as its Korean is shown: a recording of your club where there is one (media add), else a program of \
                this machine. slow says it slowly.

                The other settings are those that you last chose with `study`; choose others there.
                """,
            examples: [
                .init("study settings", "your settings"),
                .init("study settings --new-a-day 5", "five new cards a day from now on"),
                .init("study settings --scheduler fsrs --retention 85", "FSRS, and a little less work"),
                .init(
                    "study settings --easy-days sat,sun --steps 1m,10m", "quiet weekends, and two steps for new cards"),
                .init("study settings --say slow", "hear every word, slowly"),
            ],
            .option("new-a-day", .integer(StudySettings.newRange), "how many new cards a day brings"),
            Parameter<Choice?>.option("show-new", .choice("HOW"), "show a new word before it is asked"),
            Parameter<Scheduling?>.option("scheduler", .choice("NAME"), "what decides when cards come back"),
            .option(
                "retention", .integer(FSRSOptions.retentions), "cards of 100 to be known when they come back, with FSRS"
            ),
            .option("steps", StepsText.kind, "ask a new card again in the session after these waits, with FSRS"),
            .option("easy-days", DaysText.kind, "as few cards as possible on these days, with FSRS"),
            .option("parameters", ParametersText.kind, "your own parameters for FSRS"),
            Parameter<SpokenPace?>.option("say", .choice("HOW"), "say words aloud"),
            returns: .one(SettingsCommand.fields), changes: true
        ) { newADay, shows, scheduling, retention, steps, days, parameters, sound in
            let changes = Changes(
                newADay: newADay, shows: shows.map { $0 == .on }, scheduling: scheduling, retention: retention,
                steps: steps, days: days, parameters: parameters, sound: sound)
            return try output(changes)
        }
    }

    /// A typed choice between on and off.
    private enum Choice: String, CaseIterable, Sendable {
        case on, off
    }

    /// The requested changes to the settings. A nil value keeps the current setting.
    private struct Changes: Sendable {
        let newADay: Int?
        let shows: Bool?
        let scheduling: Scheduling?
        let retention: Int?
        let steps: [Int]?
        let days: Set<Weekday>?
        let parameters: ParametersText?
        let sound: SpokenPace?

        var isChange: Bool { newADay != nil || shows != nil || sound != nil || isAboutCards }
        /// Whether the request changes when cards come back.
        var isAboutCards: Bool {
            scheduling != nil || retention != nil || steps != nil || days != nil || parameters != nil
        }

        /// Whether the request changes only the easy days, which keeps all due dates.
        var isAboutEasyDaysAlone: Bool {
            days != nil && scheduling == nil && retention == nil && steps == nil && parameters == nil
        }

        /// Sets the requested values.
        func apply(to settings: inout StudySettings) throws {
            settings.newADay = newADay ?? settings.newADay
            settings.showsNew = shows ?? settings.showsNew
            settings.scheduling = scheduling ?? settings.scheduling
            settings.fsrs.retention = retention ?? settings.fsrs.retention
            settings.fsrs.steps = steps ?? settings.fsrs.steps
            settings.fsrs.easyDays = days ?? settings.fsrs.easyDays
            if let parameters { settings.fsrs.parameters = parameters.values }
            if let sound { settings.speech = sound.pace }
        }
    }

    /// Applies the changes, and rebuilds the due dates if they change.
    private func output(_ changes: Changes) throws -> Output {
        let flashcards = try flashcards()
        guard changes.isChange else {
            return try .one(report(flashcards), SettingsCommand.fields, next: ["study", "study load"])
        }
        guard try flashcards.needsRebuilding(changes.apply) else {
            let settings = try flashcards.reschedule(changes.apply).settings
            return try .changed(
                SettingsCommand.sentence(settings, changes), report(flashcards), SettingsCommand.fields,
                next: ["study", "study load"])
        }
        return Output(
            continuation: .work(title: "Working out when cards come back", total: try flashcards.log.answerCount()) {
                advance in
                let (settings, rebuilt) = try flashcards.reschedule(progress: advance, changes.apply)
                var report = try report(flashcards)
                report.rebuilt = rebuilt
                return .changed(
                    SettingsCommand.sentence(settings, changes) + SettingsCommand.sentence(rebuilt), report,
                    SettingsCommand.fields, next: ["study", "schedule show", "undo"])
            })
    }

    /// Returns the current settings as a report.
    private func report(_ flashcards: Flashcards) throws -> SettingsReport {
        let settings = try flashcards.settings()
        let maximumAnswers =
            settings.scheduling == .fsrs
            ? nil
            : StudyForecast.maximumAnswers(newADay: settings.newADay, cards: try flashcards.statistics().cards.total)
        return SettingsReport(
            settings: settings, newToday: try flashcards.newToday(), maximumAnswers: maximumAnswers,
            defaults: try flashcards.defaultConfiguration(),
            preset: try flashcards.scheduler(named: nil).name)
    }

    /// Returns the confirmation of the changed settings.
    private static func sentence(_ settings: StudySettings, _ changes: Changes) -> String {
        var sentences: [String] = []
        if changes.newADay != nil || changes.shows != nil {
            let newCards = counted(settings.newADay, "new card")
            sentences.append(
                settings.showsNew
                    ? "From now on a day brings \(newCards), each shown before it is asked."
                    : "From now on a day brings \(newCards), asked at once.")
        }
        if changes.sound != nil { sentences.append(SpokenPace(settings.speech).sentence) }
        guard changes.isAboutCards else { return sentences.joined(separator: " ") }
        switch settings.scheduling {
        case .leitner where changes.scheduling == nil:
            sentences.append("Saved. It counts once FSRS is your scheduler: study settings --scheduler fsrs.")
        case .leitner: sentences.append("Your cards now come back by Leitner.")
        case .fsrs where changes.isAboutEasyDaysAlone:
            sentences.append("Saved. Easy days count from the next answer on.")
        case .fsrs:
            sentences.append(
                "Your cards now come back by FSRS, when you would still know \(settings.fsrs.retention) of 100.")
        }
        return sentences.joined(separator: " ")
    }

    /// Returns the number of new due dates as a sentence, or an empty string if there are none.
    private static func sentence(_ rebuilt: Rebuilt?) -> String {
        guard let rebuilt, rebuilt.targets > 0 else { return "" }
        let dateText = " \(rebuilt.countsText) got a new date, from \(counted(rebuilt.answers, "answer"))."
        let cards = rebuilt.cards.incomplete
        let gapText = " \(counted(cards, "card has", "cards have")) gaps in the history and started from the box."
        return dateText + (cards > 0 ? gapText : "")
    }
}
