import Kernel

/// A port: the learner's progress in a form that the user can share. The app implements it with the
/// Learning module.
package struct LearnerProgress: Sendable {
    /// Returns the name of the user's profile.
    package let name: @Sendable () throws -> String
    /// Returns whether the user is a small child, for whom a guardian decides.
    package let isChild: @Sendable () throws -> Bool
    /// Returns the values of one kind to share, of the user or of a child with a profile of that
    /// name on this device. It throws if there is no such child.
    package let disclosure: @Sendable (_ kind: SharedKind, _ child: String?) throws -> ClubDisclosure
    /// Returns the number of answers, and of days with answers, since a day.
    package let practice: @Sendable (_ since: Day, _ child: String?) throws -> (answers: Int, days: Int)
    /// Returns the changes that recording a grading result would make, or nil if the result is
    /// recorded already. It throws for an unknown belt.
    package let offer: @Sendable (_ result: GradingReport, _ child: String?) throws -> GradingOffer?
    /// Records a grading result in the profile of the user or of a child.
    package let recordResult: @Sendable (_ result: GradingReport, _ child: String?) throws -> Void

    package init(
        name: @escaping @Sendable () throws -> String, isChild: @escaping @Sendable () throws -> Bool,
        disclosure: @escaping @Sendable (SharedKind, String?) throws -> ClubDisclosure,
        practice: @escaping @Sendable (Day, String?) throws -> (answers: Int, days: Int),
        offer: @escaping @Sendable (GradingReport, String?) throws -> GradingOffer?,
        recordResult: @escaping @Sendable (GradingReport, String?) throws -> Void
    ) {
        self.name = name
        self.isChild = isChild
        self.disclosure = disclosure
        self.practice = practice
        self.offer = offer
        self.recordResult = recordResult
    }
}

/// The changes that recording a result would make.
package struct GradingOffer: Hashable, Sendable {
    package let name: String
    /// The names of the belts before and after the result. They are equal if the belt stays.
    package let belt, reached: String

    package init(name: String, belt: String, reached: String) {
        self.name = name
        self.belt = belt
        self.reached = reached
    }
}
