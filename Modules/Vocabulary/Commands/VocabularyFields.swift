import Guidance
import Interface
import Kernel
import Korean
import Practice
import Vocabulary

/// The text format of the builder's numbers.
enum VocabularyText {
    /// Returns a duration as text, for example `12 s` or `1 min 5 s`.
    static func seconds(_ milliseconds: Int) -> String {
        let seconds = (milliseconds + 500) / 1000
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }
}

extension OutputValue {
    /// Returns milliseconds as seconds, or null.
    fileprivate static func seconds(_ milliseconds: Int?) -> OutputValue {
        milliseconds.map { .number(Double($0) / 1000) } ?? .null
    }
}

/// A session as far as it was played, with its details.
struct VocabularyOutcome: Sendable {
    let run: Run<VocabularyExercise>
    let result: VocabularyResult?
    let before: VocabularyResult?

    init(_ run: Run<VocabularyExercise>, _ builder: VocabularyBuilder) throws {
        self.run = run
        result = builder.result(of: run)
        before = try result.flatMap(builder.best)
    }

    var isFinished: Bool { run.log.endedAt != nil }

    static let fields: [Field<VocabularyOutcome>] = [
        Field("id", "the session") { .text($0.run.id.rawValue) },
        Field("mode", "match, build, assemble, complete, or mixed") { .text($0.run.log.activity) },
        Field("phrase", "the phrase that it was about; null for most") { .text($0.run.settings.phrase) },
        Field("points", "what was reached: two points a word") { .integer($0.run.points) },
        Field("maximum", "what could have been reached") { .integer($0.run.maximum) },
        Field("accuracy", "the share of words that were right at the first try without a hint, 0…1") {
            .number($0.result?.share ?? 0)
        },
        Field("words", "how many words were asked") { .integer($0.result?.words ?? 0) },
        Field("phrases", "how many phrases were built") { .integer($0.result?.phrases ?? 0) },
        Field("buildSeconds", "the time a phrase took on the mean, in seconds; null without one") {
            .seconds($0.result?.buildTime)
        },
        Field("level", "so many words new phrases have at most: 2…6") { .integer($0.run.settings.level) },
        Field("finished", "whether it was gone through to its end") { .bool($0.isFinished) },
        Field("remaining", "how much is left of it") { .integer($0.run.remaining) },
        Field("answers", "what was asked: target, meaning of its mode, rating, points, milliseconds") { outcome in
            .list(
                outcome.run.answers.map { answer in
                    .object([
                        .init("korean", .text(answer.target.subject)), .init("mode", .text(answer.question)),
                        .init("rating", .text(answer.rating.word)), .init("points", .integer(answer.points)),
                        .init("milliseconds", .integer(answer.milliseconds)),
                    ])
                })
        },
    ]

    /// Returns the output with the result and its comparison.
    func output(saying messages: [Block]) -> Output {
        let mode = VocabularyMode(rawValue: run.log.activity).map { " \($0.rawValue)" } ?? ""
        let isAbout = run.settings.phrase != nil
        return .one(
            self, Self.fields, blocks: messages + (messages.isEmpty ? [] : [.gap]) + blocks,
            next: [isAbout && isFinished ? "words" : "words\(mode)", "words progress"])
    }

    /// Returns the output for a small child: a good ending without numbers.
    func childOutput(saying messages: [Block]) -> Output {
        let answerCount = run.answers.count
        let ending: [Block] =
            answerCount == 0
            ? [.paragraph("See you soon!")]
            : [
                .heading(StyledText(declared: Praise.one(of: Praise.end, run.log.seed))), .gap,
                .paragraph(StyledText(Praise.stars(answerCount), .good)), .gap,
                .paragraph(StyledText("You practised \(counted(answerCount, "word")).")),
            ]
        return .one(
            self, Self.fields, blocks: messages + (messages.isEmpty ? [] : [.gap]) + ending,
            next: ["words", "game match"])
    }

    private var blocks: [Block] {
        guard let result else { return [.paragraph("Nothing was answered, so nothing changed.")] }
        let askedText = listed(
            [
                result.words == 0 ? nil : counted(result.words, "word"),
                result.phrases == 0 ? nil : counted(result.phrases, "phrase"),
            ].compactMap { $0 })
        var facts: [(name: String, value: StyledText)] = [
            ("Points", StyledText("\(result.points) of \(result.maximum)", .good)),
            ("Accuracy", StyledText("\(Figures.percent(result.share)) right at once\(comparison)")),
            ("Asked", StyledText(askedText)),
        ]
        if let time = result.buildTime {
            facts.append(("Build time", StyledText("\(VocabularyText.seconds(time)) a phrase")))
        }
        if result.longest > 0 { facts.append(("Longest", StyledText(counted(result.longest, "word")))) }
        let exitNote =
            isFinished
            ? []
            : [Block.paragraph(StyledText("Left with \(run.remaining) to go; what you answered is saved.", .muted))]
        return [.heading(StyledText(declared: result.title)), .facts(facts)] + exitNote
    }

    /// The text after the accuracy, such as `, your best so far (before: 80 %)`.
    private var comparison: String {
        guard isFinished, let result else { return "" }
        guard let before else { return ", your first session" }
        if result.accuracy > before.accuracy { return ", your best so far (before: \(Figures.percent(before.share)))" }
        return result.accuracy == before.accuracy
            ? ", as good as your best" : ", your best is \(Figures.percent(before.share))"
    }
}

/// The fields of the builder's lists in `--json` and `--plain`.
enum VocabularyFields {
    static let word: [Field<VocabularyEntry>] = [
        Field("word", title: "Word", "the word, in hangul") { .text($0.word.hangul) },
        Field("romanization", title: "ITF", "the spelling of the ITF's books") { .text($0.word.romanization) },
        Field(
            "meaning", title: "Meaning", "what it says", room: .main,
            cell: { StyledText(content: $0.word.meanings.joined(separator: ", ")) }
        ) {
            .text($0.word.meaning)
        },
        Field("meanings", "everything it can say, the usual first") { .texts($0.word.meanings) },
        Field("category", title: "Category", "what kind of word it is") { .text($0.word.category) },
        Field("difficulty", "how early it is learned") { .text($0.word.difficulty) },
        Field("belt", "the grade at which it is met first") { .text($0.word.belt) },
        Field("seen", "how often it was asked") { .integer($0.timesAsked) },
        Field("right", "how often it was right at once") { .integer($0.timesRight) },
        Field("box", "how well it is known, 1…5; null before it was asked") { .integer($0.box) },
        Field("due", title: "Due", "when it comes back; null before it was asked") { .day($0.due) },
        Field("stage", title: "Stage", "new, learning, known or mastered") { .text($0.stage) },
    ]

    /// Returns the fields of a finished session; `day` returns the day of a moment.
    static func result(_ day: @escaping @Sendable (Instant) -> Day) -> [Field<VocabularyResult>] {
        [
            Field("id", "the session") { .text($0.id.rawValue) },
            Field("at", title: "When", "when it ended", room: .fixed, cell: { StyledText("\($0.day ?? day($0.at))") }) {
                .instant($0.at)
            },
            Field(
                "mode", title: "Mode", "match, build, assemble, complete or mixed",
                cell: { StyledText(declared: $0.title) }
            ) {
                .text($0.activity)
            },
            Field("points", title: "Points", "what was reached", alignsRight: true) { .integer($0.points) },
            Field("maximum", title: "Of", "what could be reached", alignsRight: true) { .integer($0.maximum) },
            Field(
                "accuracy", title: "Right", "the share of words that were right at once, 0…1", alignsRight: true,
                cell: { StyledText(Figures.percent($0.share)) }
            ) { .number($0.share) },
            Field(
                "buildSeconds", title: "Time", "the time a phrase took on the mean, in seconds; null without one",
                alignsRight: true, cell: { StyledText($0.buildTime.map(VocabularyText.seconds) ?? "-") }
            ) { .seconds($0.buildTime) },
            Field("longest", "the longest phrase that was right, in words; 0 for none") { .integer($0.longest) },
        ]
    }

    static let progress: [Field<VocabularyProgress>] = [
        Field("words", "words of the learner's grade and below") { .integer($0.words) },
        Field("met", "how many of them were asked") { .integer($0.asked) },
        Field("known", "how many were right when they were asked last") { .integer($0.known) },
        Field("mastered", "how many rest in box 4 or 5") { .integer($0.mastered) },
        Field("phrases", "phrases that were right at once") { .integer($0.phrases) },
        Field("due", "words and phrases that are due") { .integer($0.due) },
        Field("level", "so many words new phrases have at most: 2…6") { .integer($0.level) },
        Field("reached", "phrases of that length that are known") { .integer($0.knownAtLevel) },
        Field("wanted", "how many of them open the next length") { .integer($0.neededForNextLevel) },
        Field("best", "by mode: sessions, accuracy (0…1) and buildSeconds of the best") { progress in
            .list(
                progress.modes.map { mode in
                    .object([
                        .init("mode", .text(mode.activity)), .init("sessions", .integer(mode.sessions)),
                        .init("accuracy", .number(mode.mostAccurate.share)),
                        .init("buildSeconds", .seconds(mode.quickest?.buildTime)),
                    ])
                })
        },
    ]

    /// Returns the progress of a small child, without gaps in it.
    static func childBlocks(_ progress: VocabularyProgress) -> [Block] {
        guard progress.known + progress.phrases > 0 else {
            return [.heading("Welcome!"), .paragraph("Your first words wait for you.")]
        }
        let phrases = progress.phrases == 0 ? "" : " You built \(counted(progress.phrases, "phrase"))!"
        return [
            .heading(StyledText(declared: Praise.one(of: Praise.end, progress.known))), .gap,
            .paragraph(StyledText(Praise.stars(progress.known), .good)), .gap,
            .paragraph(StyledText("You know \(counted(progress.known, "word")).\(phrases)")),
        ]
    }

    /// Returns the progress, with the best sessions of each mode.
    static func blocks(_ progress: VocabularyProgress) -> [Block] {
        let isTopLevel = progress.level == Phrase.lengths.upperBound
        let knownCount = progress.knownAtLevel
        let neededCount = progress.neededForNextLevel
        let levelText =
            isTopLevel
            ? "phrases of up to 6 words"
            : "phrases of up to \(progress.level) words; \(knownCount) of \(neededCount) known that long open the next"
        let facts: [(name: String, value: StyledText)] = [
            ("Words", StyledText("\(progress.known) of \(progress.words) known, \(progress.mastered) mastered")),
            ("Phrases", StyledText("\(progress.phrases) completed")), ("Level", StyledText(levelText)),
            ("Due", StyledText(progress.due == 0 ? "nothing" : "\(progress.due) to repeat")),
        ]
        let modes = progress.modes.map { mode in
            (
                name: mode.mostAccurate.title,
                value: StyledText(
                    "\(counted(mode.sessions, "session")), best \(Figures.percent(mode.mostAccurate.share))"
                        + (mode.quickest?.buildTime.map { ", quickest \(VocabularyText.seconds($0)) a phrase" } ?? ""))
            )
        }
        return [.heading("Vocabulary Builder"), .facts(facts)] + (modes.isEmpty ? [] : [.gap, .facts(modes)])
    }
}
