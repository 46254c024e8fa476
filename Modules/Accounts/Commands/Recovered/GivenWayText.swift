import Accounts
import Kernel
import Sync
import Terminal

/// How what gave way is shown: in a line, and beside what stands.
enum GivenWayText {
    /// Why, in a few words.
    static func why(_ cause: Recovered.Cause) -> String {
        switch cause {
        case .edited: "edited there too"
        case .deleted: "deleted there"
        case .sameKey: "made there too"
        }
    }

    /// Both versions beside each other. What only one has is between marks, so that nothing is said by colour alone.
    static func blocks(_ one: GivenWay, moment: String) -> [Block] {
        let stands =
            switch one.kept.cause {
            case .edited: "Stands now"
            case .deleted: "Deleted"
            case .sameKey: "Stands instead"
            }
        let head: [Block] = [
            .heading(StyledText(one.line, .title)),
            .facts([
                ("When", StyledText(moment)), ("Device", StyledText(one.device)),
                ("Why", StyledText(declared: why(one.kept.cause))),
                ("Part", StyledText(declared: one.part)),
            ]),
        ]
        guard !one.differences.isEmpty else { return head }
        // Beside each other where there is room, and never cut.
        let (lost, won) = (column("Gave way", one, .first), column(stands, one, .second))
        return head + [.gap, .panels([lost, won])]
    }

    private static func column(_ title: String, _ one: GivenWay, _ side: WordDifference.Side) -> [Block] {
        [.heading(StyledText(declared: title))]
            + one.differences.map { .paragraph(StyledText("\($0.name)  ", .muted) + GivenWayText.side($0.words, side)) }
    }

    /// One side of a comparison: `[-what only the first has-]`, `{+what only the second has+}`.
    static func side(_ words: WordDifference, _ side: WordDifference.Side) -> StyledText {
        var text: StyledText = ""
        for run in words.runs where run.side == .both || run.side == side {
            let space = text.spans.isEmpty ? "" : " "
            switch run.side {
            case .both: text = text + StyledText(space + run.text)
            case .first: text = text + StyledText(space) + StyledText("[-\(run.text)-]", .bad)
            case .second: text = text + StyledText(space) + StyledText("{+\(run.text)+}", .good)
            }
        }
        return text
    }
}
