import Interface
import Kernel
import Progress

/// The `achievements` command, and the notice of new achievements after a command.
struct AchievementsCommand: Sendable {
    let record: @Sendable () throws -> TrackRecord
    let practiceCommands: Set<String>
    let isChild: @Sendable () throws -> Bool

    /// The number of cells in a progress belt.
    private static let cellCount = 10

    var command: Command {
        Command(
            "achievements", "List what you have reached, and how far you are with the rest",
            discussion: "What you reached once stays reached, also when you forget some of it later.",
            examples: [.init("achievements", "all"), .init("achievements --json", "for programs")],
            returns: .list(AchievementsCommand.fields)
        ) {
            let achievements = try record().achievements()
            let reached = achievements.reached.sorted {
                ($0.reached ?? .distantFuture, $0.id) < ($1.reached ?? .distantFuture, $1.id)
            }
            let remaining = achievements.all.filter { !$0.isReached }
            if try isChild() {
                var output = Output.list(
                    reached + remaining, AchievementsCommand.fields, empty: "", next: ["study", "progress"])
                output.blocks = ChildProgress.achievements(reached, remaining)
                return output
            }
            return .list(
                reached + remaining, AchievementsCommand.fields,
                heading: StyledText("\(reached.count) of \(achievements.all.count) reached"),
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
            "reached", title: "Reached", "the day on which it was reached; null while it was not", room: .fixed,
            cell: { achievement in
                StyledText(
                    declared: achievement.reached.map { "\($0)" } ?? AchievementsCommand.progressText(achievement),
                    achievement.isReached ? .good : .muted)
            }
        ) { .day($0.reached) },
    ]

    /// Returns the progress of an achievement that is not reached yet.
    private static func progressText(_ achievement: Achievement) -> String {
        if achievement.isShare { return "\(achievement.have) %" }
        return achievement.need == 1 ? "not yet" : "\(grouped(achievement.have)) of \(grouped(achievement.need))"
    }

    /// Returns a number with thousands separators, such as 1,000.
    private static func grouped(_ number: Int) -> String {
        number < 1000 ? "\(number)" : "\(grouped(number / 1000)),\(String(number % 1000 + 1000).dropFirst())"
    }

    /// The notice of new milestones after a practice command.
    ///
    /// The notice is part of the session's results, so it is also written to pipes. If the
    /// milestones cannot be determined, the command prints no notice, and its practice remains
    /// saved.
    var celebration: PostCommandHint {
        PostCommandHint("celebration", isForPipes: true) { command in
            guard practiceCommands.contains(command), let record = try? record(),
                let milestones = try? record.newMilestones(),
                !milestones.isEmpty
            else { return [] }
            return milestones.flatMap { milestone -> [Block] in
                let line = Block.paragraph(StyledText("★ ", .accent) + StyledText(declared: milestone.sentence, .good))
                guard milestone.kind == .belt, let belt = try? record.circumstances.belt() else { return [line] }
                return [line, .paragraph(StyledText("  ") + AchievementsCommand.stripe(belt))]
            }
        }
    }

    /// Returns the belt, filled by its share.
    private static func stripe(_ belt: NextBelt) -> StyledText {
        let filledCells = belt.share * cellCount / 1000
        let color = belt.colors.first
        let cellColors = (0..<cellCount).map { $0 < filledCells ? color ?? emptyColor : emptyColor }
        return .swatch(cellColors, "\(belt.share / 10) %", .muted)
    }

    /// The color of a cell that is not filled.
    private static let emptyColor = RGBColor(0x6B6F76)
}

extension Day { fileprivate static let distantFuture = Day(ordinal: .max) }
