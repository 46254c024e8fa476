import Kernel

extension Failure.Code {
    /// A login that belongs to no account in a database: it never came in, or was removed.
    public static var syncNotAdmitted: Self { Self() }
    /// A device that was removed from its account and would write.
    public static var syncDeviceRemoved: Self { Self() }
    /// A device of an account that is not there.
    public static var syncNoSuchDevice: Self { Self() }
    /// A pass that opens no door: mistyped, or a device was removed since.
    public static var syncPassRefused: Self { Self() }
    /// The file of a device's login, which cannot be read or written.
    public static var syncLoginNotKept: Self { Self() }
    /// More devices than an account may have.
    public static var syncTooManyDevices: Self { Self() }
}
