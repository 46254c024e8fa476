import Kernel

extension Failure.Code {
    /// What was named as a place is none.
    public static var accountPlaceInvalid: Self { Self() }
    /// Somebody is signed in already.
    public static var accountThere: Self { Self() }
    /// Nobody is signed in.
    public static var accountMissing: Self { Self() }
    /// This device belongs to its account no more.
    public static var accountSuspended: Self { Self() }
    /// Syncing rests.
    public static var accountPaused: Self { Self() }
    /// What keeps devices in step has to be bought.
    public static var accountNeedsUpgrade: Self { Self() }
    /// Something has not left this device yet.
    public static var accountUnsent: Self { Self() }
    /// Nothing lies here to which this device could be put back.
    public static var accountNoWayBack: Self { Self() }
    /// A key that opens nothing here.
    public static var accountKeyInvalid: Self { Self() }
    /// What this device knows of its account cannot be read or kept.
    public static var accountNotKept: Self { .ofMachine() }
    /// No scope has this name.
    public static var accountScopeUnknown: Self { Self() }
    /// Nothing of this name gave way.
    public static var recoveredUnknown: Self { Self() }
    /// Something else has the name or the place of what is to come back.
    public static var recoveredInTheWay: Self { Self() }
    /// Two devices have everything of each other, and not the same.
    public static var accountDevicesDiffer: Self { Self() }
    /// No device has this name.
    public static var accountDeviceUnknown: Self { Self() }
}
