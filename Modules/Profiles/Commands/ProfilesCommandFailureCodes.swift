import Kernel

extension Failure.Code {
    /// Thrown by the welcome tour for an answer other than `progression` or `mastery`.
    static var notAMode: Self { Self() }
}
