import Attainment
import Guidance
import Kernel
import Practice
import Terminal

/// `progress` of a small child: what was done and what is known, in a few lines, and nothing of what is missing.
enum ChildProgress {
    /// So many things are named of each sort.
    private static let named = 3

    static func blocks(_ overview: Overview) -> [Block] {
        let days = overview.sums.days
        guard days > 0 else { return [.heading("Welcome!"), .paragraph("Do your first words, and your first star is here.")] }
        let known = names(of: overview) { $0.isMastered }
        let begun = names(of: overview) { $0.met > 0 && !$0.isMastered }
        let next = overview.belt.map { [Block.paragraph(StyledText("On the way to your next belt: \($0.name).", .accent))] }
        return [
            .heading(StyledText(declared: Praise.one(of: Praise.end, days))), .gap,
            .paragraph(StyledText(Praise.stars(days), .good)),
            .gap, .paragraph(StyledText("You practised on \(counted(days, "day")).")),
        ] + (known.isEmpty ? [] : [.paragraph(StyledText("You know well: \(known).", .good))])
            + (begun.isEmpty ? [] : [.paragraph(StyledText("You are learning: \(begun)."))]) + (next ?? [])
    }

    /// What was done when, a star for each answer that was given and for a fifth of a game's points.
    static func sessions(_ list: SessionList, title: (PracticeKind) -> String) -> [Block] {
        let rows = list.shown.map { session in
            let done = session.score == nil ? session.answers : Int(((session.share ?? 0) * 5).rounded())
            return [
                StyledText("\(session.day)", .muted), StyledText(declared: title(session.kind)),
                StyledText(Praise.stars(max(1, done)), .good),
            ]
        }
        return [
            .heading(StyledText("You practised \(counted(list.total, "time"))!")),
            .table(Table([.init("Day"), .init("What"), .init("Stars")], rows: rows)),
        ]
    }

    /// What was reached, and what may be next; nothing of how far it is.
    static func achievements(_ reached: [Achievement], _ rest: [Achievement]) -> [Block] {
        let won = reached.map {
            Block.paragraph(StyledText("★ \(declared: $0.title)", .good) + StyledText("  \(declared: $0.about)", .muted))
        }
        let next = rest.prefix(named).map {
            Block.paragraph(StyledText("☆ \(declared: $0.title)") + StyledText("  \(declared: $0.about)", .muted))
        }
        return (won.isEmpty ? [] : [.heading("You have reached")] + won + [.gap])
            + (next.isEmpty ? [] : [.heading("What comes next")] + next)
    }

    /// The first of them by name: words by what they are about, patterns, sparring and pages.
    private static func names(of overview: Overview, _ isWanted: (Area) -> Bool) -> String {
        let titles = overview.areas.filter { ![.belts, .linework].contains($0.group) && isWanted($0) }.map(\.title)
        return titles.prefix(named).joined(separator: ", ") + (titles.count > named ? " and more" : "")
    }
}
