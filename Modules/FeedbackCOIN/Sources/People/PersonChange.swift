import Kernel

/// What is to be noted about somebody; nil leaves it.
public struct PersonChange: Hashable, Sendable {
    /// What they are called. The name before stays as an alias.
    public var name: String?
    /// Where mail reaches them. The address before stays as an alias.
    public var address: FieldChange<String>?
    /// How to speak of them.
    public var pronoun: FieldChange<String>?
    /// Where they work.
    public var team: FieldChange<String>?
    /// Names and addresses that mean them as well.
    public var aliases: [String]
    /// Those that do not any more.
    public var removedAliases: [String]

    /// What is named changes; without values, nothing.
    public init(
        name: String? = nil, address: FieldChange<String>? = nil, pronoun: FieldChange<String>? = nil,
        team: FieldChange<String>? = nil, aliases: [String] = [], removedAliases: [String] = []
    ) {
        (self.name, self.address, self.pronoun, self.team) = (name, address, pronoun, team)
        (self.aliases, self.removedAliases) = (aliases, removedAliases)
    }

    /// Whether nothing is to be changed.
    public var isEmpty: Bool { self == PersonChange() }

    private static let pronounLimit = 40
    private static let teamLimit = 60
    private static let mostAliases = 20

    /// - Throws: `headerInjection`, `addressInvalid`, `nameTooLong`, `personInvalid`.
    func applied(to person: Person) throws -> Person {
        var changed = person
        if let name = try name.flatMap(Mailbox.checked(name:)) {
            if let before = person.name { changed.aliases.append(before) }
            changed.name = name
        }
        if let address {
            if let before = person.address { changed.aliases.append(before.text) }
            changed.address = try address.value.map { try EmailAddress($0) }
        }
        if let pronoun { changed.pronoun = try pronoun.value.flatMap { try line($0, "A pronoun", PersonChange.pronounLimit) } }
        if let team { changed.team = try team.value.flatMap { try line($0, "A team", PersonChange.teamLimit) } }
        changed.aliases += try aliases.compactMap(alias)
        changed.aliases = try kept(changed)
        guard changed.name != nil || changed.address != nil else {
            throw invalid(
                "A person needs a name or an address.", "Give a name with `person rename` before you remove the address.")
        }
        return changed
    }

    /// Each once, without those that go and those that stand in name and address.
    private func kept(_ person: Person) throws -> [String] {
        var seen = Set(removedAliases.map(Person.key(ofAlias:)))
        seen.formUnion([person.name.map(Person.key(ofName:)), person.address.map(Person.key(ofAddress:))].compactMap(\.self))
        let kept = person.aliases.filter { seen.insert(Person.key(ofAlias: $0)).inserted }
        guard kept.count <= PersonChange.mostAliases else {
            throw invalid("A person has at most \(PersonChange.mostAliases) aliases.", "Remove one with --no-alias.")
        }
        return kept
    }

    private func alias(_ text: String) throws -> String? {
        text.contains("@") ? try EmailAddress(text).text : try Mailbox.checked(name: text)
    }

    private func line(_ text: String, _ what: String, _ limit: Int) throws -> String? {
        try TypedText(upTo: limit).keptIfAny(text) { _ in
            invalid("\(what) has at most \(limit) characters on one line, all of which can be seen.", "Make it shorter.")
        }
    }

    private func invalid(_ message: String, _ advice: String) -> Failure {
        Failure(.personInvalid, message, advice: advice, kind: .badData)
    }
}
