import Kernel

extension Failure.Code {
    /// Thrown when the day of a visit is after today.
    package static var attendanceInFuture: Self { Self() }
}
