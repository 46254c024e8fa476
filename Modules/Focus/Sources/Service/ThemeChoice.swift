import Kernel

/// Which theme the app wears.
public struct ThemeChoice: Sendable {
    private let repository: any FocusRepository
    private let gates: GateKeeper

    /// A choice kept in a repository.
    public init(repository: any FocusRepository, gates: GateKeeper) { (self.repository, self.gates) = (repository, gates) }

    /// The themes, whether each is locked, and which is worn.
    public func all() throws -> [(theme: FocusTheme, isLocked: Bool, isChosen: Bool)] {
        let chosen = try current()
        return zip(FocusTheme.all, Catalogue.themes.marked(by: gates)).map { ($0, $1.isLocked, $0.id == chosen.id) }
    }

    /// The theme that is worn. One that is for Pro gives way to the first when Pro ends, and comes back with it.
    public func current() throws -> FocusTheme {
        let theme = FocusTheme.named(try repository.choices().theme ?? "")
        return theme.isFree || gates.ask(FocusGates.themes, 0).allowed ? theme : FocusTheme.all[0]
    }

    /// Chooses a theme.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    public func use(_ name: String) throws -> FocusTheme {
        let theme = FocusTheme.named(try Catalogue.themes.choice(name, gates: gates).id)
        var choices = try repository.choices()
        choices.theme = theme.id
        try repository.keep(choices, label: "Chose the theme \(theme.name)")
        return theme
    }
}
