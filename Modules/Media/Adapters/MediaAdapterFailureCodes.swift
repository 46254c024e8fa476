import Kernel

extension Failure.Code {
    package static var fetchBusy: Self { Self() }
    /// The player ended at once without playing anything.
    package static var nothingPlayed: Self { Self() }
}
