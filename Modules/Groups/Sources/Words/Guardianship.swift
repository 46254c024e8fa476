import Kernel

/// The right of one member to act for another, with the recorded consent.
package struct Guardianship: Storable, Hashable {
    /// The id computed from both members, so that a pair has only one guardianship.
    package let id: Identifier<Guardianship>
    package let guardian: Identifier<Member>
    package let ward: Identifier<Member>
    /// The text of the consent, 1–400 characters.
    package let consent: String
    /// The member who recorded it.
    package let notedBy: Identifier<Member>
    /// The day on which the consent was recorded.
    package let since: Day
    /// The day of withdrawal, or nil while it is valid. The record stays as evidence of the
    /// agreement and its end.
    package var withdrawn: Day?

    package var isValid: Bool { withdrawn == nil }

    package static let collection = RecordCollection<Guardianship>("groups.guardianship")

    package init(
        guardian: Identifier<Member>, ward: Identifier<Member>, consent: String, notedBy: Identifier<Member>,
        since: Day, withdrawn: Day? = nil
    ) {
        id = Guardianship.id(guardian, of: ward)
        self.guardian = guardian
        self.ward = ward
        self.consent = consent
        self.notedBy = notedBy
        self.since = since
        self.withdrawn = withdrawn
    }

    /// Returns the id for a pair of members.
    package static func id(_ guardian: Identifier<Member>, of ward: Identifier<Member>) -> Identifier<Guardianship> {
        Identifier("\(guardian).\(ward)")
    }
}
