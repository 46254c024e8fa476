import Content
import Guidance
import Kernel
import Learning
import Practice
import Terminal

/// What a small child sees of cards and tests: what is asked, large tiles to choose from, praise.
enum ChildSession {
    /// Longer words than these fill a tile by themselves.
    private static let short = 18

    /// Tiles with room above and below the word, where all of them are short.
    static func tiles(_ choices: [String]) -> [Block] {
        guard !choices.isEmpty else { return [] }
        let isLong = choices.contains { $0.count > short }
        let tiles = choices.enumerated().map { index, choice in
            TileGrid.Tile(String(index + 1), (isLong ? [choice] : [" ", choice, " "]).map { StyledText(asked: $0, .title) })
        }
        return [.gap, .tiles(TileGrid(tiles, columns: 2))]
    }

    /// A question: what it is about, and what is asked, each by itself.
    static func question(_ text: String) -> [Block] {
        let parts = text.split(separator: ": ", maxSplits: 1)
        guard parts.count == 2 else { return [.heading(StyledText(content: text))] }
        return [
            .paragraph(StyledText(content: String(parts[0]), .muted)), .gap,
            .heading(StyledText(content: parts[1].capitalizedFirst)),
        ]
    }

    /// A new word: how it is written, how it is said, what it means.
    static func word(_ term: Term) -> [Block] {
        let said = term.pronunciation().map { [Block.paragraph(StyledText("Say: \($0.romanized)", .muted))] } ?? []
        return [.heading(StyledText(term.hangul))] + said + [.gap, .paragraph(StyledText(content: term.english, .accent))]
    }

    /// What is said before the first question.
    static func beginning(_ questions: Int) -> String { "\(counted(questions, "question")) for you. Choose what you think!" }

    /// What is said where something that was left goes on.
    static let goingOn: [Block] = [.paragraph("Let us go on!")]

    /// A star for each thing of today, and the days in a row.
    static func today(_ figures: PracticeFigures, goal: Int) -> [Block] {
        let done = figures.today.answers
        let stars = Praise.stars(min(done, goal)) + (done < goal ? " " + Praise.open(goal - done) : "")
        return [.heading("Today"), .paragraph(StyledText(stars.trimmed(), .good))]
            + [.paragraph(StyledText(done < goal ? "\(goal - done) to go!" : "All done for today. Well done!"))]
            + inARow(figures.streak.current)
    }

    /// What was read and begun so far; nothing of what was not.
    static func lessons(read: Int, begun: Int) -> [Block] {
        let said = [
            read == 0 ? nil : "You have read \(counted(read, "page")).",
            begun == 0 ? nil : "You know \(counted(begun, "partner exercise")).",
        ].compactMap { $0 }
        return said.isEmpty ? [] : [.paragraph(StyledText(declared: said.joined(separator: " "), .good))]
    }

    private static func inARow(_ days: Int) -> [Block] {
        days > 1 ? [.paragraph(StyledText("\(days) days in a row!", .accent))] : []
    }

    /// What is said of something that was done.
    static func praise(_ seed: Int) -> StyledText { StyledText(declared: Praise.one(of: Praise.right, seed), .good) }

    /// What is said of an answer.
    static func sentence(isRight: Bool, _ answer: String, seed: Int) -> StyledText {
        isRight
            ? StyledText("\(declared: Praise.one(of: Praise.right, seed)) \(asked: answer)", .good)
            : StyledText("\(declared: Praise.one(of: Praise.almost, seed)) \(asked: answer)", .accent)
    }

    /// What is worth typing after a session.
    static let next = ["study", "game match"]

    /// Refuses what is too much for a small child, and says what is not.
    ///
    /// - Parameter what: what is too much, with its verb: `Thirty questions are`.
    static func expectGrown(_ learner: Learner, _ what: String) throws {
        guard learner.isChild else { return }
        throw Failure(
            .notForChildren, "\(what) too much for a small child.",
            advice:
                "`test quick` asks five questions, `study` brings five words. `profile edit NAME --child off` opens everything.")
    }

    /// The end of a lesson.
    static func ending(of run: Run<LessonExercise>) -> [Block] {
        let (kind, activity) = (run.exercise.kind, run.exercise.activity)
        let what = activity == "read" ? "page" : kind == .lineWork ? "line" : activity == "practice" ? "exchange" : "question"
        return ending(
            done: run.answers.count, known: what == "question" ? run.right : 0, what, streak: 0, seed: run.log.seed)
    }

    /// The end, which is a good one.
    ///
    /// - Parameters:
    ///   - done: how many things were practised.
    ///   - known: how many of them were known.
    ///   - what: what they are called, one of them.
    static func ending(done: Int, known: Int, _ what: String, streak: Int, seed: Int) -> [Block] {
        guard done > 0 else { return [.paragraph("See you soon!")] }
        let all: StyledText = done == 1 ? " You knew it!" : " You knew all of them!"
        let some: StyledText = known > 0 ? " You knew \(known) of them!" : ""
        let told: StyledText =
            what == "question" ? "You answered \(counted(done, what))." : "You practised \(counted(done, what))."
        return [
            .heading(StyledText(declared: Praise.one(of: Praise.end, seed))), .gap,
            .paragraph(StyledText(Praise.stars(done), .good)), .gap,
            .paragraph(told + (known == done ? all : some)),
        ] + inARow(streak)
    }
}
