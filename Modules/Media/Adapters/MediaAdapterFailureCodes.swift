import Kernel

extension Failure.Code {
    /// Thrown when another process is downloading the same address.
    package static var fetchBusy: Self { Self() }
    /// Thrown when mpv ends at once, for example without a desktop or with an unreadable file.
    package static var nothingPlayed: Self { Self() }
}
