import Kernel

extension Failure.Code {
    /// Somebody else on this machine is at it.
    package static var syncBusy: Self { .ofMachine() }
}
