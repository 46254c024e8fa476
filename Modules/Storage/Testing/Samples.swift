import Kernel

/// A record with every kind of index.
struct Note: Storable, Hashable {
    let id: Identifier<Note>
    var title: String
    var rank: Int = 0
    var tag: String?

    static let byTitle = Index<Note, String>.unique("title") { $0.title }
    static let byRank = Index<Note, Int>.ordered("rank") { $0.rank }
    static let byTagAndRank = Index<Note, IndexKey>.ordered("tagRank") { note in
        note.tag.map { IndexKey($0, note.rank) }
    }
    static let collection = RecordCollection<Note>("contract.notes", indexes: [byTitle, byRank, byTagAndRank])

    init(_ id: String, title: String? = nil, rank: Int = 0, tag: String? = nil) {
        self.id = Identifier(id)
        self.title = title ?? "title of \(id)"
        self.rank = rank
        self.tag = tag
    }
}

/// A record of a second collection, for transactions that also change notes.
struct Tally: Storable, Hashable {
    let id: Identifier<Tally>
    var value: Int
    static let collection = RecordCollection<Tally>("contract.tallies")
}

/// A card in a newer program's form, and the same collection in an older one's.
enum Card {
    struct Rich: Storable, Hashable {
        struct Side: Codable, Hashable {
            var text: String
            var hint: String?
        }

        let id: Identifier<Rich>
        var title: String
        var colour: String?
        var front: Side
        static let collection = RecordCollection<Rich>("contract.cards")
    }

    struct Plain: Storable, Hashable {
        struct Side: Codable, Hashable { var text: String }

        let id: Identifier<Plain>
        var title: String?
        var front: Side
        static let collection = RecordCollection<Plain>("contract.cards")
    }
}

/// Three versions of one collection: a name, then first and last, then an index with a new computed
/// key.
enum Person {
    struct First: Storable, Hashable {
        let id: Identifier<First>
        var name: String
        static let collection = RecordCollection<First>("contract.people")
    }

    struct Second: Storable, Hashable {
        let id: Identifier<Second>
        var first: String
        var last: String
        static let byLast = Index<Second, String>.ordered("last") { $0.last }
        static let collection = RecordCollection<Second>(
            "contract.people", version: 2, indexes: [byLast],
            migrations: [
                1: { payload in
                    guard case .string(let name)? = payload["name"] else {
                        throw Failure(.init("noName"), "A person has no name.")
                    }
                    let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
                    var next = payload
                    next["name"] = nil
                    next["first"] = .string(parts.first ?? "")
                    next["last"] = .string(parts.last ?? "")
                    return next
                }
            ])
    }
}

/// A collection before and after indexes were declared for it.
enum Word {
    struct Bare: Storable, Hashable {
        let id: Identifier<Bare>
        var text: String
        static let collection = RecordCollection<Bare>("contract.words")
    }

    struct Indexed: Storable, Hashable {
        let id: Identifier<Indexed>
        var text: String
        static let byLength = Index<Indexed, Int>.ordered("length") { $0.text.count }
        static let byText = Index<Indexed, String>.unique("text") { $0.text }
        static let collection = RecordCollection<Indexed>("contract.words", indexes: [byLength, byText])
    }
}

/// A record type that queries an index missing from its collection.
struct UndeclaredIndexRecord: Storable {
    let id: Identifier<UndeclaredIndexRecord>
    static let forgotten = Index<UndeclaredIndexRecord, String>.ordered("forgotten") { $0.id.rawValue }
    static let collection = RecordCollection<UndeclaredIndexRecord>("contract.careless")
}

extension Store {
    func putNotes(_ notes: Note...) throws { try write { try $0.put(contentsOf: notes) } }

    func notes(_ selection: Selection<Note> = .all) throws -> [String] {
        try read { try $0.records(selection).map(\.id.rawValue) }
    }

    func note(_ id: String) throws -> Note? { try read { try $0.record(Identifier<Note>(id)) } }

    /// Returns the stored record of a note, including a tombstone.
    func stored(_ note: String) throws -> StoredRecord? {
        let address = RecordAddress(partition: partition, collection: Note.collection.name, id: note)
        return try engine.read { try $0.record(at: address) }
    }

    /// Returns the number of the last transaction.
    func lastSequence() throws -> Int {
        var lastNumber = 0
        while let next = try changes(since: lastNumber).last?.sequence { lastNumber = next }
        return lastNumber
    }
}

/// The error with which a closure aborts.
struct AbortError: Error {}
