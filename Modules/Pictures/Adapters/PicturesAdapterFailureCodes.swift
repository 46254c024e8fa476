import Kernel

extension Failure.Code {
    /// Thrown when an image program reports a damaged photo. The caller turns it into
    /// `conversionFailed`.
    package static var damaged: Self { Self() }
}
