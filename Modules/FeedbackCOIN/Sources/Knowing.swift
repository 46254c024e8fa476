import Kernel

extension FeedbackJournal {
    /// Everybody with whom feedback is exchanged, by name. Three questions, however many there are.
    public func people() throws -> People { try repository.read(FeedbackJournal.people) }

    static func people(in records: any FeedbackRecords) throws -> People {
        People(noted: try records.people(), named: try records.named())
    }

    /// Who is meant, see `People.one`.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    public func person(_ typed: String) throws -> People.Member { try people().one(typed) }

    /// Whom somebody means who writes down a name or an address: one who is known, or somebody new.
    ///
    /// - Throws: as `Recipient`; `namesSeveral` for a name that several have.
    public func meant(by typed: String) throws -> (recipient: Recipient, person: Identifier<Person>) {
        let recipient = try Recipient(typed)
        let people = try people()
        var known = people.called(typed)
        // Somebody who is noted by name alone has this address, then.
        if known.isEmpty { known = people.namesakes(of: recipient).filter(\.isNoted) }
        guard let one = known.first else { return (recipient, people.free(for: recipient)) }
        guard known.count == 1 else { throw people.several(typed, known) }
        let name = one.isNoted ? one.person.name ?? recipient.name : recipient.name ?? one.person.name
        return (Recipient(name: name, address: recipient.address ?? one.person.address), one.id)
    }

    /// Who may be meant by the name of an entry, where nobody was known by it before: those whose names begin with it.
    public func likely(for entry: FeedbackEntry) throws -> [People.Member] {
        guard let name = entry.recipient?.name, entry.recipient?.address == nil, let id = entry.person else { return [] }
        let people = try people()
        guard people.members.first(where: { $0.id == id })?.count == 1 else { return [] }
        return people.beginning(name).filter { $0.id != id }
    }

    /// Notes something about somebody who may be new.
    ///
    /// - Parameter typed: a name, an address or both, as for a recipient.
    /// - Throws: as `Recipient` and `note`; `personTaken`.
    public func addPerson(_ typed: String, _ change: PersonChange = PersonChange()) throws -> People.Member {
        var recipient = try Recipient(typed)
        if case .set(let address) = change.address {
            recipient = Recipient(name: recipient.name, address: try EmailAddress(address))
        }
        return try repository.write(undo: "Added \(Person(id: "", name: recipient.name, address: recipient.address).title)") {
            records in
            let people = try FeedbackJournal.people(in: records)
            var known = people.called(recipient)
            if known.isEmpty { known = people.namesakes(of: recipient) }
            if let there = known.first(where: \.isNoted) { throw FeedbackJournal.taken(there.person) }
            let id = known.count == 1 ? known[0].id : people.free(for: recipient)
            var person = Person(id: id, name: recipient.name, address: recipient.address)
            person.add(aliases: known.count == 1 ? known[0].names : [])
            return try FeedbackJournal.keep(change.applied(to: person), in: records, beside: people)
        }
    }

    /// Notes something about somebody; a new name is theirs in every entry.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`, `personTaken` for a name or an address of somebody else, `personInvalid`,
    ///   `addressInvalid`, `headerInjection`, `nameTooLong`.
    public func note(_ typed: String, _ change: PersonChange) throws -> People.Member {
        try repository.write(undo: { FeedbackJournal.said(change, of: $0.before, now: $0.now) }) {
            records -> (before: Person, now: People.Member) in
            let people = try FeedbackJournal.people(in: records)
            let member = try people.one(typed)
            return (member.person, try FeedbackJournal.keep(change.applied(to: member.person), in: records, beside: people))
        }.now
    }

    private static func said(_ change: PersonChange, of before: Person, now: People.Member) -> String {
        change.name == nil ? "Changed what is noted about \(now.person.title)" : "Renamed \(before.title) to \(now.person.title)"
    }

    private static func keep(_ person: Person, in records: any FeedbackRecords, beside people: People) throws -> People.Member {
        let own = people.members.first { $0.id == person.id }
        let new = Set(person.keys).subtracting(own?.names.map(Person.key(ofAlias:)) ?? [])
        for other in people.members where other.id != person.id {
            if other.names.contains(where: { new.contains(Person.key(ofAlias: $0)) }) { throw taken(other.person) }
        }
        try enter([person], in: records, beside: people)
        return try self.people(in: records).one(person.id.rawValue)
    }

    /// Keeps somebody, and nobody's entries move by that: where a name would mean another one now, whom it meant before is noted as well.
    private static func enter(_ noted: [Person], in records: any FeedbackRecords, beside people: People) throws {
        for one in noted { try records.keep(one) }
        let now = Dictionary(
            try self.people(in: records).members.flatMap { member in member.keys.map { ($0, member.id) } }
        ) { first, _ in first }
        for member in people.members {
            let stays = noted.first { $0.id == member.id }?.mergedInto ?? member.id
            for key in member.keys.sorted() where now[key] != stays {
                try records.keep(key == member.id ? member.person : Person(id: key, mergedInto: stays))
            }
        }
    }

    private static func taken(_ person: Person) -> Failure {
        let address = person.address.map { " <\($0)>" } ?? ""
        return Failure(
            .personTaken, "There is already somebody with this name or address: \(person.title)\(address).",
            advice:
                "`person set` notes more about them. For somebody else, choose a name that tells them apart; `person merge` makes one of two.",
            kind: .badData)
    }

    /// Makes one person of two: whatever means the first means the second from now on. No entry is changed.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`, `personIsTheSame`.
    public func merge(_ typed: String, into other: String) throws -> People.Member {
        try repository.write(undo: { "Made one person of \($0.before.title) and \($0.now.person.title)" }) {
            records -> (before: Person, now: People.Member) in
            let people = try FeedbackJournal.people(in: records)
            let (one, into) = (try people.one(typed), try people.one(other))
            guard one.id != into.id else {
                throw Failure(
                    .personIsTheSame, "“\(typed.prefix(60))” and “\(other.prefix(60))” mean the same person.",
                    advice: "`person list` shows everybody.", kind: .badData)
            }
            var (gone, kept) = (one.person, into.person)
            gone.mergedInto = kept.id
            kept.mergedInto = nil
            (kept.name, kept.address) = (kept.name ?? gone.name, kept.address ?? gone.address)
            (kept.pronoun, kept.team) = (kept.pronoun ?? gone.pronoun, kept.team ?? gone.team)
            // Names that only entries say stay theirs.
            gone.add(aliases: one.names)
            try FeedbackJournal.enter([gone, kept], in: records, beside: people)
            return (one.person, try FeedbackJournal.people(in: records).one(kept.id.rawValue))
        }.now
    }

    /// Removes what is noted about somebody, and that others turned out to be them. Entries stay, under the names that they were written with.
    ///
    /// - Returns: who they were, with the entries about them.
    /// - Throws: `personNotFound`, `namesSeveral`, `personNotNoted`.
    @discardableResult
    public func deletePerson(_ typed: String) throws -> People.Member {
        try repository.write(undo: { "Deleted what was noted about \($0.person.title)" }) { records in
            let member = try FeedbackJournal.people(in: records).one(typed)
            let all = try records.people()
            let noted = NotedPeople(all)
            let gone = all.filter { noted.owner(of: $0.id) == member.id }
            guard !gone.isEmpty else {
                throw Failure(
                    .personNotNoted,
                    "Nothing is noted about \(member.person.title): the name stands in \(counted(member.count, "entry", "entries")).",
                    advice: "`list --person NAME` shows them; `edit ID --to NAME` and `delete ID` change that.", kind: .badData)
            }
            for one in gone { try records.remove(one) }
            return member
        }
    }

    /// Entries as people see them: about whoever their people are now.
    static func shown(_ entries: [FeedbackEntry], in records: any FeedbackRecords) throws -> [FeedbackEntry] {
        guard entries.contains(where: { $0.personKey != nil }) else { return entries }
        let noted = NotedPeople(try records.people())
        return noted.isEmpty ? entries : entries.map(noted.shown)
    }
}

extension People {
    /// An identifier for somebody new: made of address or name, or, where somebody else had that name before, of the name and a number.
    func free(for recipient: Recipient) -> Identifier<Person> {
        let taken = Set(members.flatMap { $0.keys.union([$0.id]) })
        let key = Person.key(of: recipient)
        let ids = (1...).lazy.map { Person.id(of: $0 == 1 ? key : "\(key)#\($0)") }
        return ids.first { !taken.contains($0) } ?? Person.id(of: key)
    }
}
