import Kernel

extension OwnWords {
    /// A set with what has become of its words.
    public struct LookedUp: Sendable {
        /// As it is kept.
        public let set: WordSet
        /// Its words, in its order.
        public let terms: [Term]
        /// The identifiers that no word has any more.
        public let gone: [String]
    }

    /// All sets, by name.
    public func sets() throws -> [WordSet] { try store.read { try $0.records(WordSet.byName.all) } }

    /// The set of a name, without regard to case.
    ///
    /// - Throws: `noSet`.
    public func set(named name: String) throws -> WordSet {
        try store.read { unit in
            guard let set = try unit.record(WordSet.id(of: name)) else { throw try OwnWords.noSet(name, in: unit) }
            return set
        }
    }

    /// A set, and which of its words are still there.
    ///
    /// - Throws: `noSet`.
    public func lookedUp(_ name: String) throws -> LookedUp {
        try store.read { unit in
            guard let set = try unit.record(WordSet.id(of: name)) else { throw try OwnWords.noSet(name, in: unit) }
            return OwnWords.lookUp(set, in: try library(in: unit))
        }
    }

    /// The same in a library that somebody has at hand.
    public static func lookUp(_ set: WordSet, in library: Library) -> LookedUp {
        LookedUp(
            set: set, terms: set.terms.compactMap(library.term), gone: set.terms.filter { library.term($0) == nil })
    }

    /// Makes a set.
    ///
    /// - Throws: `setExists`, `setTooLarge`; `badSetName` where it has neither letter nor figure.
    @discardableResult public func makeSet(_ name: String, of terms: [Term] = []) throws -> WordSet {
        let fresh = try OwnWords.set(name, terms.map(\.id))
        return try store.write(undo: "Made the set “\(fresh.name)”") { unit in
            if let old = try unit.record(fresh.id) {
                throw Failure(
                    .setExists, "There is a set “\(old.name)” already.", advice: "`set add \(old.name) WORD` adds to it.")
            }
            try unit.put(fresh)
            return fresh
        }
    }

    /// Puts words into a set, each once.
    ///
    /// - Returns: the set, and how many came in.
    /// - Throws: `noSet`, `setTooLarge`.
    public func add(_ terms: [Term], to name: String) throws -> (set: WordSet, count: Int) {
        try change(name, { "Added \(counted($0.count, "word")) to the set “\($0.set.name)”" }) { set in
            let known = Set(set.terms)
            set.terms += OwnWords.each(terms.map(\.id)).filter { !known.contains($0) }
            try OwnWords.checkSize(set)
        }
    }

    /// Takes words out of a set, by their identifiers: those that are gone can be taken out too.
    ///
    /// - Returns: the set, and how many went.
    /// - Throws: `noSet`.
    public func remove(_ ids: [String], from name: String) throws -> (set: WordSet, count: Int) {
        try change(name, { "Took \(counted($0.count, "word")) out of the set “\($0.set.name)”" }) { set in
            let leaving = Set(ids)
            set.terms.removeAll(where: leaving.contains)
        }
    }

    /// Deletes a set; its words stay.
    ///
    /// - Throws: `noSet`.
    public func deleteSet(_ name: String) throws -> WordSet {
        try store.write(undo: { "Deleted the set “\($0.name)”" }) { unit in
            guard let set = try unit.record(WordSet.id(of: name)) else { throw try OwnWords.noSet(name, in: unit) }
            try unit.delete(set.id)
            return set
        }
    }

    private func change(
        _ name: String, _ label: (_ done: (set: WordSet, count: Int)) -> String, _ change: (inout WordSet) throws -> Void
    ) throws -> (set: WordSet, count: Int) {
        try store.write(undo: { $0.count == 0 ? nil : label($0) }) { unit in
            guard let old = try unit.record(WordSet.id(of: name)) else { throw try OwnWords.noSet(name, in: unit) }
            var set = old
            try change(&set)
            if set != old { try unit.put(set) }
            return (set, abs(set.terms.count - old.terms.count))
        }
    }

    /// A set as it is kept.
    static func set(_ name: String, _ ids: [String]) throws -> WordSet {
        let kept = try WordSet.rule.kept(name, "The name of the set")
        guard !Folding.compact(kept).isEmpty else {
            throw Failure(
                .badSetName, "The name of a set needs a letter or a figure.", advice: "For example: set new Grading.",
                kind: .usage)
        }
        let set = WordSet(kept, each(ids))
        try checkSize(set)
        return set
    }

    static func checkSize(_ set: WordSet) throws {
        guard set.terms.count <= WordSet.most else {
            throw Failure(
                .setTooLarge, "A set can have 10,000 words, not \(set.terms.count).", advice: "Make several sets.",
                kind: .badData)
        }
    }

    private static func each(_ ids: [String]) -> [String] {
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }
    }

    private static func noSet(_ name: String, in unit: borrowing Transaction) throws -> Failure {
        let all = try unit.records(WordSet.byName.all).map(\.name)
        return Failure(
            .noSet, "There is no set “\(Folding.shown(name))”.",
            advice: all.isEmpty ? "Make one: `set new NAME WORD`." : "There is \(all.prefix(10).joined(separator: ", ")).",
            kind: .usage, absent: name)
    }
}
