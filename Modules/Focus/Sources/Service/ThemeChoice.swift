import Kernel

/// Which theme the app wears.
public struct ThemeChoice: Sendable {
    private let store: any Store
    private let gates: GateKeeper

    /// A choice kept in one profile's store.
    public init(_ store: any Store, gates: GateKeeper) { (self.store, self.gates) = (store, gates) }

    /// The ten themes.
    public func all() throws -> [Catalogue.Row] { Catalogue.themes.rows(chosen: try item(), gates: gates) }

    /// The theme that is worn; the first where none was chosen, or Pro has ended.
    public func current() throws -> FocusTheme { FocusTheme.named(try item()?.id ?? "") }

    private func item() throws -> CatalogueItem? {
        Catalogue.themes.chosen(try store.focusChoices().theme, gates: gates) ?? Catalogue.themes.items.first
    }

    /// Chooses a theme.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    public func use(_ name: String) throws -> Catalogue.Row {
        let item = try Catalogue.themes.choice(name, gates: gates)
        try store.choose("Chose the theme \(item.name)") { $0.theme = item.id }
        return Catalogue.Row(item: item, isLocked: false, isChosen: true)
    }
}
