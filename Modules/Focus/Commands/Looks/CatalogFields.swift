import Focus
import Interface
import Kernel

/// The output fields of a catalog with a free part: sounds, ambiances and themes.
enum CatalogFields {
    /// Returns the fields for the ID, the name and the status.
    ///
    /// - Parameters:
    ///   - title: the heading above the names.
    ///   - chosen: the help text of the field `chosen`.
    static func all(_ title: String, chosen: String) -> [Field<Catalog.Row>] {
        [
            Field("id", title: "Name", "the name to type") { .text($0.item.id) },
            Field(
                "name", title: title, "the name",
                cell: { StyledText(declared: $0.item.name, $0.isChosen ? .title : .plain) }
            ) {
                .text($0.item.name)
            },
        ] + status(chosen: chosen)
    }

    /// Returns the fields that report whether an item is chosen and whether it needs Pro.
    static func status(chosen: String) -> [Field<Catalog.Row>] {
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
