/// A person's day and due items, for the rest of the family.
package struct FamilyDay: Hashable, Sendable {
    /// The number of answers today.
    package let answers: Int
    /// The number of consecutive days of practice, up to today or yesterday.
    package let streak: Int
    /// The number of cards that are due.
    package let due: Int

    package init(answers: Int, streak: Int, due: Int) {
        self.answers = answers
        self.streak = streak
        self.due = due
    }
}

/// The days of the family's members. The app implements it with the practice module.
package struct FamilyDays: Sendable {
    package let day: @Sendable (_ profile: Profile) throws -> FamilyDay

    package init(of day: @escaping @Sendable (_ profile: Profile) throws -> FamilyDay) { self.day = day }
}
