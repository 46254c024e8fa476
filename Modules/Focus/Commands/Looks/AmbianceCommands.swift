import Focus
import Interface
import Kernel

/// The commands of `ambiance`.
struct AmbianceCommands: Sendable {
    let ambiances: AmbianceChoice

    static let fields = CatalogFields.all("Ambiance", chosen: "whether it is the background of the timer")

    /// The output field of the chosen background.
    static let chosen: [Field<CatalogItem?>] = [
        Field("ambiance", title: "Behind the timer", "the name of the background; empty for none") {
            .text($0?.id)
        }
    ]

    var list: Command {
        Command(
            "ambiance list", "List the ambient backgrounds", examples: [.init("ambiance list", "All fourteen")],
            returns: .list(AmbianceCommands.fields)
        ) {
            .list(
                try ambiances.all(), AmbianceCommands.fields, heading: "Ambient backgrounds", empty: "There are none.",
                next: ["ambiance use stars", "ambiance show aurora"])
        }
    }

    var use: Command {
        Command(
            "ambiance use", "Choose the background of the timer",
            discussion: """
                It is seen on the timer's screen from the next `start` or `resume` on, calm and dimmed behind the words. Without colours it is drawn in \
                characters; with `--reduced-motion` it stands still.
                """,
            examples: [
                .init("ambiance use stars", "A night sky"), .init("ambiance use --off", "Nothing but the timer"),
            ],
            Parameter<String?>.optionalArgument("ambiance", AmbianceCommands.name, "its name, as in `ambiance list`"),
            .flag("off", "no background"), returns: .one(AmbianceCommands.chosen), changes: true
        ) { name, off in
            guard !(off && name != nil) else {
                throw Failure(.ambianceAndNone, "--off and an ambiance cannot be used together.", kind: .usage)
            }
            guard off || name != nil else {
                return .one(try ambiances.current(), AmbianceCommands.chosen, next: ["ambiance list"])
            }
            let chosenItem = try ambiances.use(name)
            return .changed(
                chosenItem.map { "Behind the timer: \($0.name) (\($0.id))." } ?? "Behind the timer: nothing.",
                chosenItem,
                AmbianceCommands.chosen, next: [chosenItem == nil ? "ambiance list" : "start"])
        }
    }

    var show: Command {
        Command(
            "ambiance show", "Look at an ambient background",
            discussion: "Fills the screen until you press q. Everybody may preview Pro backgrounds for 15 seconds.",
            examples: [.init("ambiance show aurora", "Northern lights", runs: false)],
            .argument("ambiance", AmbianceCommands.name, "its name, as in `ambiance list`"),
            returns: .one(AmbianceCommands.fields)
        ) { name in .dialogue(AmbianceScreen(rows: try ambiances.all(), first: try Catalog.ambiances.item(name))) }
    }

    private static let name = ValueKind<String>.text("NAME", limit: 40).completed { _ in
        Catalog.ambiances.items.map(\.id)
    }
}
