import Content
import Terminal

/// What people see of a pattern.
struct PatternPage {
    let pattern: Pattern
    let belts: BeltOrder
    let sources: [String: String]
    /// Whether each movement says what often goes wrong in it.
    var showsMistakes = false

    var blocks: [Block] {
        let heading = pattern.heading
        var facts: [(name: String, value: StyledText)] = [
            ("Korean", StyledText("\(heading.hangul), \(heading.romanization)")),
            ("Grade", StyledText(belts.belt(of: heading.grade)?.name ?? heading.grade.id)),
            ("Moves", StyledText("\(heading.count)")), ("Begins", StyledText(heading.ready)),
            (
                "Ends",
                StyledText(
                    "the \(heading.returning.rawValue) foot comes back"
                        + (heading.returnsAfter.map { ", the \(heading.returning.other.rawValue) one after \($0)" } ?? ""))
            ),
            ("Diagram", StyledText([heading.diagram, heading.sign].compactMap { $0 }.joined(separator: " "))),
        ]
        if heading.isFromSingleSource { facts.append(("Sources", StyledText("only one: check before use", .warning))) }
        let texts = [heading.meaning, heading.why, heading.teaching].filter { !$0.isEmpty }
        return [.heading(StyledText(heading.name))] + texts.map { .paragraph(StyledText($0)) } + [.gap, .facts(facts), .gap]
            + pattern.moves.flatMap(short) + marks
    }

    private func short(_ move: Move) -> [Block] {
        var line = StyledText("\(move.number)", .title) + StyledText(String(move.sentence.dropFirst("\(move.number)".count)))
        let remarks = [move.pace, move.isStamping ? "stamping" : nil].compactMap { $0 }
        if !remarks.isEmpty { line = line + StyledText(" (\(remarks.joined(separator: "; ")))", .accent) }
        if move.doubt != nil { line = line + StyledText(" ?", .warning) }
        if move.isFromSingleSource, !pattern.heading.isFromSingleSource { line = line + StyledText(" *", .warning) }
        let korean = [move.hangul, move.korean].compactMap { $0 }.joined(separator: "  ")
        let lines = [move.otherHand, move.noAction, korean.isEmpty ? nil : korean].compactMap { $0 }
        let mistakes = showsMistakes ? move.mistakes : []
        return [.paragraph(line)] + lines.map { .paragraph(StyledText("   " + $0, .muted)) }
            + mistakes.map { .paragraph(StyledText("   Mistake: ", .warning) + StyledText($0)) }
    }

    private var marks: [Block] {
        var lines: [String] = []
        if !pattern.heading.isFromSingleSource, pattern.moves.contains(where: \.isFromSingleSource) {
            lines.append("* Only one source has this movement.")
        }
        if pattern.moves.contains(where: { $0.doubt != nil }) {
            lines.append("? Something is uncertain: `pattern show \(pattern.id) --move N` says what.")
        }
        return lines.isEmpty ? [] : [.gap] + lines.map { .paragraph(StyledText($0, .muted)) }
    }

    /// Everything about one movement.
    func blocks(for move: Move) -> [Block] {
        var facts: [(name: String, value: StyledText)] = [("Feet", StyledText(move.footwork))]
        if let ending = move.ending {
            facts.append(("Stance", StyledText(ending.phrase + (ending.isMaintained ? ", kept" : ""))))
        }
        for deed in move.deeds { facts.append(("Technique", StyledText(deed.phrase))) }
        if let other = move.otherHand { facts.append(("Hands", StyledText(other))) }
        if let reason = move.noAction { facts.append(("Technique", StyledText("none. \(reason)"))) }
        if let pace = move.pace { facts.append(("Timing", StyledText(pace))) }
        if let hangul = move.hangul { facts.append(("Hangul", StyledText(hangul, .title))) }
        if let korean = move.korean { facts.append(("ITF", StyledText(korean))) }
        facts += move.mistakes.map { ("Mistake", StyledText($0)) }
        facts.append(("Sources", StyledText(move.sources.map { sources[$0] ?? $0 }.joined(separator: "; "))))
        let remarks = [(move.note, TextRole.plain), (move.doubt.map { "Not sure: \($0)" }, .warning)]
        return [.heading(StyledText("\(pattern.heading.name) \(move.number)")), .facts(facts)]
            + remarks.compactMap { text, role in text.map { .paragraph(StyledText($0, role)) } }
    }
}
