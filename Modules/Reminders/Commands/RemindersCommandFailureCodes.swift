import Kernel

extension Failure.Code {
    /// Thrown when `remind quiet` gets a beginning without an end, or an end without a beginning.
    package static var halfQuiet: Self { Self() }
    /// Thrown when `remind set` gets both `--on` and `--off`.
    package static var onAndOff: Self { Self() }
}
