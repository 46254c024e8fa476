/// Finds documents by English, hangul, romanisation, beginning consonants (ㄱㅅ), with spelling variants and one slip of the pen.
///
/// Building it folds every face, so it is built when somebody searches. The same query gives the same answer, always.
public struct SearchIndex: Sendable {
    /// How well a document fits, best first.
    public enum Rank: Int, Comparable, CaseIterable, Sendable {
        /// A face of it is the query.
        case exact
        /// A face begins with the query, in hangul up to a half-typed syllable.
        case prefix
        /// The words of the query stand in a face.
        case word
        /// The query is beginning consonants of a face.
        case initials
        /// Another accepted hangul, or the same romanisation in another spelling.
        case variant
        /// The query stands inside a face.
        case within
        /// One letter is wrong.
        case fuzzy
        /// No face fits, but what is said of it has the words; `search` looks there last.
        case text

        /// Better fits first.
        public static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// A document that was found.
    public struct Hit: Hashable, Sendable {
        /// Of the document; unique together with its kind.
        public let id: String
        /// Which sort of document: `term`, `pattern`, …
        public let kind: String
        /// How well it fits.
        public let rank: Rank
        /// The face that fits best.
        public let face: String

        /// A document that was found.
        public init(id: String, kind: String, rank: Rank, face: String) {
            (self.id, self.kind, self.rank, self.face) = (id, kind, rank, face)
        }
    }

    private struct Entry: Sendable {
        let id: String
        let kind: String
        let faces: [Face]
    }

    private let entries: [Entry]

    /// Indexes documents of any kinds; their order breaks ties.
    ///
    /// - Parameter text: the one query that will be asked; what its script alone keeps from fitting is not folded. Nil where others may follow.
    public init(_ documents: [Searchable], for text: String? = nil) {
        let query = text.flatMap { Query($0) }
        entries = documents.map { document in
            Entry(id: document.id, kind: document.kind, faces: document.faces { query?.mayFit($0, $1) ?? true })
        }
    }

    /// The documents that fit, best first; within a rank the shorter face first, then the order of the documents.
    public func search(_ text: String, kind: String? = nil, limit: Int = 50) -> [Hit] {
        guard let query = Query(text) else { return [] }
        var found: [(order: (Int, Int, Int), hit: Hit)] = []
        for (number, entry) in entries.enumerated() where kind == nil || entry.kind == kind {
            guard let best = best(entry.faces, query) else { continue }
            let hit = Hit(id: entry.id, kind: entry.kind, rank: best.rank, face: best.face.text)
            found.append(((best.rank.rawValue, best.face.letters.count, number), hit))
        }
        return found.sorted { $0.order < $1.order }.prefix(max(0, limit)).map(\.hit)
    }

    private func best(_ faces: [Face], _ query: Query) -> (rank: Rank, face: Face)? {
        var best: (rank: Rank, face: Face)?
        for face in faces {
            guard let rank = query.rank(of: face) else { continue }
            if let known = best, (known.rank, known.face.letters.count) <= (rank, face.letters.count) { continue }
            best = (rank, face)
        }
        return best
    }
}
