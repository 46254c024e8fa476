import Kernel

extension StoreContract {
    static var payloads: [Promise] {
        [
            Promise("a rewrite keeps unknown fields", check: unknownFields),
            Promise("a field set to nil stays nil", check: nilStaysNil),
            Promise("an older payload is migrated when it is read", check: migration),
            Promise("a newer payload is neither read nor overwritten", check: newerPayload),
            Promise("an index added later covers older records", check: addedIndex),
            Promise("a unique index added later counts older records", check: addedUniqueIndex),
        ]
    }

    private static func unknownFields(_ trial: Trial, _ store: any Store) throws {
        try store.write {
            try $0.put(Card.Rich(id: "a", title: "one", colour: "red", front: .init(text: "x", hint: "y")))
        }
        try store.write { try $0.put(Card.Plain(id: "a", title: "two", front: .init(text: "z"))) }
        let expected = Card.Rich(id: "a", title: "two", colour: "red", front: .init(text: "z", hint: "y"))
        trial.expect("the card", try store.read { try $0.record(Identifier<Card.Rich>("a")) }, is: expected)
    }

    private static func nilStaysNil(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", tag: "red"))
        try store.putNotes(Note("a", tag: nil))
        trial.expect("the tag", try store.note("a")?.tag, is: nil)
        trial.expect("notes with a tag", try store.read { try $0.count(Note.byTagAndRank.all) }, is: 0)
        try store.write {
            try $0.put(Card.Rich(id: "a", title: "one", colour: "red", front: .init(text: "x", hint: "y")))
        }
        try store.write {
            try $0.put(Card.Rich(id: "a", title: "one", colour: nil, front: .init(text: "x", hint: nil)))
        }
        let card = try store.read { try $0.record(Identifier<Card.Rich>("a")) }
        trial.expect("the colour", card?.colour, is: nil)
        trial.expect("the hint within the side", card?.front.hint, is: nil)
    }

    private static func migration(_ trial: Trial, _ store: any Store) throws {
        try store.write { try $0.put(Person.First(id: "a", name: "Ada Lovelace")) }
        try store.write { try $0.put(Person.First(id: "b", name: "Alan Turing")) }
        let ada = Person.Second(id: "a", first: "Ada", last: "Lovelace")
        trial.expect("read", try store.read { try $0.record(Identifier<Person.Second>("a")) }, is: ada)
        let byLast = try store.read { try $0.records(Person.Second.byLast.all.descending).map(\.id.rawValue) }
        trial.expect("by the new index", byLast, is: ["b", "a"])
        try store.write { try $0.put(Person.Second(id: "a", first: "Ada", last: "Zuse")) }
        trial.expect(
            "rewritten", try store.read { try $0.first(Person.Second.byLast.at("Zuse"))?.id.rawValue }, is: "a")
    }

    private static func newerPayload(_ trial: Trial, _ store: any Store) throws {
        try store.write { try $0.put(Person.Second(id: "a", first: "Ada", last: "Lovelace")) }
        trial.expect("reading", fails: .newerRecord) {
            _ = try store.read { try $0.record(Identifier<Person.First>("a")) }
        }
        trial.expect("overwriting", fails: .newerRecord) {
            try store.write { try $0.put(Person.First(id: "a", name: "Ada")) }
        }
        trial.expect(
            "the record", try store.read { try $0.record(Identifier<Person.Second>("a"))?.last }, is: "Lovelace")
    }

    private static func addedIndex(_ trial: Trial, _ store: any Store) throws {
        try store.write { transaction in
            for text in ["three", "a", "to", "four"] {
                try transaction.put(Word.Bare(id: Identifier(text), text: text))
            }
        }
        func byLength() throws -> [String] { try store.read { try $0.records(Word.Indexed.byLength.all).map(\.text) } }
        trial.expect("by the new index", try byLength(), is: ["a", "to", "four", "three"])
        try store.write { try $0.put(Word.Indexed(id: "a", text: "longest")) }
        trial.expect("after rewriting one", try byLength(), is: ["to", "four", "three", "longest"])
        try store.write { try $0.put(Word.Bare(id: "to", text: "middle")) }
        trial.expect("after an older program wrote", try byLength(), is: ["four", "three", "middle", "longest"])
        try store.write { _ = try $0.delete(Identifier<Word.Bare>("four")) }
        trial.expect("after deleting one", try byLength(), is: ["three", "middle", "longest"])
        trial.expect("the count", try store.read { try $0.count(Word.Indexed.byLength.from(6)) }, is: 2)
    }

    private static func addedUniqueIndex(_ trial: Trial, _ store: any Store) throws {
        try store.write { try $0.put(Word.Bare(id: "a", text: "same")) }
        trial.expect("a second record with the key", fails: .duplicateKey) {
            try store.write { try $0.put(Word.Indexed(id: "b", text: "same")) }
        }
        try store.write { try $0.put(Word.Indexed(id: "a", text: "same")) }
        trial.expect(
            "the first rewritten", try store.read { try $0.first(Word.Indexed.byText.at("same"))?.id.rawValue }, is: "a"
        )
        try store.write { transaction in
            for id in ["y", "z"] { try transaction.put(Word.Bare(id: Identifier(id), text: "twice")) }
        }
        for id in ["x", "y", "z"] {
            trial.expect("“\(id)” with a key that two share", fails: .duplicateKey) {
                try store.write { try $0.put(Word.Indexed(id: Identifier(id), text: "twice")) }
            }
        }
    }
}
