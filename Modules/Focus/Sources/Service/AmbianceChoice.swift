import Kernel

/// Which ambiance lies under the timer.
public struct AmbianceChoice: Sendable {
    private let store: any Store
    private let gates: GateKeeper

    /// A choice kept in one profile's store.
    public init(_ store: any Store, gates: GateKeeper) { (self.store, self.gates) = (store, gates) }

    /// The fourteen ambiances.
    public func all() throws -> [Catalogue.Row] { Catalogue.ambiances.rows(chosen: try current(), gates: gates) }

    /// What lies under the timer; nil for nothing.
    public func current() throws -> CatalogueItem? {
        Catalogue.ambiances.chosen(try store.focusChoices().ambiance, gates: gates)
    }

    /// Lays an ambiance under the timer; nil for none.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    public func use(_ name: String?) throws -> CatalogueItem? {
        let item = try name.map { try Catalogue.ambiances.choice($0, gates: gates) }
        try store.choose(item.map { "Chose the ambiance \($0.name)" } ?? "Chose no ambiance") { $0.ambiance = item?.id }
        return item
    }
}
