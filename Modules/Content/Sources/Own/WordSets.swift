import Kernel

extension OwnWords {
    /// A set with the current state of its words.
    package struct ResolvedSet: Sendable {
        package let set: WordSet
        /// The existing words, in the order of the set.
        package let terms: [Term]
        /// The identifiers of its deleted words.
        package let deletedIDs: [String]
    }

    /// Returns all sets, ordered by name.
    package func sets() throws -> [WordSet] { try store.read { try $0.records(WordSet.byName.all) } }

    /// Returns the set of a name, without regard to case.
    ///
    /// - Throws: `noSet`.
    package func set(named name: String) throws -> WordSet {
        try store.read { unit in
            guard let set = try unit.record(WordSet.id(of: name)) else { throw try OwnWords.noSet(name, in: unit) }
            return set
        }
    }

    /// Returns a set with the words that still exist.
    ///
    /// - Throws: `noSet`.
    package func resolvedSet(_ name: String) throws -> ResolvedSet {
        try store.read { unit in
            guard let set = try unit.record(WordSet.id(of: name)) else { throw try OwnWords.noSet(name, in: unit) }
            return OwnWords.resolve(set, in: try library(in: unit))
        }
    }

    /// Returns a set with its existing words, from a library that the caller already has.
    package static func resolve(_ set: WordSet, in library: Library) -> ResolvedSet {
        ResolvedSet(
            set: set, terms: set.terms.compactMap(library.term),
            deletedIDs: set.terms.filter { library.term($0) == nil })
    }

    /// Creates a set.
    ///
    /// - Throws: `setExists`, `setTooLarge`; `badSetName` if the name has neither a letter nor a
    ///   digit.
    @discardableResult package func makeSet(_ name: String, of terms: [Term] = []) throws -> WordSet {
        let newSet = try OwnWords.set(name, terms.map(\.id))
        return try store.write(undo: "Made the set “\(newSet.name)”") { unit in
            if let old = try unit.record(newSet.id) {
                throw Failure(
                    .setExists, "There is a set “\(old.name)” already.",
                    advice: "`set add \(old.name) WORD` adds to it.")
            }
            try unit.put(newSet)
            return newSet
        }
    }

    /// Adds words to a set, each once.
    ///
    /// - Returns: the set, and the number of added words.
    /// - Throws: `noSet`, `setTooLarge`.
    package func add(_ terms: [Term], to name: String) throws -> (set: WordSet, count: Int) {
        try change(name, { "Added \(counted($0.count, "word")) to the set “\($0.set.name)”" }) { set in
            let existingIDs = Set(set.terms)
            set.terms += OwnWords.distinct(terms.map(\.id)).filter { !existingIDs.contains($0) }
            try OwnWords.checkSize(set)
        }
    }

    /// Removes words from a set by their identifiers, including deleted words.
    ///
    /// - Returns: the set, and the number of removed words.
    /// - Throws: `noSet`.
    package func remove(_ ids: [String], from name: String) throws -> (set: WordSet, count: Int) {
        try change(name, { "Took \(counted($0.count, "word")) out of the set “\($0.set.name)”" }) { set in
            let removedIDs = Set(ids)
            set.terms.removeAll(where: removedIDs.contains)
        }
    }

    /// Deletes a set but keeps its words.
    ///
    /// - Throws: `noSet`.
    package func deleteSet(_ name: String) throws -> WordSet {
        try store.write(undo: { "Deleted the set “\($0.name)”" }) { unit in
            guard let set = try unit.record(WordSet.id(of: name)) else { throw try OwnWords.noSet(name, in: unit) }
            try unit.delete(set.id)
            return set
        }
    }

    /// Changes a set, and returns it with the number of words by which it grew or shrank.
    private func change(
        _ name: String, _ label: (_ result: (set: WordSet, count: Int)) -> String,
        _ change: (inout WordSet) throws -> Void
    ) throws -> (set: WordSet, count: Int) {
        try store.write(undo: { $0.count == 0 ? nil : label($0) }) { unit in
            guard let old = try unit.record(WordSet.id(of: name)) else { throw try OwnWords.noSet(name, in: unit) }
            var set = old
            try change(&set)
            if set != old { try unit.put(set) }
            return (set, abs(set.terms.count - old.terms.count))
        }
    }

    /// Returns a validated set.
    static func set(_ name: String, _ ids: [String]) throws -> WordSet {
        let validName = try WordSet.rule.validated(name, "The name of the set")
        guard !Folding.compact(validName).isEmpty else {
            throw Failure(
                .badSetName, "The name of a set needs a letter or a figure.", advice: "For example: set new Grading.",
                kind: .usage)
        }
        let set = WordSet(validName, distinct(ids))
        try checkSize(set)
        return set
    }

    /// Checks that a set is within the maximum size.
    static func checkSize(_ set: WordSet) throws {
        guard set.terms.count <= WordSet.maximumCount else {
            throw Failure(
                .setTooLarge, "A set can have 10,000 words, not \(set.terms.count).", advice: "Make several sets.",
                kind: .badData)
        }
    }

    /// Returns the identifiers without duplicates.
    private static func distinct(_ ids: [String]) -> [String] {
        var seenIDs: Set<String> = []
        return ids.filter { seenIDs.insert($0).inserted }
    }

    /// Returns the failure for an unknown set, with the names of up to ten others.
    private static func noSet(_ name: String, in unit: borrowing Transaction) throws -> Failure {
        let all = try unit.records(WordSet.byName.all).map(\.name)
        return Failure(
            .noSet, "There is no set “\(Folding.printable(name))”.",
            advice: all.isEmpty
                ? "Make one: `set new NAME WORD`." : "There is \(all.prefix(10).joined(separator: ", ")).",
            kind: .usage, missingName: name)
    }
}
