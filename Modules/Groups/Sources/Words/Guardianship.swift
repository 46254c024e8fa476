import Kernel

/// That one member may act for another, and on which consent.
public struct Guardianship: Storable, Hashable {
    /// Follows from both, so that there is one for two people.
    public let id: Identifier<Guardianship>
    /// Who acts.
    public let guardian: Identifier<Member>
    /// For whom.
    public let ward: Identifier<Member>
    /// What was consented to, in words, 1–400 characters.
    public let consent: String
    /// Who noted it.
    public let notedBy: Identifier<Member>
    /// Since when.
    public let since: Day
    /// Since when no more; nil while it holds. The record stays, for it says what was agreed and when that ended.
    public var withdrawn: Day?

    /// Whether it holds now.
    public var holds: Bool { withdrawn == nil }

    /// In the group's place.
    public static let collection = RecordCollection<Guardianship>("groups.guardianship")

    /// A consent as it is noted, or as a place tells of it.
    public init(
        guardian: Identifier<Member>, ward: Identifier<Member>, consent: String, notedBy: Identifier<Member>, since: Day,
        withdrawn: Day? = nil
    ) {
        id = Guardianship.id(guardian, of: ward)
        (self.guardian, self.ward, self.consent, self.notedBy) = (guardian, ward, consent, notedBy)
        (self.since, self.withdrawn) = (since, withdrawn)
    }

    /// The one for two people.
    public static func id(_ guardian: Identifier<Member>, of ward: Identifier<Member>) -> Identifier<Guardianship> {
        Identifier("\(guardian).\(ward)")
    }
}
