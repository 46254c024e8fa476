import Kernel

/// The port: where whoever is at the terminal stands, as they could share it. The app fills it from what was learned.
public struct OwnLearning: Sendable {
    /// What they are called in the app.
    public let name: @Sendable () throws -> String
    /// Whether it is a small child, for whom a guardian decides.
    public let isChild: @Sendable () throws -> Bool
    /// What there is to share of a kind: their own, or that of a child with a profile of that name on this device; throws where there is none.
    public let standing: @Sendable (_ kind: SharedKind, _ child: String?) throws -> ClubDisclosure
    /// How many answers they, or that child, gave from a day on, and on how many days.
    public let practice: @Sendable (_ since: Day, _ child: String?) throws -> (answers: Int, days: Int)
    /// What noting a result of a grading would change for them, or for that child; nil where it is noted already. Throws for a belt that is none.
    public let offer: @Sendable (_ result: ToldResult, _ child: String?) throws -> GradingOffer?
    /// Notes it, and moves the belt of whoever passed.
    public let note: @Sendable (_ result: ToldResult, _ child: String?) throws -> Void

    /// What the app answers.
    public init(
        name: @escaping @Sendable () throws -> String, isChild: @escaping @Sendable () throws -> Bool,
        standing: @escaping @Sendable (SharedKind, String?) throws -> ClubDisclosure,
        practice: @escaping @Sendable (Day, String?) throws -> (answers: Int, days: Int),
        offer: @escaping @Sendable (ToldResult, String?) throws -> GradingOffer?,
        note: @escaping @Sendable (ToldResult, String?) throws -> Void
    ) {
        (self.name, self.isChild, self.standing, self.practice) = (name, isChild, standing, practice)
        (self.offer, self.note) = (offer, note)
    }
}

/// What noting a result would change.
public struct GradingOffer: Hashable, Sendable {
    /// Whose it would be, as the app calls them.
    public let name: String
    /// The belt now, and the one afterwards, by their names; the same where it stays.
    public let belt, reached: String

    /// What would change.
    public init(name: String, belt: String, reached: String) { (self.name, self.belt, self.reached) = (name, belt, reached) }
}
