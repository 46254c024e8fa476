import Content
import Kernel
import Learning
import Practice
import PracticeCommands
import Speech
import Terminal

/// `study`: plans a session, or goes on with the one that was left, and plays it.
struct StudyCommand {
    let flashcards: @Sendable () throws -> Flashcards
    /// Says words aloud, where that is wished.
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
                Command.Example("study --cards 15 --direction ko-en", "fifteen cards, the new ones from Korean to English"),
                Command.Example("study --cards 5 --mode test --answer choose", "five cards with four choices, for a small child"),
                Command.Example("study --category stances --new", "only the stances, in a session of their own"),
                Command.Example("study --only-new --more 5", "only new cards, and five beyond today's"),
                Command.Example("study --say", "say the words aloud", runs: false),
                Command.Example("study --listen --cards 10", "hear ten words, and give their meaning", runs: false),
            ],
            StudyOptions(flashcards: flashcards).request,
            .flag("new", "start another session, even if one is unfinished"),
            .flag("continue", "resume the last session, even if it may be open elsewhere"),
            .flag("say", "say the words aloud in this session"),
            returns: .one(ResultsFields.all), changes: true
        ) { request, isNew, insists, isSaid in try run(request, isNew: isNew, insists, isSaid: isSaid) }
    }

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
        if !isNew, var run = try left(flashcards, request, insists) {
            try flashcards.log.resume(&run)
            return try playing(
                run, flashcards, isSaid, saying: flashcards.learner.isChild ? "Let us go on!" : StudyCommand.goingOn(run, request)
            )
        }
        let earlier = try flashcards.leftEarlier()
        let elsewhere = isNew || request.isNarrow ? nil : try flashcards.unfinished(running: true)
        do {
            let run = try flashcards.begin(request.configuration(over: flashcards.usual()), more: request.more)
            let said = elsewhere.map(StudyCommand.mention) ?? earlier.flatMap { StudyCommand.anew($0, flashcards) }
            return try playing(run, flashcards, isSaid, saying: said)
        } catch let failure as Failure where failure.code == .nothingToStudy {
            return Output.one(
                StudyResults.nothing(request.configuration(over: StudyConfiguration()).mode), ResultsFields.all,
                blocks: [
                    .paragraph(StyledText(declared: failure.message)), .paragraph(StyledText(declared: failure.advice, .muted)),
                ],
                next: ["due", "stats"])
        }
    }

    /// The session of today to go on with: the latest that was left, or where some cards alone are asked for, the latest of those.
    private func left(_ flashcards: Flashcards, _ request: StudyRequest, _ insists: Bool) throws -> Run<CardExercise>? {
        let wanted = request.configuration(over: StudyConfiguration())
        let run = try flashcards.left(running: insists).first { run in
            request.more == 0 && (!flashcards.learner.isChild || run.settings == run.settings.forChild)
                && (!request.isNarrow || run.settings.asksAlike(wanted))
        }
        guard run != nil || !insists else {
            throw Failure(.noSession, "There is no unfinished session of today.", advice: "Start one with `study`.")
        }
        return run
    }

    private static func goingOn(_ run: Run<CardExercise>, _ request: StudyRequest) -> String {
        let what = run.settings.narrowness.map { " with \($0)" } ?? ""
        let isOther = request.configuration(over: run.settings) != run.settings
        let more = isOther ? "It keeps its settings; study --new starts one with yours." : "study --new starts another."
        return "Resuming\(what) where you stopped: \(counted(run.toGo, "card")) to go. \(more)"
    }

    /// What was left on another day is not gone on with: other cards are due now.
    private static func anew(_ run: Run<CardExercise>, _ flashcards: Flashcards) -> String? {
        let day = run.answers.last.map { "on \($0.day.spelledOut) " } ?? ""
        return
            "Your unfinished session \(day)had \(counted(run.toGo, "card")) to go. Its answers count. This session is planned for today."
    }

    /// A session that another process has open is named, and not taken.
    private static func mention(_ run: Run<CardExercise>) -> String {
        "Another session has \(counted(run.toGo, "card")) to go. If it is not open elsewhere, resume it: study --continue."
    }

    private func playing(
        _ run: Run<CardExercise>, _ flashcards: Flashcards, _ isSaid: Bool, saying sentence: String?
    ) throws -> Output {
        let settled = try flashcards.settings().speech
        let pace = settled ?? (isSaid || run.settings.isListening ? .usual : nil)
        let silence = pace.flatMap { _ in voice.trial() }
        let face = CardFace(flashcards, silence == nil ? pace.map { CardSound(voice: voice, pace: $0) } : nil)
        let screen = try PracticeScreen(flashcards.log, run, face)
        let said = sentence.map { [Block.paragraph(StyledText($0))] } ?? []
        return Output(blocks: said + (silence.map { [StudyCommand.unheard($0)] } ?? []), continuation: .dialogue(screen))
    }

    /// Said once, before the first card: nobody waits for a sound that does not come.
    private static func unheard(_ why: Failure) -> Block {
        .paragraph(StyledText("Nothing can be heard here: the words are written instead. \(why.message) \(why.advice)", .warning))
    }
}
