import Kernel

extension Failure.Code {
    /// A pass that opens no door: mistyped, or a device was removed since.
    public static var syncPassRefused: Self { Self() }
    /// The file of a device's login, which cannot be read or written.
    public static var syncLoginNotKept: Self { Self() }
    /// More devices than an account may have.
    public static var syncTooManyDevices: Self { Self() }
}
