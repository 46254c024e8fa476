import Kernel

/// Something to choose from a list of which a part is free.
public struct CatalogueItem: Hashable, Sendable {
    /// What is typed and kept.
    public let id: String
    /// What it is called.
    public let name: String
    /// Whether everybody may choose it.
    public let isFree: Bool

    init(_ name: String, id: String? = nil, isFree: Bool = false) {
        (self.name, self.isFree) = (name, isFree)
        self.id = id ?? name.lowercased().split(separator: " ").joined(separator: "-")
    }
}

/// A list to choose from, and the gate before the part that is not free.
public struct Catalogue: Sendable {
    /// An item in the list of all.
    public struct Row: Hashable, Sendable {
        /// What may be chosen.
        public let item: CatalogueItem
        /// Whether it is for Pro, and Pro is not there.
        public let isLocked: Bool
        /// Whether it is the one that a person has now.
        public let isChosen: Bool
    }

    /// What it lists.
    public let items: [CatalogueItem]
    /// What is asked before the rest.
    public let gate: Gate

    /// All items, as they stand for this person.
    public func rows(chosen: CatalogueItem?, gates: GateKeeper) -> [Row] {
        let isOpen = isOpen(gates)
        return items.map { Row(item: $0, isLocked: !$0.isFree && !isOpen, isChosen: $0 == chosen) }
    }

    /// What was chosen, by the id that was kept; nil for nothing. What is for Pro is away when Pro has ended, and comes back with it.
    public func chosen(_ id: String?, gates: GateKeeper) -> CatalogueItem? {
        items.first { $0.id == id }.flatMap { $0.isFree || isOpen(gates) ? $0 : nil }
    }

    private func isOpen(_ gates: GateKeeper) -> Bool { gates.ask(gate, items.count(where: \.isFree)).allowed }

    /// An item by its id or its name, whether it may be chosen or not.
    ///
    /// - Throws: `notInCatalogue`.
    public func item(_ id: String) throws -> CatalogueItem {
        let wanted = Catalogue.plain(id)
        guard let found = items.first(where: { Catalogue.plain($0.id) == wanted || Catalogue.plain($0.name) == wanted }) else {
            throw Failure(
                .notInCatalogue, "There is no “\(id)”.", advice: "Choose from \(items.map(\.id).joined(separator: ", ")).",
                kind: .usage)
        }
        return found
    }

    /// An accent is not on every keyboard.
    private static func plain(_ text: String) -> String { text.lowercased().replacing("é", with: "e") }

    /// An item that may be chosen.
    ///
    /// - Throws: `notInCatalogue`; `locked`.
    public func choice(_ id: String, gates: GateKeeper) throws -> CatalogueItem {
        let found = try item(id)
        let answer = found.isFree ? nil : gates.ask(gate, items.count(where: \.isFree))
        if let answer, !answer.allowed { throw answer.refusal("\(found.name) is for Pro.", of: gate) }
        return found
    }

    /// The eleven sounds: three that the founding documents name, and eight of ours.
    public static let sounds = Catalogue(
        items: [
            CatalogueItem("Light Rain", id: "light-rain-ambient", isFree: true), CatalogueItem("Fireplace", isFree: true),
            CatalogueItem("Soft Ambience", isFree: true), CatalogueItem("Ocean Waves"), CatalogueItem("Forest Birds"),
            CatalogueItem("Mountain Stream"), CatalogueItem("Distant Thunder"), CatalogueItem("Night Crickets"),
            CatalogueItem("Café Murmur"),
            CatalogueItem("Brown Noise"), CatalogueItem("Singing Bowls"),
        ], gate: FocusGates.sounds)

    /// The fourteen ambiances of the founding documents.
    public static let ambiances = Catalogue(
        items: ["Minimal", "Stars", "Forest"].map { CatalogueItem($0, isFree: true) }
            + ["Aurora", "Rain", "Fireplace", "Ocean", "Gradient", "Snow", "Underwater", "Clouds", "Sakura", "Lightning", "Lava"]
            .map { CatalogueItem($0) }, gate: FocusGates.ambiances)

    /// The ten themes.
    public static let themes = Catalogue(
        items: FocusTheme.all.map { CatalogueItem($0.name, id: $0.id, isFree: $0.isFree) }, gate: FocusGates.themes)
}
