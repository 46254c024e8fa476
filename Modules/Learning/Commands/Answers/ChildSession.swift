import Content
import Guidance
import Interface
import Kernel
import Learning
import Practice

/// The texts and layouts of cards and tests for small children: the question, large answer tiles
/// and praise.
package enum ChildSession {
    /// The maximum length of a word in a tile with padding.
    private static let shortLength = 18

    /// Returns answer tiles, padded above and below if all words are short.
    package static func tiles(_ choices: [String]) -> [Block] {
        guard !choices.isEmpty else { return [] }
        let isLong = choices.contains { $0.count > shortLength }
        let tiles = choices.enumerated().map { index, choice in
            TileGrid.Tile(
                String(index + 1), (isLong ? [choice] : [" ", choice, " "]).map { StyledText(asked: $0, .title) })
        }
        return [.gap, .tiles(TileGrid(tiles, columns: 2))]
    }

    /// Returns a question with its subject and its request as separate blocks.
    package static func question(_ text: String) -> [Block] {
        let parts = text.split(separator: ": ", maxSplits: 1)
        guard parts.count == 2 else { return [.heading(StyledText(content: text))] }
        return [
            .paragraph(StyledText(content: String(parts[0]), .muted)), .gap,
            .heading(StyledText(content: parts[1].capitalizedFirst)),
        ]
    }

    /// Returns a new word with its spelling, pronunciation and meaning.
    static func word(_ term: Term) -> [Block] {
        let pronunciation =
            term.pronunciation().map { [Block.paragraph(StyledText("Say: \($0.romanized)", .muted))] } ?? []
        return [.heading(StyledText(term.hangul))] + pronunciation + [
            .gap, .paragraph(StyledText(content: term.english, .accent)),
        ]
    }

    /// Returns the text before the first question.
    package static func introduction(_ questions: Int) -> String {
        "\(counted(questions, "question")) for you. Choose what you think!"
    }

    /// The text shown when an unfinished session resumes.
    package static let resumeBlocks: [Block] = [.paragraph("Let us go on!")]

    /// Returns a star for each answer of today and the number of consecutive days.
    static func today(_ figures: PracticeStatistics, goal: Int) -> [Block] {
        let answerCount = figures.today.answers
        let stars =
            Praise.stars(min(answerCount, goal))
            + (answerCount < goal ? " " + Praise.unearnedStars(goal - answerCount) : "")
        return [.heading("Today"), .paragraph(StyledText(stars.trimmed(), .good))]
            + [
                .paragraph(
                    StyledText(answerCount < goal ? "\(goal - answerCount) to go!" : "All done for today. Well done!"))
            ]
            + streakBlocks(figures.streak.current)
    }

    /// Returns the number of consecutive days, or no blocks for a single day.
    private static func streakBlocks(_ days: Int) -> [Block] {
        days > 1 ? [.paragraph(StyledText("\(days) days in a row!", .accent))] : []
    }

    /// Returns praise for a completed task.
    package static func praise(_ seed: Int) -> StyledText {
        StyledText(declared: Praise.one(of: Praise.right, seed), .good)
    }

    /// Returns the response to an answer.
    package static func feedback(isRight: Bool, _ answer: String, seed: Int) -> StyledText {
        isRight
            ? StyledText("\(declared: Praise.one(of: Praise.right, seed)) \(asked: answer)", .good)
            : StyledText("\(declared: Praise.one(of: Praise.almost, seed)) \(asked: answer)", .accent)
    }

    /// The commands to suggest after a session.
    package static let next = ["study", "game match"]

    /// Throws if the learner is a small child, and suggests suitable commands.
    ///
    /// - Parameter what: the request that is too much, with its verb: `Thirty questions are`.
    package static func requireAdult(_ learner: Learner, _ what: String) throws {
        guard learner.isChild else { return }
        throw Failure(
            .notForChildren, "\(what) too much for a small child.",
            advice:
                "`test quick` asks five questions, `study` brings five words. `profile edit NAME --child off` opens everything."
        )
    }

    /// Returns the closing text of a session, which always praises.
    ///
    /// - Parameters:
    ///   - done: the number of items practiced.
    ///   - known: the number of items known.
    ///   - noun: the singular noun for an item.
    package static func ending(done: Int, known: Int, _ noun: String, streak: Int, seed: Int) -> [Block] {
        guard done > 0 else { return [.paragraph("See you soon!")] }
        let allKnown: StyledText = done == 1 ? " You knew it!" : " You knew all of them!"
        let someKnown: StyledText = known > 0 ? " You knew \(known) of them!" : ""
        let countText: StyledText =
            noun == "question" ? "You answered \(counted(done, noun))." : "You practised \(counted(done, noun))."
        return [
            .heading(StyledText(declared: Praise.one(of: Praise.end, seed))), .gap,
            .paragraph(StyledText(Praise.stars(done), .good)), .gap,
            .paragraph(countText + (known == done ? allKnown : someKnown)),
        ] + streakBlocks(streak)
    }
}
