import Kernel

/// Several packs merged into one, in which a later pack overrides an earlier one.
///
/// Terms, belts and word parts are overridden within a discipline only.
package struct Library: Sendable {
    /// The packs, lowest first.
    package let packs: [ContentPack]
    /// The terms, ordered by grade, then category, then pack.
    package let terms: [Term]
    /// The index in `terms` of each term, by id.
    private let indexes: [String: Int]

    /// Merges packs, the last on top.
    ///
    /// - Parameter wordings: a learner's own wordings, by the identifier of the term.
    package init(_ packs: [ContentPack], wordings: [String: String] = [:]) {
        self.packs = packs
        var mergedTerms: [Term] = []
        var indexes: [String: Int] = [:]
        for pack in packs {
            for term in pack.terms {
                if let index = indexes[term.id] {
                    mergedTerms[index] = term
                } else {
                    indexes[term.id] = mergedTerms.count
                    mergedTerms.append(term)
                }
            }
        }
        let categories = Set(mergedTerms.map(\.category)).sorted()
        let ranks = Dictionary(uniqueKeysWithValues: zip(categories, categories.indices))
        let sortedTerms = mergedTerms.enumerated().map {
            (grade: $1.grade, category: ranks[$1.category] ?? 0, place: $0)
        }
        .sorted { ($0.grade, $0.category, $0.place) < ($1.grade, $1.category, $1.place) }
        terms = sortedTerms.map { _, _, index in
            var term = mergedTerms[index]
            if !wordings.isEmpty, let wording = wordings[term.id] { term.wording = wording }
            return term
        }
        self.indexes = Dictionary(uniqueKeysWithValues: terms.enumerated().map { ($1.id, $0) })
    }

    /// Returns the term of an id; nil if no pack has it.
    package func term(_ id: String) -> Term? { indexes[id].map { terms[$0] } }

    /// The disciplines of the packs, in the order of their first occurrence.
    package var disciplines: [String] {
        packs.reduce(into: []) { found, pack in if !found.contains(pack.discipline) { found.append(pack.discipline) } }
    }

    /// Returns the belts of the named discipline, or of the first one; a later pack overrides an
    /// earlier one.
    package func belts(of discipline: String? = nil) -> BeltOrder {
        let chosenDiscipline = discipline ?? disciplines.first
        return BeltOrder(packs.filter { $0.discipline == chosenDiscipline }.flatMap(\.belts.belts))
    }

    /// Returns the word part with this spelling; a later pack's meaning overrides an earlier one's.
    package func morpheme(_ hangul: String) -> Morpheme? {
        packs.reversed().lazy.compactMap { pack in pack.morphemes.first { $0.hangul == hangul } }.first
    }

    /// Returns the pack of the active term: the last one with this id.
    package func pack(of id: String) -> ContentPack? { packs.last { $0.terms.contains { $0.id == id } } }

    /// The search documents of the terms for a `SearchIndex`, to which other modules add their own.
    package var searchables: [Searchable] { terms.map(\.searchable) }
}
