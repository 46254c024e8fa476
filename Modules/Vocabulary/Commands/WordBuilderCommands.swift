import Interface
import Kernel
import Practice
import PracticeCommands
import Vocabulary

/// The commands `words`, `words match|build|assemble|complete`, `words list`, `words progress` and
/// `words history`.
struct WordBuilderCommands: Sendable {
    let builder: @Sendable () throws -> VocabularyBuilder
    let isChild: @Sendable () throws -> Bool

    /// The maximum number of words and phrases in a small child's session.
    private static let childTasks = 5

    /// The default number of sessions in a list.
    private static let defaultLimit = 20

    var commands: [Command] { [words] + VocabularyMode.allCases.map(play) + [list, progress, history] }

    private static let rules = """
        A word brings 2 points. One hint or one wrong try halves the points of a question and counts as hard; more than that brings none, and the \
        question comes back. h gives a hint: the first letter of the next word, then the word itself. After a wrong try you see which words are in \
        the right place (✓), in another place (~) and not in the phrase (✗). x removes the last word, u takes the last answer back, s skips, q leaves. \
        Each answer is saved, and an unfinished session of today resumes.

        From a pipe, a line is a number, a word, or the whole phrase in hangul or romanised; :h is a hint.
        """

    private static let tasks = Parameter<Int?>.option(
        "tasks", short: "n", .integer(1...30), shown: "10, phrases alone 5", "how many words and phrases are asked")
    private static let isNew = Parameter<Bool>.flag("new", "start another session, even if one is unfinished")

    private var words: Command {
        Command(
            "words", "Vocabulary Builder: learn words, then build phrases with them",
            discussion: """
                Starts what is best now: words and phrases that are due, then new words, each shown first, then phrases of words that you know. \
                --term is about one phrase: its words, what it grows out of, and the phrase itself.

                \(WordBuilderCommands.rules)
                """,
            examples: [
                .init("words", "what is best now"), .init("words --term low-block", "practise one phrase"),
                .init("words --term \"낮은데 막기\" --json", "any phrase, in hangul or romanised"),
            ],
            Parameter<String?>.option("term", .text("TERM"), "a term's id or name, or any phrase"),
            WordBuilderCommands.tasks, WordBuilderCommands.isNew, returns: .one(VocabularyOutcome.fields), changes: true
        ) { term, tasks, isNew in
            let builder = try builder()
            if let term { return try screen(of: try builder.begin(about: term), builder) }
            return try begin(nil, tasks, isNew, builder)
        }
    }

    /// Returns the command that plays a session of a mode.
    private func play(_ mode: VocabularyMode) -> Command {
        Command(
            "words \(mode.rawValue)",
            "\(mode.title): \(mode.summary.prefix(1).lowercased() + mode.summary.dropFirst())",
            discussion: "\(WordBuilderCommands.about(mode))\n\n\(WordBuilderCommands.rules)",
            examples: [
                .init("words \(mode.rawValue)", "a session, or the unfinished one"),
                .init("words \(mode.rawValue) --tasks 3 --seed 7", "a short one that can be repeated"),
            ], WordBuilderCommands.tasks, WordBuilderCommands.isNew, returns: .one(VocabularyOutcome.fields),
            changes: true
        ) { tasks, isNew in try begin(mode, tasks, isNew, builder()) }
    }

    /// Returns the explanation of a mode.
    private static func about(_ mode: VocabularyMode) -> String {
        switch mode {
        case .match: "Words that are due, then up to five new ones. A new word is shown before it is asked."
        case .build:
            "You read what a phrase means, and lay its words in Korean order. Words that you do not know yet come first."
        case .assemble:
            "A phrase grows from two words up to your level: 2 at first, 6 at most. Three known phrases of a length open the next."
        case .complete: "One to three words of a phrase are missing. Choose them in order from the words shown."
        }
    }

    /// Resumes today's unfinished session of a mode, or begins another one.
    private func begin(_ mode: VocabularyMode?, _ tasks: Int?, _ isNew: Bool, _ builder: VocabularyBuilder) throws
        -> Output
    {
        // A small child chooses words by default. Phrases are available on request.
        let isChild = try isChild()
        let mode = mode ?? (isChild ? .match : nil)
        let tasks = isChild ? min(tasks ?? Self.childTasks, Self.childTasks) : tasks
        if !isNew, tasks == nil || isChild, var run = try builder.unfinished(mode), !isChild || Self.isSmall(run) {
            try builder.log.resume(&run)
            return try screen(
                of: run, builder,
                saying: isChild
                    ? "Let us go on!" : "Resuming where you stopped: \(run.remaining) to go. --new starts another.")
        }
        return try screen(of: try builder.begin(mode, count: tasks), builder)
    }

    /// Returns whether a session is short enough for a small child; one from before the child
    /// profile may be longer.
    private static func isSmall(_ run: Run<VocabularyExercise>) -> Bool {
        Set(run.items.filter { !$0.isShown }).count <= childTasks
    }

    /// Returns a screen that plays a session, with a first message.
    private func screen(
        of run: Run<VocabularyExercise>, _ builder: VocabularyBuilder, saying sentence: String? = nil
    ) throws -> Output {
        let summary = sentence ?? WordBuilderCommands.summary(of: run)
        return .dialogue(
            try PracticeScreen(
                builder.log, run, VocabularyView(builder, isChild: isChild()),
                saying: [.paragraph(StyledText(declared: summary, .muted))]))
    }

    /// Returns a summary of the coming session in a line.
    private static func summary(of run: Run<VocabularyExercise>) -> String {
        let newCount = run.items.count(where: \.isShown)
        let wordCount = run.items.count { $0.mode == .match && !$0.isShown } - newCount
        let phraseCount = run.items.count { $0.mode != .match }
        let parts = [
            wordCount <= 0 ? nil : "\(counted(wordCount, "word")) to repeat",
            newCount == 0 ? nil : counted(newCount, "new word"),
            phraseCount == 0 ? nil : counted(phraseCount, "phrase"),
        ].compactMap { $0 }
        return "Ahead: \(parts.joined(separator: ", "))."
    }

    // MARK: - Lists

    private var list: Command {
        Command(
            "words list", "List the words of the builder, and how well you know them",
            discussion:
                "All words that phrases of your grade and below are made of, in the order in which you meet them.",
            examples: [
                .init("words list", "all words"),
                .init("words list --stage learning --json", "those that you are learning"),
            ],
            Parameter<Stage?>.option("stage", .choice("STAGE"), "only words at this stage"),
            returns: .list(VocabularyFields.word)
        ) { stage in
            let entries = try builder().entries().filter { stage == nil || $0.stage == stage?.rawValue }
            return .list(
                entries, VocabularyFields.word, heading: StyledText(counted(entries.count, "word")),
                empty: "No word is at this stage.", next: ["words match"])
        }
    }

    /// The filter of the word list.
    private enum Stage: String, CaseIterable, Sendable { case new, learning, known, mastered }

    private var progress: Command {
        Command(
            "words progress", "Show how far you are with the builder, with your best sessions",
            examples: [.init("words progress", "how far you are"), .init("words progress --json", "as JSON")],
            returns: .one(VocabularyFields.progress)
        ) {
            let progress = try builder().progress()
            let blocks = try isChild() ? VocabularyFields.childBlocks(progress) : VocabularyFields.blocks(progress)
            return .one(progress, VocabularyFields.progress, blocks: blocks, next: ["words", "words history"])
        }
    }

    private var history: Command {
        Command(
            "words history", "List the sessions that you finished, the latest first",
            examples: [
                .init("words history", "all modes"), .init("words history --mode build --limit 5", "one of them"),
            ],
            Parameter<VocabularyMode?>.option("mode", .choice("MODE"), "sessions of this mode alone"),
            .option("limit", .integer(1...10_000), default: WordBuilderCommands.defaultLimit, "how many at most"),
            returns: .list(VocabularyFields.result { Day(ordinal: Int($0.milliseconds / 86_400_000)) })
        ) { mode, limit in
            let builder = try builder()
            let results = try builder.results(of: mode, limit: limit)
            return .list(
                results, VocabularyFields.result(builder.log.day),
                heading: StyledText(counted(results.count, "session")),
                empty: "You have not finished a session yet.", next: ["words"])
        }
    }
}
