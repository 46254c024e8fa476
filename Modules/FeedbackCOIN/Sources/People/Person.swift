import Kernel

/// What is noted about somebody with whom feedback is exchanged.
///
/// People are there by themselves: whoever an entry names is one. A record of this kind exists once there is more to say of them, so two devices
/// that name the same person have nothing to agree on but the identifier, which is made from the address, else from the name.
public struct Person: Storable, Hashable {
    /// Made of the address, else of the name, under which they first came up. It never changes.
    public let id: Identifier<Person>
    /// What they are called; nil for somebody who is known by an address alone.
    public var name: String?
    /// Where mail reaches them.
    public var address: EmailAddress?
    /// How to speak of them: “they”.
    public var pronoun: String?
    /// Where they work.
    public var team: String?
    /// Other names and addresses that mean them.
    public var aliases: [String]
    /// Who this is in truth, after two turned out to be one: whatever means this person means that one.
    public var mergedInto: Identifier<Person>?

    /// Somebody from their parts; `FeedbackJournal` makes those that people see.
    public init(
        id: Identifier<Person>, name: String? = nil, address: EmailAddress? = nil, pronoun: String? = nil, team: String? = nil,
        aliases: [String] = [], mergedInto: Identifier<Person>? = nil
    ) {
        (self.id, self.name, self.address) = (id, name, address)
        (self.pronoun, self.team, self.aliases, self.mergedInto) = (pronoun, team, aliases, mergedInto)
    }

    /// As a list shows them: the name, else the address.
    public var title: String { name ?? address?.text ?? aliases.first ?? id.rawValue }

    /// Where records of people are kept.
    public static let collection = RecordCollection<Person>("coin.people")
}
