import Kernel

/// Everyone with whom feedback is exchanged: saved people and people named in entries.
///
/// A name without an address means the saved person of that name. If there is none, it means the
/// only address used with that name, or else a person of that name.
package struct People: Sendable {
    /// A person.
    package struct Member: Sendable {
        /// The saved data, or else the data of the newest entry.
        package let person: Person
        package let isSaved: Bool
        /// The names and addresses, each once, the current ones first.
        package let names: [String]
        /// The identifiers under which entries refer to the person.
        package let keys: Set<Identifier<Person>>
        /// The number of entries about the person.
        package let count: Int
        /// The time of the newest entry, or nil without entries.
        package let latest: Instant?

        package var id: Identifier<Person> { person.id }
    }

    package let members: [Member]

    package static let naming = RecordNaming<Member>(
        "person", listedBy: "person list",
        emptyListAdvice: "People come up when you write feedback with `new --to NAME`; `person add NAME` adds one.",
        missing: .personNotFound, names: { [$0.id.rawValue] + $0.names }, title: \.person.title)

    init(noted records: [Person], named: [NamedPerson]) {
        let savedPeople = SavedPeople(records)
        let groups = People.grouped(named, savedPeople)
        let merged = savedPeople.merged
        let owners = records.map { savedPeople.owner(of: $0.id) }
        members = Set(owners).union(groups.keys).sorted().map { id in
            People.member(id, savedPeople.record(of: id), groups[id] ?? [], alsoCalled: merged[id] ?? [])
        }.map { (Folding.plain($0.person.title), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
    }

    private static func member(
        _ id: Identifier<Person>, _ record: Person?, _ named: [NamedPerson], alsoCalled merged: [Person]
    ) -> Member {
        let person = record ?? People.unsavedPerson(id, named.sorted { $0.latest > $1.latest }.flatMap(\.recipients))
        var names: [String] = []
        for source in [person] + merged {
            names += [source.name, source.address?.text].compactMap(\.self) + source.aliases
        }
        var seen: Set<String> = []
        return Member(
            person: person, isSaved: record != nil,
            names: names.filter { seen.insert(Person.key(ofAlias: $0)).inserted },
            keys: Set(named.map(\.key)), count: named.reduce(0) { $0 + $1.count }, latest: named.map(\.latest).max())
    }

    /// Returns a person as named in entries, with the latest name and address and the others as
    /// aliases.
    private static func unsavedPerson(_ id: Identifier<Person>, _ recipients: [Recipient]) -> Person {
        var person = Person(
            id: id, name: recipients.lazy.compactMap(\.name).first, address: recipients.lazy.compactMap(\.address).first
        )
        person.add(aliases: recipients.flatMap { [$0.name, $0.address?.text].compactMap(\.self) })
        person.aliases = Array(person.aliases.prefix(maxUnsavedAliases))
        return person
    }

    private static let maxUnsavedAliases = 10

    /// Returns the names in entries, grouped by person.
    private static func grouped(_ named: [NamedPerson], _ savedPeople: SavedPeople) -> [Identifier<Person>:
        [NamedPerson]]
    {
        var groups = Dictionary(grouping: named) { savedPeople.owner(of: $0.key) }
        var idsByName: [String: Set<Identifier<Person>>] = [:]
        for (id, group) in groups where savedPeople.record(of: id) == nil && group.contains(where: \.hasAddress) {
            for name in group.flatMap(\.recipients).compactMap(\.name) {
                idsByName[Person.key(ofName: name), default: []].insert(id)
            }
        }
        for (id, group) in groups where savedPeople.record(of: id) == nil && !group.contains(where: \.hasAddress) {
            guard let name = group.first?.recipients.first?.name, let ids = idsByName[Person.key(ofName: name)],
                ids.count == 1, let owner = ids.first
            else { continue }
            groups[owner, default: []] += group
            groups[id] = nil
        }
        return groups
    }

    /// Returns the people with exactly this name or address.
    package func matches(_ typed: String) -> [Member] {
        matches(byKey: (try? Recipient(typed)).map(Person.key(of:)) ?? Person.key(ofName: typed))
    }

    /// Returns the people with this address, or with this name if no address is given.
    func matches(_ recipient: Recipient) -> [Member] { matches(byKey: Person.key(of: recipient)) }

    /// Returns the only person of this name, if no address of that person is known.
    func namesakes(of recipient: Recipient) -> [Member] {
        let candidates = recipient.name.map { matches(byKey: Person.key(ofName: $0)) } ?? []
        return candidates.count == 1 && candidates[0].person.address == nil ? candidates : []
    }

    /// Returns the people whose names begin with these words.
    func matchesByPrefix(_ typed: String) -> [Member] {
        let start = Person.key(ofName: typed) + " "
        return members.filter { $0.names.contains { Person.key(ofAlias: $0).hasPrefix(start) } }
    }

    /// Returns other people who may be the same: the names of one begin with a whole name of the
    /// other.
    func similarPeople(_ member: Member) -> [Member] {
        let keys = member.names.map(Person.key(ofAlias:))
        return members.filter { other in
            other.id != member.id
                && other.names.map(Person.key(ofAlias:)).contains { name in
                    keys.contains { $0.hasPrefix(name + " ") || name.hasPrefix($0 + " ") }
                }
        }
    }

    private func matches(byKey key: String) -> [Member] {
        members.filter { $0.names.contains { Person.key(ofAlias: $0) == key } }
    }

    /// Returns the person whom a text means.
    ///
    /// The text is a full name or address, a row, an identifier or an end of it, or the unique
    /// beginning of a name.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    package func uniqueMatch(_ typed: String) throws -> Member {
        if let exact = members.first(where: { $0.id.rawValue == typed }) { return exact }
        var candidates = matches(typed)
        if candidates.isEmpty, NamingRule.row(typed) == nil { candidates = matchesByPrefix(typed) }
        if candidates.count == 1 { return candidates[0] }
        guard candidates.isEmpty else { throw ambiguousName(typed, candidates) }
        return try People.naming.uniqueMatch(typed, of: members)
    }

    func ambiguousName(_ typed: String, _ candidates: [Member]) -> Failure {
        People.naming.ambiguousFailure(
            typed, candidates.map { member in (members.firstIndex { $0.id == member.id }.map { $0 + 1 }, member) })
    }
}

extension SavedPeople {
    /// Returns an entry with the current name and address of its person.
    func withCurrentPerson(_ entry: FeedbackEntry) -> FeedbackEntry {
        guard let key = entry.personKey else { return entry }
        var updated = entry
        updated.person = owner(of: key)
        if let current = record(of: owner(of: key)) {
            updated.recipient = Recipient(
                name: current.name ?? entry.recipient?.name, address: current.address ?? entry.recipient?.address)
        }
        return updated
    }
}

extension NamedPerson { fileprivate var hasAddress: Bool { recipients.contains { $0.address != nil } } }
