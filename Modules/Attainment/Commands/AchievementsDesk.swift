import Attainment
import Kernel
import Terminal

/// `achievements`, and what is said of something that was reached below the command that reached it.
struct AchievementsDesk: Sendable {
    let record: @Sendable () throws -> TrackRecord
    /// The first words of the commands that practise.
    let practising: Set<String>
    let isChild: @Sendable () throws -> Bool

    private static let cells = 10

    var command: Command {
        Command(
            "achievements", "List what you have reached, and how far you are with the rest",
            discussion: "What you reached once stays reached, also when you forget some of it later.",
            examples: [.init("achievements", "all"), .init("achievements --json", "for programs")],
            returns: .list(AchievementsDesk.fields)
        ) {
            let all = try record().achievements()
            let reached = all.filter(\.isReached).sorted { ($0.reached ?? .distant, $0.id) < ($1.reached ?? .distant, $1.id) }
            let rest = all.filter { !$0.isReached }
            if try isChild() {
                var output = Output.list(reached + rest, AchievementsDesk.fields, empty: "", next: ["study", "progress"])
                output.blocks = ChildProgress.achievements(reached, rest)
                return output
            }
            return .list(
                reached + rest, AchievementsDesk.fields, heading: StyledText("\(reached.count) of \(all.count) reached"),
                empty: "There are none.", next: reached.isEmpty ? ["study"] : ["progress", "share"])
        }
    }

    private static let fields: [Field<Achievement>] = [
        Field("id", "its name for programs") { .text($0.id) },
        Field(
            "title", title: "Achievement", "what it is called",
            cell: { StyledText(declared: $0.title, $0.isReached ? .good : .plain) }
        ) {
            .text($0.title)
        },
        Field("about", title: "What it asks", "what it asks", room: .main, cell: { StyledText(declared: $0.about) }) {
            .text($0.about)
        },
        Field("have", "how much of it is there; per cent where it asks for them") { .integer($0.have) },
        Field("need", "how much it takes") { .integer($0.need) },
        Field(
            "reached", title: "Reached", "the day on which it was reached; null while it was not", room: .whole,
            cell: { one in
                StyledText(declared: one.reached.map { "\($0)" } ?? AchievementsDesk.way(one), one.isReached ? .good : .muted)
            }
        ) { .day($0.reached) },
    ]

    private static func way(_ one: Achievement) -> String {
        one.isShare ? "\(one.have) %" : one.need == 1 ? "not yet" : "\(grouped(one.have)) of \(grouped(one.need))"
    }

    /// A figure as the sentences have it: 1,000.
    private static func grouped(_ figure: Int) -> String {
        figure < 1000 ? "\(figure)" : "\(grouped(figure / 1000)),\(String(figure % 1000 + 1000).dropFirst())"
    }

    /// Belongs to what a session brought, so a pipe reads it too. Where it cannot be found out, nothing is said: what was practised stands.
    var celebration: Afterword {
        Afterword("celebration", isForPipes: true) { command in
            guard practising.contains(command), let record = try? record(), let milestones = try? record.newMilestones(),
                !milestones.isEmpty
            else { return [] }
            return milestones.flatMap { milestone -> [Block] in
                let line = Block.paragraph(StyledText("★ ", .accent) + StyledText(declared: milestone.sentence, .good))
                guard milestone.kind == .belt, let belt = try? record.around.belt() else { return [line] }
                return [line, .paragraph(StyledText("  ") + AchievementsDesk.stripe(belt))]
            }
        }
    }

    /// The belt, as full as it is.
    private static func stripe(_ belt: NextBelt) -> StyledText {
        let full = belt.share * cells / 1000
        let colour = belt.colours.first
        let cells = (0..<cells).map { $0 < full ? colour ?? empty : empty }
        return .swatch(cells, "\(belt.share / 10) %", .muted)
    }

    private static let empty = RGBColor(0x6B6F76)
}

extension Day {
    /// Behind every other.
    fileprivate static let distant = Day(ordinal: .max)
}
