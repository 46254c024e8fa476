import Kernel

/// Everybody with whom feedback is exchanged: those of whom something is noted, and those whom entries name.
///
/// A name without an address means the one who is noted under it, else the only one with an address whom entries call so, else somebody of that name.
public struct People: Sendable {
    /// Somebody.
    public struct Member: Sendable {
        /// What is noted about them; where nothing is, what the newest entry says.
        public let person: Person
        /// Whether anything is noted.
        public let isNoted: Bool
        /// Every name and address that means them.
        public let names: [String]
        /// What the entries about them have as their key.
        public let keys: Set<Identifier<Person>>
        /// How many entries there are about them.
        public let count: Int
        /// When the newest of these was written.
        public let latest: Instant?

        /// The same person wherever they come up.
        public var id: Identifier<Person> { person.id }
    }

    /// By name.
    public let members: [Member]

    /// How people name somebody.
    public static let naming = Naming<Member>(
        "person", listedBy: "person list",
        begunBy: "People come up when you write feedback with `new --to NAME`; `person add NAME` adds one.",
        missing: .personNotFound, names: { [$0.id.rawValue] + $0.names }, title: \.person.title)

    init(noted records: [Person], named: [NamedPerson]) {
        let noted = NotedPeople(records)
        let groups = People.grouped(named, noted)
        let merged = noted.merged
        let known = records.map { noted.owner(of: $0.id) }
        members = Set(known).union(groups.keys).sorted().map { id in
            People.member(id, noted.record(of: id), groups[id] ?? [], alsoCalled: merged[id] ?? [])
        }.map { (Folding.plain($0.person.title), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
    }

    private static func member(
        _ id: Identifier<Person>, _ record: Person?, _ named: [NamedPerson], alsoCalled merged: [Person]
    ) -> Member {
        let person = record ?? People.written(id, named.sorted { $0.latest > $1.latest }.flatMap(\.recipients))
        var names: [String] = []
        for one in [person] + merged { names += [one.name, one.address?.text].compactMap(\.self) + one.aliases }
        var seen: Set<String> = []
        return Member(
            person: person, isNoted: record != nil, names: names.filter { seen.insert(Person.key(ofAlias: $0)).inserted },
            keys: Set(named.map(\.key)), count: named.reduce(0) { $0 + $1.count }, latest: named.map(\.latest).max())
    }

    /// Somebody as entries have them: under the latest name and address, and the others as aliases.
    private static func written(_ id: Identifier<Person>, _ recipients: [Recipient]) -> Person {
        var person = Person(
            id: id, name: recipients.lazy.compactMap(\.name).first, address: recipients.lazy.compactMap(\.address).first)
        person.add(aliases: recipients.flatMap { [$0.name, $0.address?.text].compactMap(\.self) })
        person.aliases = Array(person.aliases.prefix(mostWritten))
        return person
    }

    private static let mostWritten = 10

    /// Entries by whom they are about.
    private static func grouped(_ named: [NamedPerson], _ noted: NotedPeople) -> [Identifier<Person>: [NamedPerson]] {
        var groups = Dictionary(grouping: named) { noted.owner(of: $0.key) }
        var addressed: [String: Set<Identifier<Person>>] = [:]
        for (id, group) in groups where noted.record(of: id) == nil && group.contains(where: \.hasAddress) {
            for name in group.flatMap(\.recipients).compactMap(\.name) {
                addressed[Person.key(ofName: name), default: []].insert(id)
            }
        }
        for (id, group) in groups where noted.record(of: id) == nil && !group.contains(where: \.hasAddress) {
            guard let name = group.first?.recipients.first?.name, let meant = addressed[Person.key(ofName: name)],
                meant.count == 1, let one = meant.first
            else { continue }
            groups[one, default: []] += group
            groups[id] = nil
        }
        return groups
    }

    /// Those who have exactly this name or address.
    public func called(_ typed: String) -> [Member] {
        called(byKey: (try? Recipient(typed)).map(Person.key(of:)) ?? Person.key(ofName: typed))
    }

    /// Those who have this address, or this name where no address is given.
    func called(_ recipient: Recipient) -> [Member] { called(byKey: Person.key(of: recipient)) }

    /// The only one of this name, where no address of theirs is known.
    func namesakes(of recipient: Recipient) -> [Member] {
        let found = recipient.name.map { called(byKey: Person.key(ofName: $0)) } ?? []
        return found.count == 1 && found[0].person.address == nil ? found : []
    }

    /// Those of whose names these are the first words.
    func beginning(_ typed: String) -> [Member] {
        let start = Person.key(ofName: typed) + " "
        return members.filter { $0.names.contains { Person.key(ofAlias: $0).hasPrefix(start) } }
    }

    /// Others who may be the same one: a name of theirs begins with a whole name of this one, or the other way round.
    func alike(_ member: Member) -> [Member] {
        let mine = member.names.map(Person.key(ofAlias:))
        return members.filter { other in
            other.id != member.id
                && other.names.map(Person.key(ofAlias:)).contains { name in
                    mine.contains { $0.hasPrefix(name + " ") || name.hasPrefix($0 + " ") }
                }
        }
    }

    private func called(byKey key: String) -> [Member] {
        members.filter { $0.names.contains { Person.key(ofAlias: $0) == key } }
    }

    /// Who is meant: by a whole name or address, a row, an identifier or an end of it, or by the first words of a name that nobody else has.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    public func one(_ typed: String) throws -> Member {
        if let one = members.first(where: { $0.id.rawValue == typed }) { return one }
        var found = called(typed)
        if found.isEmpty, NamingRule.row(typed) == nil { found = beginning(typed) }
        if found.count == 1 { return found[0] }
        guard found.isEmpty else { throw several(typed, found) }
        return try People.naming.one(typed, of: members)
    }

    func several(_ typed: String, _ found: [Member]) -> Failure {
        People.naming.several(typed, found.map { one in (members.firstIndex { $0.id == one.id }.map { $0 + 1 }, one) })
    }
}

extension NotedPeople {
    /// Who an entry is about, under the name and address that they have now.
    func shown(_ entry: FeedbackEntry) -> FeedbackEntry {
        guard let key = entry.personKey else { return entry }
        var shown = entry
        shown.person = owner(of: key)
        if let now = record(of: owner(of: key)) {
            shown.recipient = Recipient(
                name: now.name ?? entry.recipient?.name, address: now.address ?? entry.recipient?.address)
        }
        return shown
    }
}

extension NamedPerson {
    fileprivate var hasAddress: Bool { recipients.contains { $0.address != nil } }
}
