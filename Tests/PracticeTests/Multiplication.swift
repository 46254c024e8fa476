import Interface
import Kernel
import Practice
import PracticeCommands

/// The multiplication table as an exercise. It shows that Practice accepts any content, and what a
/// new exercise requires.
struct Multiplication: Exercise {
    struct Item: Codable, Hashable { let row, by: Int }
    typealias Settings = NoSettings

    let kind = PracticeKind(rawValue: "multiplication")
    let activity = "practice"

    func memory(in run: Run<Self>) -> MemoryRule { .schedule(LeitnerScheduler.standard) }
    func target(of item: Item, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(kind, "\(item.row)", "\(item.by)"), "product")
    }
    func task(for item: Item, in run: Run<Self>) -> Item? { item }
    func judge(_ product: Int, to item: Item, in run: Run<Self>) -> Mark {
        Mark(.recalled, product == item.row * item.by ? .good : .again)
    }
    func label(of mark: Mark, to item: Item, in run: Run<Self>) -> String { "Multiplied \(item.row) by \(item.by)" }
    func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back a product" }
}

/// Shows a task of the multiplication table.
struct MultiplicationView: ExerciseView {
    typealias Kind = Multiplication
    let help = "sums"

    func render(_ item: Multiplication.Item, in run: Run<Kind>, seconds: Double, saying blocks: [Block]) -> DialogueView
    {
        DialogueView(blocks + [.heading(StyledText("\(item.row) × \(item.by)"))], wanted: .line(prompt: "="))
    }
    func handle(_ key: Key, on item: Multiplication.Item, in run: Run<Kind>) -> Reaction { .stay }
    func read(_ line: String, on item: Multiplication.Item, in run: Run<Kind>) -> Reaction {
        Int(line).map { .answer($0) } ?? .say(StyledText("A number, please."))
    }
    func output(of run: Run<Kind>, saying blocks: [Block]) -> Output {
        Output(
            blocks: blocks + [
                .paragraph(StyledText("\(run.right) of \(run.answers.count) right, \(run.remaining) left"))
            ]
        )
    }
}
