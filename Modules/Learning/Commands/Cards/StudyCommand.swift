import Content
import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// `study`: plans a session, or goes on with the one that was left, and plays it.
struct StudyCommand {
    let flashcards: @Sendable () throws -> Flashcards

    var command: Command {
        Command(
            "study", "Study flashcards",
            discussion: """
                Cards that are due come first; every fourth is new. A new word is asked from Korean to English; once you knew it, also from \
                English to Korean. Without options, a session that was left goes on.

                Learn: look, flip with space, then say how well you knew it: 1 again, 2 hard, 3 good, 4 easy (or n and y). \
                Test: type the answer; hangul and romanisation count, with their variants.

                Each answer is kept when the next card shows. u takes the last one back, s passes over a card, b shows what a word is \
                made of, q leaves and continues later.
                """,
            examples: [
                Command.Example("study", "Start flashcard session, or go on with the one that was left"),
                Command.Example("study --cards 15 --direction ko-en", "fifteen cards, the new ones from Korean to English"),
                Command.Example("study --mode test --answer choose --category stances", "a test with four choices"),
                Command.Example("study --new --preset beginner", "only new cards, back at short intervals"),
            ],
            StudyOptions(flashcards: flashcards).request,
            .flag("continue", "go on with the last session, even if it may be open elsewhere"),
            returns: .one(ResultsFields.all), changes: true
        ) { request, insists in try run(request, insists) }
    }

    private func run(_ request: StudyRequest, _ insists: Bool) throws -> Output {
        let flashcards = try flashcards()
        if var run = try left(flashcards, request, insists) {
            try flashcards.log.resume(&run)
            let cards = counted(run.remaining, "card")
            return try playing(run, flashcards, saying: "Going on where you left: \(cards) to go.")
        }
        let elsewhere = request.isAnother ? nil : try flashcards.unfinished(running: true)
        do {
            return try playing(flashcards.begin(request.configuration), flashcards, saying: elsewhere.map(StudyCommand.mention))
        } catch let failure as Failure where failure.code == .nothingToStudy {
            return Output.one(
                StudyResults.nothing(request.configuration.mode), ResultsFields.all,
                blocks: [.paragraph(StyledText(failure.message)), .paragraph(StyledText(failure.advice, .muted))],
                next: ["due", "stats"])
        }
    }

    /// The session to go on with: the one that was left, unless the words ask for another.
    private func left(_ flashcards: Flashcards, _ request: StudyRequest, _ insists: Bool) throws -> Run<CardExercise>? {
        guard insists || !request.isAnother else { return nil }
        let run = try flashcards.unfinished(running: insists)
        guard run != nil || !insists else {
            throw Failure(.noSession, "There is no session to go on with.", advice: "Begin one with `study`.")
        }
        return run
    }

    /// A session that ended a moment ago without a word, by Ctrl-C for example, may also be open elsewhere: it is named, and not taken.
    private static func mention(_ run: Run<CardExercise>) -> String {
        "Another session has \(counted(run.remaining, "card")) to go. If it is not open elsewhere, go on with it: study --continue."
    }

    private func playing(_ run: Run<CardExercise>, _ flashcards: Flashcards, saying sentence: String?) throws -> Output {
        let screen = try PracticeScreen(flashcards.log, run, CardFace(flashcards))
        return Output(blocks: sentence.map { [.paragraph(StyledText($0))] } ?? [], continuation: .dialogue(screen))
    }
}
