import Kernel

/// The choice of the ambiance in the background of the timer.
package struct AmbianceChoice: Sendable {
    private let store: any Store
    private let gates: GateKeeper

    package init(_ store: any Store, gates: GateKeeper) {
        self.store = store
        self.gates = gates
    }

    /// Returns all backgrounds with their state for this user.
    package func all() throws -> [Catalog.Row] { Catalog.ambiances.rows(chosen: try current(), gates: gates) }

    /// Returns the current ambiance, or nil for none.
    package func current() throws -> CatalogItem? {
        Catalog.ambiances.chosen(try store.focusChoices().ambiance, gates: gates)
    }

    /// Chooses an ambiance, or none for nil.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    package func use(_ name: String?) throws -> CatalogItem? {
        let item = try name.map { try Catalog.ambiances.choice($0, gates: gates) }
        try store.updateChoices(item.map { "Chose the ambiance \($0.name)" } ?? "Chose no ambiance") {
            $0.ambiance = item?.id
        }
        return item
    }
}
