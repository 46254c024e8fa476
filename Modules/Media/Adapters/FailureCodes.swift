import Kernel

extension Failure.Code {
    package static var fetchBusy: Self { Self() }
}
