import Kernel

extension Failure.Code {
    package static var badCurrency: Self { Self() }
    package static var guardianNeeded: Self { Self() }
    package static var nobodyToShare: Self { Self() }
    package static var noSuchMember: Self { Self() }
    package static var noSuchResult: Self { Self() }
    package static var noSuchInvitation: Self { Self() }
    /// No task, announcement or shared content has that name or row.
    package static var noSuchPiece: Self { Self() }
    /// Two options exclude each other.
    package static var severalDeeds: Self { Self() }
    /// No member is ready for a grading, or none has a higher belt to reach.
    package static var nobodyReady: Self { Self() }
}
