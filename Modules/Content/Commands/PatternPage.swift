import Content
import Interface

/// The text output of a pattern.
struct PatternPage {
    let pattern: Pattern
    let belts: BeltOrder
    let sources: [String: String]
    var showsMistakes = false

    var blocks: [Block] {
        let heading = pattern.heading
        var facts: [(name: String, value: StyledText)] = [
            ("Korean", StyledText("\(heading.hangul), \(heading.romanization)")),
            ("Grade", StyledText(declared: belts.belt(of: heading.grade)?.name ?? heading.grade.id)),
            ("Moves", StyledText("\(heading.count)")), ("Begins", StyledText(content: heading.ready)),
            (
                "Ends",
                PatternPage.returnText(heading)
            ),
            ("Diagram", StyledText(content: [heading.diagram, heading.sign].compactMap { $0 }.joined(separator: " "))),
        ]
        if heading.isFromSingleSource { facts.append(("Sources", StyledText("only one: check before use", .warning))) }
        let texts = [heading.meaning, heading.why, heading.teaching].filter { !$0.isEmpty }
        return [.heading(StyledText(heading.name))] + texts.map { .paragraph(StyledText(content: $0)) } + [
            .gap, .facts(facts), .gap,
        ]
            + pattern.moves.flatMap(summaryBlocks) + footnotes
    }

    /// Returns the foot that returns at the end, and after which movement the other one does.
    private static func returnText(_ heading: PatternHeading) -> StyledText {
        switch (heading.returningFoot, heading.returnsAfter) {
        case (.left, let number?): "the left foot comes back, the right one after \(number)"
        case (.right, let number?): "the right foot comes back, the left one after \(number)"
        case (.left, nil): "the left foot comes back"
        case (.right, nil): "the right foot comes back"
        }
    }

    /// Returns a movement in short: its sentence, timing, Korean name and mistakes.
    private func summaryBlocks(_ move: Move) -> [Block] {
        var line =
            StyledText("\(move.number)", .title)
            + StyledText(content: String(move.sentence.dropFirst("\(move.number)".count)))
        let remarks = [move.pace, move.isStamping ? "stamping" : nil].compactMap { $0 }
        if !remarks.isEmpty { line = line + StyledText(" (\(content: remarks.joined(separator: "; ")))", .accent) }
        if move.doubt != nil { line = line + StyledText(" ?", .warning) }
        if move.isFromSingleSource, !pattern.heading.isFromSingleSource { line = line + StyledText(" *", .warning) }
        let korean = [move.hangul, move.korean].compactMap { $0 }.joined(separator: "  ")
        let lines = [move.otherHand, move.noAction, korean.isEmpty ? nil : korean].compactMap { $0 }
        let mistakes = showsMistakes ? move.mistakes : []
        return [.paragraph(line)] + lines.map { .paragraph(StyledText(content: "   " + $0, .muted)) }
            + mistakes.map { .paragraph(StyledText("   Mistake: ", .warning) + StyledText(content: $0)) }
    }

    /// The explanations of the signs `*` and `?`.
    private var footnotes: [Block] {
        var lines: [String] = []
        if !pattern.heading.isFromSingleSource, pattern.moves.contains(where: \.isFromSingleSource) {
            lines.append("* Only one source has this movement.")
        }
        if pattern.moves.contains(where: { $0.doubt != nil }) {
            lines.append("? Something is uncertain: `pattern show \(pattern.id) --move N` says what.")
        }
        return lines.isEmpty ? [] : [.gap] + lines.map { .paragraph(StyledText(declared: $0, .muted)) }
    }

    /// Returns all details of one movement.
    func blocks(for move: Move) -> [Block] {
        var facts: [(name: String, value: StyledText)] = [("Feet", StyledText(content: move.footwork))]
        if let ending = move.ending {
            facts.append(("Stance", StyledText(content: ending.phrase + (ending.isMaintained ? ", kept" : ""))))
        }
        for technique in move.actions { facts.append(("Technique", StyledText(content: technique.phrase))) }
        if let otherHand = move.otherHand { facts.append(("Hands", StyledText(content: otherHand))) }
        if let reason = move.noAction { facts.append(("Technique", StyledText("none. \(content: reason)"))) }
        if let pace = move.pace { facts.append(("Timing", StyledText(content: pace))) }
        if let hangul = move.hangul { facts.append(("Hangul", StyledText(hangul, .title))) }
        if let korean = move.korean { facts.append(("ITF", StyledText(korean))) }
        facts += move.mistakes.map { ("Mistake", StyledText(content: $0)) }
        facts.append(("Sources", StyledText.named(move.sources, by: sources)))
        let remarks = [
            move.note.map { StyledText(content: $0) },
            move.doubt.map { StyledText("Not sure: \(content: $0)", .warning) },
        ]
        return [.heading(StyledText("\(pattern.heading.name) \(move.number)")), .facts(facts)]
            + remarks.compactMap { $0.map { .paragraph($0) } }
    }
}
