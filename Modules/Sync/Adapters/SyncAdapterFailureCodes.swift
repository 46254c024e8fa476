import Kernel

extension Failure.Code {
    /// An invalid pass: mistyped, or replaced after the removal of a device.
    package static var syncPassRefused: Self { Self() }
    /// The file of a device's login cannot be read or written.
    package static var syncLoginNotKept: Self { Self() }
    package static var syncTooManyDevices: Self { Self() }
}
