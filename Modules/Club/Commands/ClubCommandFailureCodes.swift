import Kernel

extension Failure.Code {
    /// Thrown when the currency of a new club differs from three letters A to Z.
    package static var badCurrency: Self { Self() }
    /// Thrown when a child's profile joins a club without a guardian's name and consent.
    package static var guardianNeeded: Self { Self() }
    /// Thrown when a command about sharing lacks a learner, finds several, or lacks shared values
    /// to follow.
    package static var nobodyToShare: Self { Self() }
    /// Thrown when a name matches zero or several visible members, or a member with an unsuitable
    /// role.
    package static var noSuchMember: Self { Self() }
    /// Thrown when the row of a received grading is missing, or the result is already recorded.
    package static var noSuchResult: Self { Self() }
    /// Thrown when the row of the invitation to revoke is missing.
    package static var noSuchInvitation: Self { Self() }
    /// Thrown when the row or name of a task, announcement, tip or piece of content is missing.
    package static var noSuchPiece: Self { Self() }
    /// Thrown when `club share` gets more than one of `--stop`, `--update`, `--follow` and
    /// `--unfollow`.
    package static var severalDeeds: Self { Self() }
    /// Thrown when every student still lacks requirements for a grading, or each named one has the
    /// highest belt.
    package static var nobodyReady: Self { Self() }
}
