import Kernel

extension Failure.Code {
    /// Thrown when the server refuses an account key: mistyped, or replaced after a removal.
    package static var syncPassRefused: Self { Self() }
    /// Thrown when the file of this device's login is unreadable or unwritable.
    package static var syncLoginNotKept: Self { Self() }
    /// Thrown when a device joins an account that already has 200 devices.
    package static var syncTooManyDevices: Self { Self() }
}
