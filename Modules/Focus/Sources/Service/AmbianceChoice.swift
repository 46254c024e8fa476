import Kernel

/// Which ambiance lies under the timer.
public struct AmbianceChoice: Sendable {
    /// An ambiance in the list of all.
    public struct Row: Hashable, Sendable {
        /// What may be chosen.
        public let ambiance: CatalogueItem
        /// Whether it is for Pro, and Pro is not there.
        public let isLocked: Bool
        /// Whether it lies under the timer.
        public let isChosen: Bool
    }

    private let store: any Store
    private let gates: GateKeeper

    /// A choice kept in one profile's store.
    public init(_ store: any Store, gates: GateKeeper) { (self.store, self.gates) = (store, gates) }

    /// The fourteen ambiances.
    public func all() throws -> [Row] {
        let chosen = try current()
        return Catalogue.ambiances.marked(by: gates).map {
            Row(ambiance: $0.item, isLocked: $0.isLocked, isChosen: $0.item == chosen)
        }
    }

    /// The row of an ambiance, whether it may be chosen or not.
    ///
    /// - Throws: `notInCatalogue`.
    public func row(_ name: String) throws -> Row {
        let item = try Catalogue.ambiances.item(name)
        return try all().first { $0.ambiance == item } ?? Row(ambiance: item, isLocked: false, isChosen: false)
    }

    /// What lies under the timer; nil for nothing. One that is for Pro is away when Pro ends, and comes back with it.
    public func current() throws -> CatalogueItem? {
        let found = try store.focusChoices().ambiance.flatMap { id in Catalogue.ambiances.items.first { $0.id == id } }
        return found.flatMap { $0.isFree || gates.ask(FocusGates.ambiances, 0).allowed ? $0 : nil }
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
