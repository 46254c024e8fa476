import Kernel

extension Failure.Code {
    package static var fetchBusy: Self { Self() }
    package static var nothingPlayed: Self { Self() }
}
