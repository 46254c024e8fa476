import Kernel

extension Failure.Code {
    /// Thrown when an undecided match is closed without a winner from the referee.
    package static var notDecided: Self { Self() }
}
