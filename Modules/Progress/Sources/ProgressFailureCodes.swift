import Kernel

extension Failure.Code {
    /// Thrown when a session filter names a kind of session that is unknown.
    package static var unknownKindOfSession: Self { Self() }
    /// Thrown when the first day of a session filter is later than its last day.
    package static var daysTurnedRound: Self { Self() }
}
