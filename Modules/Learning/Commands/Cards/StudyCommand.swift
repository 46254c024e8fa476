import Content
import Interface
import Kernel
import Learning
import Practice
import PracticeCommands
import Sound

/// The `study` command, which plans a session or resumes the unfinished one, and runs it.
struct StudyCommand {
    let flashcards: @Sendable () throws -> Flashcards
    /// The voice that speaks words on request.
    var voice = Voice.silent

    var command: Command {
        Command(
            "study", "Study flashcards",
            discussion: """
                Due cards come first, and every fourth card is new. A new word is shown first and asked a little later, from Korean to English; \
                once you know it, it is also asked from English to Korean. A card that you miss comes back about four cards later, until you know it.

                A day brings ten new cards; `study settings --new-a-day` changes that. What you choose with --cards, --direction, --mode, \
                --answer and --preset is kept until you change it. An unfinished session of today resumes where you stopped; --new starts another.

                Learn: think, press space to flip the card, then say how well you knew it: 1 again, 2 hard, 3 good, 4 easy (or n and y). Each key \
                shows when the card comes back. Test: type the answer, in hangul or romanised; spelling variants count as right.

                --say says each word aloud as soon as its Korean is shown, and --listen lets you hear it instead of reading it; l says it again. help sound tells \
                more.

                Each answer is saved before the next card shows. u takes the last answer back, s skips a card, p shows the parts of a word, \
                w writes your own note, x sets a card aside. q leaves, and you can continue later.
                """,
            examples: [
                Command.Example("study", "Start flashcard session, or resume the unfinished one"),
                Command.Example(
                    "study --cards 15 --direction ko-en", "fifteen cards, the new ones from Korean to English"),
                Command.Example(
                    "study --cards 5 --mode test --answer choose", "five cards with four choices, for a small child"),
                Command.Example("study --category stances --new", "only the stances, in a session of their own"),
                Command.Example("study --only-new --more 5", "only new cards, and five beyond today's"),
                Command.Example("study --say", "say the words aloud", runs: false),
                Command.Example("study --listen --cards 10", "hear ten words, and give their meaning", runs: false),
            ],
            StudyOptions(flashcards: flashcards).request,
            .flag("new", "start another session, even if one is unfinished"),
            .flag("continue", "resume the last session, even if it may be open elsewhere"),
            .flag("say", "say the words aloud in this session"), returns: .one(ResultsFields.all), changes: true
        ) { request, isNew, insists, isSaid in try run(request, isNew: isNew, insists, isSaid: isSaid) }
    }

    /// Resumes the unfinished session that matches the request, or begins a new one.
    ///
    /// - Parameters:
    ///   - insists: whether to resume a session that may be open elsewhere.
    ///   - isSaid: whether the session speaks the words.
    /// - Throws: `presetWithFSRS`, `noSession`.
    func run(_ request: StudyRequest, isNew: Bool, _ insists: Bool, isSaid: Bool = false) throws -> Output {
        let flashcards = try flashcards()
        if request.isListening || isSaid { try voice.check() }
        if let preset = request.preset, try flashcards.settings().scheduling == .fsrs {
            throw Failure(
                .presetWithFSRS, "The preset “\(preset)” belongs to Leitner, and your cards come back by FSRS.",
                advice:
                    "`study settings --retention N` brings them sooner or later; `study settings --scheduler leitner` changes back.",
                kind: .usage)
        }
        if !isNew, var run = try unfinishedRun(flashcards, request, insists) {
            try flashcards.log.resume(&run)
            return try sessionOutput(
                run, flashcards, isSaid,
                saying: flashcards.learner.isChild ? "Let us go on!" : StudyCommand.resumeMessage(run, request)
            )
        }
        let earlierSession = try flashcards.unfinishedEarlierSession()
        let runningSession = isNew || request.isNarrow ? nil : try flashcards.unfinished(running: true)
        do {
            let run = try flashcards.begin(
                request.configuration(over: flashcards.defaultConfiguration()), more: request.more)
            let notice =
                runningSession.map(StudyCommand.openElsewhereNotice)
                ?? earlierSession.flatMap { StudyCommand.replannedNotice($0, flashcards) }
            return try sessionOutput(run, flashcards, isSaid, saying: notice)
        } catch let failure as Failure where failure.code == .nothingToStudy {
            return Output.one(
                StudyResults.empty(request.configuration(over: StudyConfiguration()).mode), ResultsFields.all,
                blocks: [
                    .paragraph(StyledText(declared: failure.message)),
                    .paragraph(StyledText(declared: failure.advice, .muted)),
                ],
                next: ["due", "stats"])
        }
    }

    /// Returns today's latest unfinished session that matches the request.
    ///
    /// If the request asks for some of the cards only, the session must have the same selection.
    private func unfinishedRun(_ flashcards: Flashcards, _ request: StudyRequest, _ insists: Bool) throws -> Run<
        CardExercise
    >? {
        let configuration = request.configuration(over: StudyConfiguration())
        let run = try flashcards.unfinishedSessions(running: insists).first { run in
            request.more == 0 && (!flashcards.learner.isChild || run.settings == run.settings.forChild)
                && (!request.isNarrow || run.settings.selectsSameCards(configuration))
        }
        guard run != nil || !insists else {
            throw Failure(.noSession, "There is no unfinished session of today.", advice: "Start one with `study`.")
        }
        return run
    }

    /// Returns the notice that a session resumes, with its selection of cards.
    private static func resumeMessage(_ run: Run<CardExercise>, _ request: StudyRequest) -> String {
        let selection = run.settings.selectionText.map { " with \($0)" } ?? ""
        let hasOtherSettings = request.configuration(over: run.settings) != run.settings
        let hint =
            hasOtherSettings
            ? "It keeps its settings; study --new starts one with yours." : "study --new starts another."
        return "Resuming\(selection) where you stopped: \(counted(run.remainingCards, "card")) to go. \(hint)"
    }

    /// Returns a notice that an unfinished session from another day is replaced, because other
    /// cards are due now.
    private static func replannedNotice(_ run: Run<CardExercise>, _ flashcards: Flashcards) -> String? {
        let day = run.answers.last.map { "on \($0.day.spelledOut) " } ?? ""
        return
            "Your unfinished session \(day)had \(counted(run.remainingCards, "card")) to go. Its answers count. This session is planned for today."
    }

    /// Returns a notice about a session that another process may have open. The command does not
    /// take it over.
    private static func openElsewhereNotice(_ run: Run<CardExercise>) -> String {
        "Another session has \(counted(run.remainingCards, "card")) to go. If it is not open elsewhere, resume it: study --continue."
    }

    /// Returns the session on the screen, with sound if the settings or the request ask for it.
    private func sessionOutput(
        _ run: Run<CardExercise>, _ flashcards: Flashcards, _ isSaid: Bool, saying sentence: String?
    ) throws -> Output {
        let chosenPace = try flashcards.settings().speech
        let pace = chosenPace ?? (isSaid || run.settings.isListening ? .usual : nil)
        let silenceFailure = pace.flatMap { _ in voice.trial() }
        let view = CardView(flashcards, silenceFailure == nil ? pace.map { CardSound(voice: voice, pace: $0) } : nil)
        let screen = try PracticeScreen(flashcards.log, run, view)
        let messages = sentence.map { [Block.paragraph(StyledText($0))] } ?? []
        return Output(
            blocks: messages + (silenceFailure.map { [StudyCommand.silenceNotice($0)] } ?? []),
            continuation: .dialogue(screen))
    }

    /// Returns a notice before the first card that sound is unavailable, so that users do not wait
    /// for it.
    private static func silenceNotice(_ failure: Failure) -> Block {
        .paragraph(
            StyledText(
                "Nothing can be heard here: the words are written instead. \(failure.message) \(failure.advice)",
                .warning))
    }
}
