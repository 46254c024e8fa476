import Kernel

extension FeedbackJournal {
    /// Returns everyone with whom feedback is exchanged, by name, with three queries in total.
    package func people() throws -> People { try repository.read(FeedbackJournal.people) }

    /// Returns everyone with whom feedback is exchanged, as seen by a unit of work.
    static func people(in records: any FeedbackRecords) throws -> People {
        People(noted: try records.people(), named: try records.namedPeople())
    }

    /// Returns the person whom a text means, see `People.uniqueMatch`.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    package func person(_ typed: String) throws -> People.Member { try people().uniqueMatch(typed) }

    /// Returns the known or new person whom a name or address means.
    ///
    /// - Throws: the errors of `Recipient`, and `namesSeveral` for an ambiguous name.
    package func resolve(_ typed: String) throws -> (recipient: Recipient, person: Identifier<Person>) {
        let recipient = try Recipient(typed)
        let people = try people()
        var candidates = people.matches(typed)
        // The address belongs to a person who is saved by name only.
        if candidates.isEmpty { candidates = people.namesakes(of: recipient).filter(\.isSaved) }
        guard let match = candidates.first else { return (recipient, people.unusedID(for: recipient)) }
        guard candidates.count == 1 else { throw people.ambiguousName(typed, candidates) }
        let name = match.isSaved ? match.person.name ?? recipient.name : recipient.name ?? match.person.name
        return (Recipient(name: name, address: recipient.address ?? match.person.address), match.id)
    }

    /// Returns the people whose names begin with an entry's name, if no known person had that name.
    package func similarPeople(for entry: FeedbackEntry) throws -> [People.Member] {
        guard let name = entry.recipient?.name, entry.recipient?.address == nil, let id = entry.person else {
            return []
        }
        let people = try people()
        guard people.members.first(where: { $0.id == id })?.count == 1 else { return [] }
        return people.matchesByPrefix(name).filter { $0.id != id }
    }

    /// Saves a change of a person who may be new.
    ///
    /// - Parameter typed: a name, an address or both, as for a recipient.
    /// - Throws: `personTaken`, the errors of `Recipient`, and those of an invalid change.
    package func addPerson(_ typed: String, _ change: PersonChange = PersonChange()) throws -> People.Member {
        var recipient = try Recipient(typed)
        if case .set(let address) = change.address {
            recipient = Recipient(name: recipient.name, address: try EmailAddress(address))
        }
        return try repository.write(
            undo: "Added \(Person(id: "", name: recipient.name, address: recipient.address).title)"
        ) {
            records in
            let people = try FeedbackJournal.people(in: records)
            var candidates = people.matches(recipient)
            if candidates.isEmpty { candidates = people.namesakes(of: recipient) }
            if let existing = candidates.first(where: \.isSaved) { throw FeedbackJournal.personTaken(existing.person) }
            let id = candidates.count == 1 ? candidates[0].id : people.unusedID(for: recipient)
            var person = Person(id: id, name: recipient.name, address: recipient.address)
            person.add(aliases: candidates.count == 1 ? candidates[0].names : [])
            return try FeedbackJournal.save(change.applied(to: person), in: records, among: people)
        }
    }

    /// Saves a change of a person.
    ///
    /// A new name applies to every entry.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`, `personTaken` for another person's name or
    ///   address, `personInvalid`, `addressInvalid`, `headerInjection`, `nameTooLong`.
    package func updatePerson(_ typed: String, _ change: PersonChange) throws -> People.Member {
        try repository.write(undo: { FeedbackJournal.undoLabel(change, of: $0.before, now: $0.now) }) {
            records -> (before: Person, now: People.Member) in
            let people = try FeedbackJournal.people(in: records)
            let member = try people.uniqueMatch(typed)
            return (
                member.person, try FeedbackJournal.save(change.applied(to: member.person), in: records, among: people)
            )
        }.now
    }

    /// Returns the description of a change of a person for `undo`.
    private static func undoLabel(_ change: PersonChange, of before: Person, now: People.Member) -> String {
        change.name == nil
            ? "Changed what is noted about \(now.person.title)" : "Renamed \(before.title) to \(now.person.title)"
    }

    private static func save(_ person: Person, in records: any FeedbackRecords, among people: People) throws
        -> People.Member
    {
        let previous = people.members.first { $0.id == person.id }
        let newKeys = Set(person.keys).subtracting(previous?.names.map(Person.key(ofAlias:)) ?? [])
        for other in people.members where other.id != person.id {
            if other.names.contains(where: { newKeys.contains(Person.key(ofAlias: $0)) }) {
                throw personTaken(other.person)
            }
        }
        try saveAll([person], in: records, among: people)
        return try self.people(in: records).uniqueMatch(person.id.rawValue)
    }

    /// Saves people without reassigning entries.
    ///
    /// If a name would now mean another person, its previous person is saved as well.
    private static func saveAll(_ changed: [Person], in records: any FeedbackRecords, among people: People) throws {
        for person in changed { try records.save(person) }
        let owners = Dictionary(
            try self.people(in: records).members.flatMap { member in member.keys.map { ($0, member.id) } }
        ) { first, _ in first }
        for member in people.members {
            let owner = changed.first { $0.id == member.id }?.mergedInto ?? member.id
            for key in member.keys.sorted() where owners[key] != owner {
                try records.save(key == member.id ? member.person : Person(id: key, mergedInto: owner))
            }
        }
    }

    /// Returns the failure for a name or address of another person.
    private static func personTaken(_ person: Person) -> Failure {
        let address = person.address.map { " <\($0)>" } ?? ""
        return Failure(
            .personTaken, "There is already somebody with this name or address: \(person.title)\(address).",
            advice:
                "`person set` notes more about them. For somebody else, choose a name that tells them apart; `person merge` makes one of two.",
            kind: .badData)
    }

    /// Merges a person into another, without changing an entry.
    ///
    /// Every reference to the first person then means the second.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`, `personIsTheSame`.
    package func merge(_ typed: String, into other: String) throws -> People.Member {
        try repository.write(undo: { "Made one person of \($0.before.title) and \($0.now.person.title)" }) {
            records -> (before: Person, now: People.Member) in
            let people = try FeedbackJournal.people(in: records)
            let sourceMember = try people.uniqueMatch(typed)
            let targetMember = try people.uniqueMatch(other)
            guard sourceMember.id != targetMember.id else {
                throw Failure(
                    .personIsTheSame, "“\(typed.prefix(60))” and “\(other.prefix(60))” mean the same person.",
                    advice: "`person list` shows everybody.", kind: .badData)
            }
            var source = sourceMember.person
            var target = targetMember.person
            source.mergedInto = target.id
            target.mergedInto = nil
            (target.name, target.address) = (target.name ?? source.name, target.address ?? source.address)
            (target.pronoun, target.team) = (target.pronoun ?? source.pronoun, target.team ?? source.team)
            // The person keeps names that appear only in entries.
            source.add(aliases: sourceMember.names)
            try FeedbackJournal.saveAll([source, target], in: records, among: people)
            return (sourceMember.person, try FeedbackJournal.people(in: records).uniqueMatch(target.id.rawValue))
        }.now
    }

    /// Deletes a saved person and the person's merges.
    ///
    /// Entries keep their written names.
    ///
    /// - Returns: the person, with the entries about the person.
    /// - Throws: `personNotFound`, `namesSeveral`, `personNotNoted`.
    @discardableResult
    package func deletePerson(_ typed: String) throws -> People.Member {
        try repository.write(undo: { "Deleted what was noted about \($0.person.title)" }) { records in
            let member = try FeedbackJournal.people(in: records).uniqueMatch(typed)
            let savedRecords = try records.people()
            let savedPeople = SavedPeople(savedRecords)
            let deleted = savedRecords.filter { savedPeople.owner(of: $0.id) == member.id }
            guard !deleted.isEmpty else {
                throw Failure(
                    .personNotNoted,
                    "Nothing is noted about \(member.person.title): the name stands in \(counted(member.count, "entry", "entries")).",
                    advice: "`list --person NAME` shows them; `edit ID --to NAME` and `delete ID` change that.",
                    kind: .badData)
            }
            for person in deleted { try records.remove(person) }
            return member
        }
    }

    /// Returns entries with the current data of their people.
    static func withCurrentPeople(_ entries: [FeedbackEntry], in records: any FeedbackRecords) throws -> [FeedbackEntry]
    {
        guard entries.contains(where: { $0.personKey != nil }) else { return entries }
        let savedPeople = SavedPeople(try records.people())
        return savedPeople.isEmpty ? entries : entries.map(savedPeople.withCurrentPerson)
    }
}

extension People {
    /// Returns an unused identifier for a new person.
    ///
    /// It is made of the address or name, with a number if that is taken.
    func unusedID(for recipient: Recipient) -> Identifier<Person> {
        let takenIDs = Set(members.flatMap { $0.keys.union([$0.id]) })
        let key = Person.key(of: recipient)
        let ids = (1...).lazy.map { Person.id(of: $0 == 1 ? key : "\(key)#\($0)") }
        return ids.first { !takenIDs.contains($0) } ?? Person.id(of: key)
    }
}
