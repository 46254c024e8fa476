import Kernel

/// An item of a list that is partly free.
package struct CatalogItem: Hashable, Sendable {
    /// The name to type, such as `ocean-waves`.
    package let id: String
    package let name: String
    /// Whether the item is part of the free plan.
    package let isFree: Bool

    init(_ name: String, id: String? = nil, isFree: Bool = false) {
        self.name = name
        self.isFree = isFree
        self.id = id ?? name.lowercased().split(separator: " ").joined(separator: "-")
    }
}

/// A list of items and the gate for the part that is not free.
package struct Catalog: Sendable {
    /// An item in the list, with its state.
    package struct Row: Hashable, Sendable {
        package let item: CatalogItem
        /// Whether the user's plan lacks the item.
        package let isLocked: Bool
        package let isChosen: Bool
    }

    package let items: [CatalogItem]
    package let gate: Gate

    /// Returns all items with their state for this user.
    package func rows(chosen: CatalogItem?, gates: GateKeeper) -> [Row] {
        let isOpen = isOpen(gates)
        return items.map { Row(item: $0, isLocked: !$0.isFree && !isOpen, isChosen: $0 == chosen) }
    }

    /// Returns the chosen item by its stored ID, or nil for none.
    ///
    /// A Pro item is nil while Pro has ended and returns with Pro.
    package func chosen(_ id: String?, gates: GateKeeper) -> CatalogItem? {
        items.first { $0.id == id }.flatMap { $0.isFree || isOpen(gates) ? $0 : nil }
    }

    /// Returns whether the user may choose every item.
    private func isOpen(_ gates: GateKeeper) -> Bool { gates.ask(gate, items.count(where: \.isFree)).allowed }

    /// Returns an item by its ID or name, locked or not.
    ///
    /// - Throws: `notInCatalogue`.
    package func item(_ id: String) throws -> CatalogItem {
        let searchedForm = Catalog.searchForm(id)
        guard
            let item = items.first(where: {
                Catalog.searchForm($0.id) == searchedForm || Catalog.searchForm($0.name) == searchedForm
            })
        else {
            throw Failure(
                .notInCatalogue, "There is no “\(id)”.",
                advice: "Choose from \(items.map(\.id).joined(separator: ", ")).", kind: .usage)
        }
        return item
    }

    /// Returns a text without accents, since many keyboards lack them.
    private static func searchForm(_ text: String) -> String { text.lowercased().replacing("é", with: "e") }

    /// Returns an item that the user may choose.
    ///
    /// - Throws: `notInCatalogue`, `locked`.
    package func choice(_ id: String, gates: GateKeeper) throws -> CatalogItem {
        let chosenItem = try item(id)
        let answer = chosenItem.isFree ? nil : gates.ask(gate, items.count(where: \.isFree))
        if let answer, !answer.allowed { throw answer.lockFailure("\(chosenItem.name) is for Pro.", of: gate) }
        return chosenItem
    }

    /// The eleven sounds: three from the founding documents and eight of ours.
    package static let sounds = Catalog(
        items: [
            CatalogItem("Light Rain", id: "light-rain-ambient", isFree: true),
            CatalogItem("Fireplace", isFree: true),
            CatalogItem("Soft Ambience", isFree: true), CatalogItem("Ocean Waves"), CatalogItem("Forest Birds"),
            CatalogItem("Mountain Stream"), CatalogItem("Distant Thunder"), CatalogItem("Night Crickets"),
            CatalogItem("Café Murmur"), CatalogItem("Brown Noise"), CatalogItem("Singing Bowls"),
        ], gate: FocusGates.sounds)

    package static let ambiances = Catalog(
        items: ["Minimal", "Stars", "Forest"].map { CatalogItem($0, isFree: true) }
            + [
                "Aurora", "Rain", "Fireplace", "Ocean", "Gradient", "Snow", "Underwater", "Clouds", "Sakura",
                "Lightning", "Lava",
            ]
            .map { CatalogItem($0) }, gate: FocusGates.ambiances)

    package static let themes = Catalog(
        items: FocusTheme.all.map { CatalogItem($0.name, id: $0.id, isFree: $0.isFree) }, gate: FocusGates.themes)
}
