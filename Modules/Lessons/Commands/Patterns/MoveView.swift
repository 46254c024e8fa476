import Content
import Footwork
import Interface
import Learning
import Lessons

/// A movement of a pattern during practice.
struct MoveView {
    let pattern: Pattern
    let move: Move
    /// The position in the session, from 1.
    let position: Int
    /// The number of movements in the session.
    let count: Int
    let belt: StyledText
    let showsKorean: Bool
    let showsDrawing: Bool
    let tempo: MoveTempo?
    /// The preceding movement, if this one is asked out of sequence.
    let before: Move?
    /// Whether the learner has never practiced the movement.
    let isNew: Bool
    /// Whether the learner is a small child, who sees the movement only.
    var isChild = false

    /// The blocks before the movement is shown, with its number only.
    var question: [Block] { [header, .gap] + questionCard }

    var questionCard: [Block] {
        let cue = before.map { [Block.facts([("After", StyledText(content: $0.sentence))])] } ?? []
        let task =
            isNew
            ? "New here. Do it from memory if you can; else look, and do it along." : "Do it from memory, then look."
        return [.heading(StyledText("Movement \(move.number)"))] + cue + [.paragraph(StyledText(declared: task))]
    }

    var blocks: [Block] { [header, .gap] + words + remarksAndDrawing(gap: []) }

    /// The movement for a card, with a gap between the words and the details.
    var card: [Block] { words + remarksAndDrawing(gap: [.gap]) }

    var positionText: String { "\(move.number) of \(pattern.heading.count)\(part)" }

    /// Returns the footwork, the remarks and the drawing, or no blocks for a small child.
    private func remarksAndDrawing(gap: [Block]) -> [Block] {
        isChild
            ? []
            : gap + [.facts([("Feet", StyledText(content: move.footwork))] + remarks)] + (showsDrawing ? drawing : [])
    }

    /// The names of the movement. With Korean shown, it comes before the English sentence.
    private var words: [Block] {
        let sentence = String(move.sentence.dropFirst("\(move.number) ".count))
        var blocks: [Block] = [.heading(StyledText(content: showsKorean ? move.hangul ?? sentence : sentence))]
        if showsKorean {
            if let korean = move.korean { blocks.append(.paragraph(StyledText(korean, .accent))) }
            if move.hangul != nil { blocks.append(.paragraph(StyledText(content: sentence))) }
        }
        return blocks
    }

    private var header: Block {
        .paragraph(
            StyledText("\(pattern.heading.name) \(move.number) of \(pattern.heading.count)\(part)  ", .muted) + belt)
    }

    /// The position in the practiced part, or an empty string for the whole pattern.
    private var part: String { count == pattern.moves.count ? "" : ", \(position) of \(count) now" }

    private var remarks: [(name: String, value: StyledText)] {
        var facts: [(name: String, value: StyledText)] = []
        if let other = move.otherHand { facts.append(("Hands", StyledText(content: other))) }
        if let pace = move.pace { facts.append(("Timing", StyledText(content: pace, .warning))) }
        if move.hasKihap { facts.append(("Kihap", "here")) }
        if let note = move.note { facts.append(("Note", StyledText(content: note))) }
        if tempo == nil { facts += move.mistakes.map { ("Mistake", StyledText(content: $0, .muted)) } }
        if let tempo { facts.append(("Tempo", StyledText("\(Int(60 / tempo.beat + 0.5)) beats a minute"))) }
        return facts
    }

    private var drawing: [Block] {
        let drawnNumbers = max(1, move.number - 3)...move.number
        let diagram = PatternDiagram(pattern, showing: drawnNumbers, colors: DiagramColors(belt: []))
        return [.gap] + diagram.characters(width: 36).map { .preformatted(StyledText($0)) }
            + [
                .paragraph(
                    StyledText(
                        "Each number shows where its movement ends and which way you face; \(diagram.compass).", .muted)
                )
            ]
    }
}
