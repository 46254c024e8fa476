import Kernel

extension Failure.Code {
    /// Thrown when Chromium or WeasyPrint writes no PDF or picture, or the work folder fails.
    package static var pressFailed: Self { Self() }
}
