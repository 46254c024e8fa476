import Focus
import Kernel
import Terminal

/// What is shown of a list of which a part is free: sounds, ambiances, themes.
enum CatalogueFields {
    /// What is typed, what it is called, and how it stands.
    ///
    /// - Parameters:
    ///   - title: the heading above the names.
    ///   - chosen: what it means to be chosen.
    static func all(_ title: String, chosen: String) -> [Field<Catalogue.Row>] {
        [
            Field("id", title: "Name", "the name to type") { .text($0.item.id) },
            Field("name", title: title, "the name", cell: { StyledText(declared: $0.item.name, $0.isChosen ? .title : .plain) }) {
                .text($0.item.name)
            },
        ] + standing(chosen: chosen)
    }

    /// Whether it is chosen, and whether it is for Pro.
    static func standing(chosen: String) -> [Field<Catalogue.Row>] {
        [
            Field("chosen", title: "", chosen, cell: { StyledText($0.isChosen ? "chosen" : "", .good) }) {
                .bool($0.isChosen)
            },
            Field(
                "locked", title: "", "whether it is for Pro",
                cell: { StyledText($0.isLocked ? "🔒 \(LockText.badge)" : "", .muted) }
            ) { .bool($0.isLocked) },
        ]
    }
}
