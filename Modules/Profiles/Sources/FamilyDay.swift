/// What somebody has done today, and what waits for them: for the others of the family to see.
public struct FamilyDay: Hashable, Sendable {
    /// Answers given today.
    public let answers: Int
    /// Days in a row on which they practised, up to today or yesterday.
    public let streak: Int
    /// Things that are due.
    public let due: Int

    /// A day of somebody.
    public init(answers: Int, streak: Int, due: Int) { (self.answers, self.streak, self.due) = (answers, streak, due) }
}

/// What the members of a family have done: filled in by whoever keeps practice.
public struct FamilyDays: Sendable {
    /// The day of somebody.
    public let of: @Sendable (_ profile: Profile) throws -> FamilyDay

    /// Days from a function.
    public init(of: @escaping @Sendable (_ profile: Profile) throws -> FamilyDay) { self.of = of }
}
