import Guidance
import Interface
import Kernel
import Practice
import Progress

/// The `progress` output for a small child: a few lines about completed practice and known content,
/// without what is missing.
enum ChildProgress {
    /// The maximum number of names listed for each sort of area or achievement.
    private static let maximumNames = 3

    /// Returns the practiced days as stars, with the names of known and started areas.
    static func blocks(_ overview: Overview) -> [Block] {
        let days = overview.totals.days
        guard days > 0 else {
            return [.heading("Welcome!"), .paragraph("Do your first words, and your first star is here.")]
        }
        let knownNames = names(of: overview) { $0.isMastered }
        let startedNames = names(of: overview) { $0.met > 0 && !$0.isMastered }
        let next = overview.belt.map {
            [Block.paragraph(StyledText("On the way to your next belt: \($0.name).", .accent))]
        }
        return [
            .heading(StyledText(declared: Praise.one(of: Praise.end, days))), .gap,
            .paragraph(StyledText(Praise.stars(days), .good)),
            .gap, .paragraph(StyledText("You practised on \(counted(days, "day")).")),
        ] + (knownNames.isEmpty ? [] : [.paragraph(StyledText("You know well: \(knownNames).", .good))])
            + (startedNames.isEmpty ? [] : [.paragraph(StyledText("You are learning: \(startedNames)."))])
            + (next ?? [])
    }

    /// Returns the sessions by date, with a star for each answer or for each fifth of a game's
    /// points.
    static func sessions(_ list: SessionList, title: (PracticeKind) -> String) -> [Block] {
        let rows = list.shown.map { session in
            let starCount = session.score == nil ? session.answers : Int(((session.share ?? 0) * 5).rounded())
            return [
                StyledText("\(session.day)", .muted), StyledText(declared: title(session.kind)),
                StyledText(Praise.stars(max(1, starCount)), .good),
            ]
        }
        return [
            .heading(StyledText("You practised \(counted(list.total, "time"))!")),
            .table(Table([.init("Day"), .init("What"), .init("Stars")], rows: rows)),
        ]
    }

    /// Returns the achievements won and the next ones, without their progress.
    static func achievements(_ reached: [Achievement], _ remaining: [Achievement]) -> [Block] {
        let reachedLines = reached.map {
            Block.paragraph(
                StyledText("★ \(declared: $0.title)", .good) + StyledText("  \(declared: $0.about)", .muted))
        }
        let nextLines = remaining.prefix(maximumNames).map {
            Block.paragraph(StyledText("☆ \(declared: $0.title)") + StyledText("  \(declared: $0.about)", .muted))
        }
        return (reachedLines.isEmpty ? [] : [.heading("You have reached")] + reachedLines + [.gap])
            + (nextLines.isEmpty ? [] : [.heading("What comes next")] + nextLines)
    }

    /// Returns the names of the first areas: categories of words, patterns, sparring sets and
    /// pages.
    private static func names(of overview: Overview, _ isWanted: (Area) -> Bool) -> String {
        let titles = overview.areas.filter { ![.belts, .linework].contains($0.group) && isWanted($0) }.map(\.title)
        return titles.prefix(maximumNames).joined(separator: ", ") + (titles.count > maximumNames ? " and more" : "")
    }
}
