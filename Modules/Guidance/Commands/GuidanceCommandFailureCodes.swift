import Kernel

extension Failure.Code {
    /// Thrown when `tour` names no tour and the app has no first tour.
    package static var noTour: Self { Self() }
    /// Thrown when `tips` gets more than one of `--all`, `--dismiss` and `--reset`.
    package static var tipOptions: Self { Self() }
    /// Thrown when `tour` gets more than one of `--list`, `--skip` and `--reset`.
    package static var tourOptions: Self { Self() }
}
