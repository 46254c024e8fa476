import Accounts
import Interface
import Kernel
import Sync

/// The display of a superseded version, in one line and next to the current version.
enum SupersededVersionText {
    /// Returns the reason in a few words.
    static func causeText(_ cause: Recovered.Cause) -> String {
        switch cause {
        case .edited: "edited there too"
        case .deleted: "deleted there"
        case .sameKey: "made there too"
        }
    }

    /// Returns both versions side by side. Marks enclose the differences, so that color alone
    /// carries no meaning.
    static func blocks(_ version: SupersededVersion, moment: String) -> [Block] {
        let winnerTitle =
            switch version.kept.cause {
            case .edited: "Current version"
            case .deleted: "Deleted"
            case .sameKey: "Stands instead"
            }
        let head: [Block] = [
            .heading(StyledText(version.line, .title)),
            .facts([
                ("When", StyledText(moment)), ("Device", StyledText(version.device)),
                ("Why", StyledText(declared: causeText(version.kept.cause))),
                ("Part", StyledText(declared: version.part)),
            ]),
        ]
        guard !version.differences.isEmpty else { return head }
        // The versions are side by side if there is room, and never truncated.
        let lost = column("Gave way", version, .first)
        let won = column(winnerTitle, version, .second)
        return head + [.gap, .panels([lost, won])]
    }

    private static func column(_ title: String, _ version: SupersededVersion, _ side: WordDifference.Side) -> [Block] {
        [.heading(StyledText(declared: title))]
            + version.differences.map {
                .paragraph(StyledText("\($0.name)  ", .muted) + SupersededVersionText.side($0.words, side))
            }
    }

    /// Returns one side of a comparison: `[-only in the first-]`, `{+only in the second+}`.
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
