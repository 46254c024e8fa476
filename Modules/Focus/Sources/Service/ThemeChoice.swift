import Kernel

/// Which theme the app wears.
public struct ThemeChoice: Sendable {
    /// A theme in the list of all.
    public struct Row: Hashable, Sendable {
        /// What may be worn.
        public let theme: FocusTheme
        /// Whether it is for Pro, and Pro is not there.
        public let isLocked: Bool
        /// Whether the app wears it.
        public let isChosen: Bool
    }

    private let store: any Store
    private let gates: GateKeeper

    /// A choice kept in one profile's store.
    public init(_ store: any Store, gates: GateKeeper) { (self.store, self.gates) = (store, gates) }

    /// The ten themes.
    public func all() throws -> [Row] {
        let chosen = try current()
        return zip(FocusTheme.all, Catalogue.themes.marked(by: gates)).map { theme, item in
            Row(theme: theme, isLocked: item.isLocked, isChosen: theme.id == chosen.id)
        }
    }

    /// The theme that is worn. One that is for Pro gives way to the first when Pro ends, and comes back with it.
    public func current() throws -> FocusTheme {
        let theme = FocusTheme.named(try store.focusChoices().theme ?? "")
        return theme.isFree || gates.ask(FocusGates.themes, 0).allowed ? theme : FocusTheme.all[0]
    }

    /// Chooses a theme.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    public func use(_ name: String) throws -> Row {
        let theme = FocusTheme.named(try Catalogue.themes.choice(name, gates: gates).id)
        try store.choose("Chose the theme \(theme.name)") { $0.theme = theme.id }
        return Row(theme: theme, isLocked: false, isChosen: true)
    }
}
