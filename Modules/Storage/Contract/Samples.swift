import Kernel

/// A record with every kind of index.
struct Note: Storable, Hashable {
    let id: Identifier<Note>
    var title: String
    var rank: Int = 0
    var tag: String?

    static let byTitle = Index<Note, String>.unique("title") { $0.title }
    static let byRank = Index<Note, Int>.ordered("rank") { $0.rank }
    static let byTagAndRank = Index<Note, IndexKey>.ordered("tagRank") { note in note.tag.map { IndexKey($0, note.rank) } }
    static let collection = RecordCollection<Note>("contract.notes", indexes: [byTitle, byRank, byTagAndRank])

    init(_ id: String, title: String? = nil, rank: Int = 0, tag: String? = nil) {
        (self.id, self.title, self.rank, self.tag) = (Identifier(id), title ?? "title of \(id)", rank, tag)
    }
}

/// Another collection, to be changed in one transaction with notes.
struct Tally: Storable, Hashable {
    let id: Identifier<Tally>
    var value: Int
    static let collection = RecordCollection<Tally>("contract.tallies")
}

/// A card as a newer program knows it, and the same collection as an older one does.
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

/// Three versions of one collection: a name, then first and last, then with an index that computes something new.
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

/// A collection before and after somebody declared indexes for it.
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

/// A record type that asks for an index which its collection does not declare.
struct Careless: Storable {
    let id: Identifier<Careless>
    static let forgotten = Index<Careless, String>.ordered("forgotten") { $0.id.rawValue }
    static let collection = RecordCollection<Careless>("contract.careless")
}

extension Store {
    func keep(_ notes: Note...) throws { try write { try $0.put(contentsOf: notes) } }

    func notes(_ selection: Selection<Note> = .all) throws -> [String] {
        try read { try $0.records(selection).map(\.id.rawValue) }
    }

    func note(_ id: String) throws -> Note? { try read { try $0.record(Identifier<Note>(id)) } }

    /// What stands where a note was put, tombstones included.
    func stored(_ note: String) throws -> StoredRecord? {
        let place = RecordAddress(partition: partition, collection: Note.collection.name, id: note)
        return try engine.read { try $0.record(at: place) }
    }

    /// The number of the last transaction so far.
    func mark() throws -> Int {
        var last = 0
        while let next = try changes(since: last).last?.sequence { last = next }
        return last
    }
}

/// What a closure throws to give up.
struct ChangedMyMind: Error {}
