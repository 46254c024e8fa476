import Assessment
import Interface
import Kernel
import LearningCommands
import Practice

/// The results of a training as output fields for programs and people.
enum TrainFields {
    static let all: [Field<TrainingResults>] = [
        Field("session", "the session") { .text($0.run.id.rawValue) },
        Field("minutes", "how long it was to be") { .integer($0.run.settings.minutes) },
        Field("seconds", "seconds spent on answers") { .integer($0.run.milliseconds / 1000) },
        Field("items", "things in it; a new word that is only shown is one as well") { .integer($0.run.items.count) },
        Field("remaining", "things still to come when it stopped") { .integer($0.remaining) },
        Field("cards", "cards that were answered") { .integer($0.cards.count) },
        Field("cardsRight", "how many of them were right") { .integer(right($0.cards)) },
        Field("new", "how many of them were new") { .integer($0.new) },
        Field("due", "cards that are still due") { .integer($0.due) },
        Field("pattern", "its pattern; null where none is open") { .text($0.mastery?.heading.id) },
        Field("movements", "movements that were done") { .integer($0.movements.count) },
        Field("movementsWell", "how many of them went well") { .integer(right($0.movements)) },
        Field("mastery", "how well you now know the pattern, 0 to 1; null where none is open") {
            $0.mastery.map { .number(Double($0.level) / 1000) } ?? .null
        },
        Field("questions", "questions that were answered") { .integer($0.questions.count) },
        Field("questionsRight", "how many of them were right") { .integer(right($0.questions)) },
        Field("lines", "lines that were done") { .integer($0.lines.count) },
        Field("linesWell", "how many of them went well") { .integer(right($0.lines)) },
    ]

    private static func right(_ answers: [Answer]) -> Int { answers.count { $0.isRight } }

    /// Returns the results of a training, with the line of the grading plan and suggested commands.
    static func output(_ results: TrainingResults, _ training: Training, saying feedbackBlocks: [Block]) throws
        -> Output
    {
        if training.isForChild {
            let ending = ChildSession.ending(
                done: results.run.answers.count, known: 0, "thing", streak: 0, seed: results.run.log.seed)
            return .one(
                results, all, blocks: feedbackBlocks + ending,
                next: results.isUnfinished ? ["train"] : ChildSession.next)
        }
        let planLine = try PlanLine(training.planner)
        let planBlocks = planLine.map { [Block.gap, .paragraph(StyledText(declared: $0.text))] } ?? []
        let heading = results.isUnfinished ? "Paused for now" : "Training: done"
        let next =
            (results.isUnfinished ? ["train"] : results.due > 0 ? ["study"] : [])
            + (results.mastery.map { $0.shaky.isEmpty ? [] : ["pattern practice \($0.heading.id) --shaky"] } ?? [])
            + (planLine.map { $0.otherCommands + ["grading plan"] } ?? [])
        return .one(
            results, all,
            blocks: feedbackBlocks + [.heading(StyledText(declared: heading)), .facts(facts(results))] + planBlocks,
            next: next.isEmpty ? ["stats"] : next)
    }

    /// Returns the results part by part, with the time and the items still to come.
    private static func facts(_ results: TrainingResults) -> [(name: String, value: StyledText)] {
        /// Returns the fact of a part, such as `12 cards, 9 right`, or nothing without answers.
        func part(_ name: String, _ answers: [Answer], _ singular: String, _ rightWord: String, _ suffix: String = "")
            -> [(name: String, value: StyledText)]
        {
            guard !answers.isEmpty else { return [] }
            return [(name, StyledText("\(counted(answers.count, singular)), \(right(answers)) \(rightWord)\(suffix)"))]
        }
        let newText = results.new == 0 ? "" : ", \(results.new) new"
        let mastery = results.mastery.map { " (mastery \($0.percent))" } ?? ""
        var facts =
            part("Cards", results.cards, "card", "right", newText)
            + part(results.mastery?.heading.name ?? "Pattern", results.movements, "movement", "well", mastery)
            + part("Theory", results.questions, "question", "right") + part("Line work", results.lines, "line", "well")
        facts.append(("Time", StyledText(declared: ResultsFields.duration(results.run.milliseconds))))
        if results.remaining > 0 { facts.append(("Still to come", StyledText("\(results.remaining)"))) }
        if results.due > 0 { facts.append(("Still due", StyledText(counted(results.due, "card")))) }
        return facts
    }
}
