import Kernel

/// A change of a saved person.
///
/// Nil leaves a part unchanged.
package struct PersonChange: Hashable, Sendable {
    /// The new name.
    ///
    /// The previous one becomes an alias.
    package var name: String?
    /// The new address.
    ///
    /// The previous one becomes an alias.
    package var address: FieldChange<String>?
    package var pronoun: FieldChange<String>?
    package var team: FieldChange<String>?
    /// The aliases to add.
    package var aliases: [String]
    /// The aliases to remove, in any spelling.
    package var removedAliases: [String]

    package init(
        name: String? = nil, address: FieldChange<String>? = nil, pronoun: FieldChange<String>? = nil,
        team: FieldChange<String>? = nil, aliases: [String] = [], removedAliases: [String] = []
    ) {
        self.name = name
        self.address = address
        self.pronoun = pronoun
        self.team = team
        self.aliases = aliases
        self.removedAliases = removedAliases
    }

    package var isEmpty: Bool { self == PersonChange() }

    private static let pronounLimit = 40
    private static let teamLimit = 60
    private static let maxAliases = 20

    /// Returns a person with the change applied.
    ///
    /// - Throws: `headerInjection`, `addressInvalid`, `nameTooLong`, `personInvalid`.
    func applied(to person: Person) throws -> Person {
        var changed = person
        if let name = try name.flatMap(Mailbox.checked(name:)) {
            if let previous = person.name { changed.aliases.append(previous) }
            changed.name = name
        }
        if let address {
            if let previous = person.address { changed.aliases.append(previous.text) }
            changed.address = try address.value.map { try EmailAddress($0) }
        }
        if let pronoun {
            changed.pronoun = try pronoun.value.flatMap {
                try validatedLine($0, "A pronoun", PersonChange.pronounLimit)
            }
        }
        if let team {
            changed.team = try team.value.flatMap { try validatedLine($0, "A team", PersonChange.teamLimit) }
        }
        changed.aliases += try aliases.compactMap(alias)
        changed.aliases = try remainingAliases(changed)
        guard changed.name != nil || changed.address != nil else {
            throw invalid(
                "A person needs a name or an address.",
                "Give a name with `person rename` before you remove the address.")
        }
        return changed
    }

    /// Returns the remaining aliases, each once, without the removed ones and the current name and
    /// address.
    private func remainingAliases(_ person: Person) throws -> [String] {
        var seen = Set(removedAliases.map(Person.key(ofAlias:)))
        seen.formUnion(
            [person.name.map(Person.key(ofName:)), person.address.map(Person.key(ofAddress:))].compactMap(\.self))
        let aliases = person.aliases.filter { seen.insert(Person.key(ofAlias: $0)).inserted }
        guard aliases.count <= PersonChange.maxAliases else {
            throw invalid("A person has at most \(PersonChange.maxAliases) aliases.", "Remove one with --no-alias.")
        }
        return aliases
    }

    /// Returns a name or an address in its stored form.
    private func alias(_ text: String) throws -> String? {
        text.contains("@") ? try EmailAddress(text).text : try Mailbox.checked(name: text)
    }

    /// Returns a text on one line in its stored form, or nil if it is empty.
    private func validatedLine(_ text: String, _ what: String, _ limit: Int) throws -> String? {
        try InputTextRule(upTo: limit).validatedIfPresent(text) { _ in
            invalid(
                "\(what) has at most \(limit) characters on one line, all of which can be seen.", "Make it shorter.")
        }
    }

    private func invalid(_ message: String, _ advice: String) -> Failure {
        Failure(.personInvalid, message, advice: advice, kind: .badData)
    }
}
