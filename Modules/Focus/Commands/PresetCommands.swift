import Focus
import Interface
import Kernel

/// The commands of `preset`.
struct PresetCommands: Sendable {
    let presets: Presets

    var all: [Command] { [list, show, add, edit, delete] }

    static let fields: [Field<Presets.Row>] = [
        Field(
            "name", title: "Preset", "the name",
            cell: { row in
                StyledText(row.preset.name, row.isLocked ? .muted : .plain)
                    + StyledText(row.isLocked ? " 🔒 \(LockText.badge)" : "", .muted)
            }
        ) { .text($0.preset.name) },
        Field(
            "focus", title: "Focus", "seconds of focus; nothing when it counts up",
            cell: { row in
                StyledText(row.preset.plan.focus.map { Span(seconds: $0).description } ?? "counts up")
            }
        ) { .integer($0.preset.plan.focus) },
        Field(
            "shortBreak", title: "Break", "seconds",
            cell: { StyledText(Span(seconds: $0.preset.plan.shortBreak).description) }
        ) {
            .integer($0.preset.plan.shortBreak)
        },
        Field(
            "longBreak", title: "Long break", "seconds",
            cell: { StyledText(Span(seconds: $0.preset.plan.longBreak).description) }
        ) {
            .integer($0.preset.plan.longBreak)
        },
        Field("rounds", title: "Rounds", "rounds before the long break", alignsRight: true) {
            .integer($0.preset.plan.rounds)
        },
        Field("own", "whether you made or changed it") { .bool($0.preset.isOwn) },
        Field("locked", "whether it is for Pro") { .bool($0.isLocked) },
    ]

    var list: Command {
        Command(
            "preset list", "List the presets", examples: [.init("preset list", "All of them")],
            returns: .list(PresetCommands.fields)
        ) {
            .list(
                try presets.all(), PresetCommands.fields, heading: "Presets", empty: "There are no presets.",
                next: ["start 'Deep Work'"]
            ).numbered()
        }
    }

    var show: Command {
        Command(
            "preset show", "Show one preset", examples: [.init("preset show 'Deep Work'", "Its lengths")], name,
            returns: .one(PresetCommands.fields)
        ) { name in
            let row = try presets.preset(named: name)
            return .one(row, PresetCommands.fields, next: ["start '\(row.preset.name)'"])
        }
    }

    var add: Command {
        Command(
            "preset add", "Add a preset of your own",
            examples: [.init("preset add Sprint --focus 15m --break 3m", "Short rounds")],
            .argument("name", .text("NAME", limit: Preset.longestName), "the name"), Self.lengths,
            returns: .one(PresetCommands.fields), changes: true
        ) { name, lengths in
            changed(try presets.add(name, lengths(Preset.defaultPreset.plan))) { "Added the preset \($0)." }
        }
    }

    var edit: Command {
        Command(
            "preset edit", "Change the lengths of a preset",
            examples: [.init("preset edit Study --focus 30m", "Longer rounds")],
            name, Self.lengths, returns: .one(PresetCommands.fields), changes: true
        ) { name, lengths in
            let preset = try presets.preset(named: name).preset
            let newPlan = try lengths(preset.plan)
            guard newPlan != preset.plan else {
                throw Failure(
                    .nothingToChange, "No change was given.",
                    advice: "Give --focus, --count-up, --break, --long or --rounds.", kind: .usage)
            }
            return changed(try presets.edit(preset.name, newPlan)) { "Changed the preset \($0)." }
        }
    }

    var delete: Command {
        Command(
            "preset delete", "Delete a preset of your own, or the changes to one that came with the app",
            examples: [.init("preset delete Essay --yes", "Without asking")], name,
            returns: .one(PresetCommands.fields), changes: true
        ) { name in
            let preset = try presets.preset(named: name).preset
            return .confirm("Delete the preset “\(preset.name)”?") {
                let deleted = try presets.delete(preset.name)
                return .changed(
                    "Deleted the preset \(preset.name) (\(preset.id)).", deleted, PresetCommands.fields,
                    next: ["undo", "preset list"])
            }
        }
    }

    // MARK: - Shared parameters and output

    /// The options that change the lengths of a plan.
    private static let lengths = Parameter<@Sendable (FocusPlan) throws -> FocusPlan>.group(
        .option("focus", .duration, "length of focus in a round"), .flag("count-up", "rounds without an end"),
        .option("break", .duration, "the break after a round"),
        .option("long", .duration, "the break after the last round"),
        .option("rounds", .integer(1...12), "rounds before the long break")
    ) { focus, countsUp, short, long, rounds in
        { plan in
            try FocusPlan(
                focus: countsUp ? nil : focus ?? plan.focus, shortBreak: short ?? plan.shortBreak,
                longBreak: long ?? plan.longBreak, rounds: rounds ?? plan.rounds, gaps: plan.gaps)
        }
    }

    private var name: Parameter<String> {
        .argument(
            "preset",
            ValueKind<String>.text("PRESET", limit: Preset.longestName).completed { _ in
                (try? presets.all().map(\.preset.name)) ?? []
            },
            "the preset: its name, its row in `preset list`, or four or more letters of either end")
    }

    /// Returns the output after a change of a preset.
    private func changed(_ row: Presets.Row, _ notice: (_ preset: String) -> String) -> Output {
        .changed(
            notice("\(row.preset.name) (\(row.preset.id))"), row, PresetCommands.fields,
            next: ["start '\(row.preset.name)'"])
    }
}
