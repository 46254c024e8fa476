import Kernel

extension Failure.Code {
    /// Thrown when no tour has the given identifier.
    package static var unknownTour: Self { Self() }
}
