import Kernel

/// The choice of the app's theme.
package struct ThemeChoice: Sendable {
    private let store: any Store
    private let gates: GateKeeper

    package init(_ store: any Store, gates: GateKeeper) {
        self.store = store
        self.gates = gates
    }

    /// Returns all themes with their state for this user.
    package func all() throws -> [Catalog.Row] { Catalog.themes.rows(chosen: try item(), gates: gates) }

    /// Returns the current theme, or the first if none was chosen or Pro has ended.
    package func current() throws -> FocusTheme { FocusTheme.named(try item()?.id ?? "") }

    /// Returns the current theme as a catalog item.
    private func item() throws -> CatalogItem? {
        Catalog.themes.chosen(try store.focusChoices().theme, gates: gates) ?? Catalog.themes.items.first
    }

    /// Chooses a theme.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    package func use(_ name: String) throws -> Catalog.Row {
        let item = try Catalog.themes.choice(name, gates: gates)
        try store.updateChoices("Chose the theme \(item.name)") { $0.theme = item.id }
        return Catalog.Row(item: item, isLocked: false, isChosen: true)
    }
}
