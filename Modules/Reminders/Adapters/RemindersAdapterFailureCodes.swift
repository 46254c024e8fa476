import Kernel

extension Failure.Code {
    /// Thrown when the installed `notify-send` is older than 0.7.10 and lacks buttons.
    package static var noButtons: Self { Self() }
}
