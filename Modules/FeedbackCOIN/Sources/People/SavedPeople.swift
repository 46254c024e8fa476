import Kernel

/// The saved people and the final owner of each identifier.
struct SavedPeople: Sendable {
    private let records: [Identifier<Person>: Person]
    /// The sole owners of a name or address, by the identifier derived from it.
    private let claims: [Identifier<Person>: Identifier<Person>]

    init(_ people: [Person]) {
        let records = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        var claims: [Identifier<Person>: Set<Identifier<Person>>] = [:]
        for person in people {
            let survivor = SavedPeople.survivor(of: person.id, in: records)
            for key in person.keys { claims[Person.id(of: key), default: []].insert(survivor) }
        }
        self.records = records
        self.claims = claims.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    var isEmpty: Bool { records.isEmpty }

    /// Returns the owner of an identifier.
    ///
    /// It is the saved person of that identifier, or the only one with the name or address from
    /// which it was derived. Otherwise it is the identifier itself.
    func owner(of key: Identifier<Person>) -> Identifier<Person> {
        guard records[key] == nil else { return SavedPeople.survivor(of: key, in: records) }
        return claims[key] ?? key
    }

    /// Returns the saved data of a person, including merged people.
    func record(of owner: Identifier<Person>) -> Person? { records[owner] }

    /// The merged people, by the person into whom they were merged.
    var merged: [Identifier<Person>: [Person]] {
        let merged = records.values.sorted { $0.id < $1.id }.filter {
            SavedPeople.survivor(of: $0.id, in: records) != $0.id
        }
        return Dictionary(grouping: merged) { SavedPeople.survivor(of: $0.id, in: records) }
    }

    /// Returns the person into whom a person was merged.
    ///
    /// If two devices merged two people into each other, the lesser identifier wins on both.
    private static func survivor(of id: Identifier<Person>, in records: [Identifier<Person>: Person]) -> Identifier<
        Person
    > {
        var path = [id]
        while let next = records[path[path.count - 1]]?.mergedInto {
            if let start = path.firstIndex(of: next) { return path[start...].min() ?? next }
            path.append(next)
        }
        return path[path.count - 1]
    }
}
