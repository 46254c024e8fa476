import Focus
import Interface
import Kernel

/// The commands of `theme`.
struct ThemeCommands: Sendable {
    let themes: ThemeChoice

    static let fields: [Field<Catalog.Row>] =
        [
            Field("id", "the name to type") { .text($0.item.id) },
            Field(
                "name", title: "Theme", "the name",
                cell: { row in
                    let colors = [FocusTheme.Role.accent, .input].compactMap { FocusTheme(row).colors[$0] }
                    return StyledText.swatch(colors, row.item.name, row.isChosen ? .title : .plain)
                }
            ) { .text($0.item.name) },
        ] + CatalogFields.status(chosen: "whether the app uses it now") + [
            Field("accent", "the accent colour, as in CSS") { .text(FocusTheme($0).colors[.accent]?.css) }
        ]

    var list: Command {
        Command(
            "theme list", "List the themes", examples: [.init("theme list", "All ten")],
            returns: .list(ThemeCommands.fields)
        ) {
            .list(
                try themes.all(), ThemeCommands.fields, heading: "Themes", empty: "There are no themes.",
                next: ["theme use neon"])
        }
    }

    var use: Command {
        Command(
            "theme use", "Choose a theme", examples: [.init("theme use neon", "Bright")],
            .argument(
                "theme", ValueKind<String>.text("THEME", limit: 40).completed { _ in FocusTheme.all.map(\.id) },
                "the theme's name"),
            returns: .one(ThemeCommands.fields),
            changes: true
        ) { name in
            let row = try themes.use(name)
            return .changed(
                "The theme is now \(row.item.name) (\(row.item.id)).", row, ThemeCommands.fields, next: ["theme list"])
        }
    }
}

extension Theme {
    package init(_ theme: FocusTheme) {
        let roles: [FocusTheme.Role: TextRole] = [
            .accent: .accent, .input: .input, .muted: .muted, .good: .good, .warning: .warning, .bad: .bad,
        ]
        let colors = theme.colors.compactMap { role, color in roles[role].map { ($0, color) } }
        self.init(theme.id, theme.name, colors: Dictionary(uniqueKeysWithValues: colors))
    }
}
