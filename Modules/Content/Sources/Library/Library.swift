import Kernel

/// Several packs read as one. Within a discipline a later pack overrides the terms, belts and word parts of an earlier one.
public struct Library: Sendable {
    /// In the order they were laid on each other.
    public let packs: [ContentPack]
    /// A learner's own wordings, by the identifier of the term.
    let wordings: [String: String]
    /// By grade, then category, then the order of the packs.
    public let terms: [Term]
    private let places: [String: Int]
    private let owners: [String: [String]]

    /// Lays the packs on each other, the last on top.
    ///
    /// - Parameter wordings: a learner's own wordings, by the identifier of the term.
    public init(_ packs: [ContentPack], wordings: [String: String] = [:]) {
        (self.packs, self.wordings) = (packs, wordings)
        var collected: [Term] = []
        var places: [String: Int] = [:]
        var owners: [String: [String]] = [:]
        for pack in packs {
            for term in pack.terms {
                owners[term.id, default: []].append(pack.id)
                if let place = places[term.id] {
                    collected[place] = term
                } else {
                    places[term.id] = collected.count
                    collected.append(term)
                }
            }
        }
        let categories = Set(collected.map(\.category)).sorted()
        let ranks = Dictionary(uniqueKeysWithValues: zip(categories, categories.indices))
        let order = collected.enumerated().map { (grade: $1.grade, category: ranks[$1.category] ?? 0, place: $0) }
            .sorted { ($0.grade, $0.category, $0.place) < ($1.grade, $1.category, $1.place) }
        terms = order.map { _, _, place in
            var term = collected[place]
            if !wordings.isEmpty, let wording = wordings[term.id] { term.wording = wording }
            return term
        }
        self.places = Dictionary(uniqueKeysWithValues: terms.enumerated().map { ($1.id, $0) })
        self.owners = owners
    }

    /// The term of that id, nil when no pack has it.
    public func term(_ id: String) -> Term? { places[id].map { terms[$0] } }

    /// The disciplines of the packs, in the order they first appear.
    public var disciplines: [String] {
        packs.reduce(into: []) { found, pack in if !found.contains(pack.discipline) { found.append(pack.discipline) } }
    }

    /// The packs of one discipline alone, so that terms, belts and search stay inside it.
    public func only(_ discipline: String) -> Library {
        Library(packs.filter { $0.discipline == discipline }, wordings: wordings)
    }

    /// The belts of the first discipline, or of the one named; the later pack's wording wins.
    public func belts(of discipline: String? = nil) -> BeltOrder {
        let wanted = discipline ?? disciplines.first
        return BeltOrder(packs.filter { $0.discipline == wanted }.flatMap(\.belts.belts))
    }

    /// The word part written so; the later pack's meaning wins.
    public func morpheme(_ hangul: String) -> Morpheme? {
        packs.reversed().lazy.compactMap { pack in pack.morphemes.first { $0.hangul == hangul } }.first
    }

    /// Where the term in force comes from: its pack, the place in its files, and the packs it overrides.
    public func provenance(of id: String) -> Provenance? {
        guard let ids = owners[id], let owner = ids.last, let pack = packs.last(where: { $0.id == owner }) else { return nil }
        return Provenance(
            pack: pack.id, name: pack.name, school: pack.school, origin: pack.origins[id], overrides: Array(ids.dropLast()))
    }

    /// Terms that answer `Searchable`, ready for a `SearchIndex`; other modules add their own documents beside them.
    public var searchables: [Searchable] { terms.map(\.searchable) }
}

/// Where a term comes from.
public struct Provenance: Hashable, Sendable {
    /// The pack's id.
    public let pack: String
    /// The pack's name, for people.
    public let name: String
    /// The pack's school; may be empty.
    public let school: String
    /// File and entry; nil for a term that was not read from a file.
    public let origin: ContentPack.Origin?
    /// Ids of the packs whose term of this id is overridden, lowest first.
    public let overrides: [String]
}
