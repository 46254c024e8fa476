import Kernel

/// The saved data of a person with whom feedback is exchanged.
///
/// Every person named in an entry exists without a record. A record is created when there is more
/// to save. Two devices agree on a person through the identifier alone, which is derived from the
/// address or else the name.
package struct Person: Storable, Hashable {
    /// The identifier, derived from the first known address or else name.
    ///
    /// It never changes.
    package let id: Identifier<Person>
    /// The name, or nil for a person known by an address only.
    package var name: String?
    package var address: EmailAddress?
    /// The pronoun, such as “they”.
    package var pronoun: String?
    package var team: String?
    package var aliases: [String]
    /// The person into whom this one was merged.
    ///
    /// Every reference to this person then means that one.
    package var mergedInto: Identifier<Person>?

    package init(
        id: Identifier<Person>, name: String? = nil, address: EmailAddress? = nil, pronoun: String? = nil,
        team: String? = nil, aliases: [String] = [], mergedInto: Identifier<Person>? = nil
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.pronoun = pronoun
        self.team = team
        self.aliases = aliases
        self.mergedInto = mergedInto
    }

    /// The text in lists: the name, or else the address.
    package var title: String { name ?? address?.text ?? aliases.first ?? id.rawValue }

    package static let collection = RecordCollection<Person>("coin.people")
}
