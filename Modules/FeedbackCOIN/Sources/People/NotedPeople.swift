import Kernel

/// What is noted about people, and whom each identifier means in the end.
struct NotedPeople: Sendable {
    private let records: [Identifier<Person>: Person]
    /// Whoever alone has a name or an address, by the identifier that somebody of that name or address gets.
    private let claims: [Identifier<Person>: Identifier<Person>]

    init(_ people: [Person]) {
        let records = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        var claims: [Identifier<Person>: Set<Identifier<Person>>] = [:]
        for person in people {
            let inTruth = NotedPeople.survivor(of: person.id, in: records)
            for key in person.keys { claims[Person.id(of: key), default: []].insert(inTruth) }
        }
        self.records = records
        self.claims = claims.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    var isEmpty: Bool { records.isEmpty }

    /// Whom an identifier means: the one who is noted under it, else the only one who has the name or address that it was made of, else itself.
    func owner(of key: Identifier<Person>) -> Identifier<Person> {
        guard records[key] == nil else { return NotedPeople.survivor(of: key, in: records) }
        return claims[key] ?? key
    }

    /// What is noted about somebody, and about those who turned out to be the same.
    func record(of owner: Identifier<Person>) -> Person? { records[owner] }

    /// Who turned out to be somebody else, by who that is.
    var merged: [Identifier<Person>: [Person]] {
        let gone = records.values.sorted { $0.id < $1.id }.filter { NotedPeople.survivor(of: $0.id, in: records) != $0.id }
        return Dictionary(grouping: gone) { NotedPeople.survivor(of: $0.id, in: records) }
    }

    /// Who stands for somebody. Where two devices have merged two people into each other, the lesser identifier does, on each of them.
    private static func survivor(of id: Identifier<Person>, in records: [Identifier<Person>: Person]) -> Identifier<Person> {
        var way = [id]
        while let next = records[way[way.count - 1]]?.mergedInto {
            if let start = way.firstIndex(of: next) { return way[start...].min() ?? next }
            way.append(next)
        }
        return way[way.count - 1]
    }
}
