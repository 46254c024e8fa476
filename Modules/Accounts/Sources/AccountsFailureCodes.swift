import Kernel

extension Failure.Code {
    package static var accountPlaceInvalid: Self { Self() }
    package static var accountThere: Self { Self() }
    package static var accountMissing: Self { Self() }
    package static var accountSuspended: Self { Self() }
    package static var accountPaused: Self { Self() }
    /// Syncing requires a purchase.
    package static var accountNeedsUpgrade: Self { Self() }
    package static var accountUnsent: Self { Self() }
    /// This device has no backup to restore.
    package static var accountNoWayBack: Self { Self() }
    package static var accountKeyInvalid: Self { Self() }
    /// This device's account cannot be read or saved.
    package static var accountNotKept: Self { .systemFailure() }
    package static var accountScopeUnknown: Self { Self() }
    package static var recoveredUnknown: Self { Self() }
    /// Another record has the name or address of the version to restore.
    package static var recoveredInTheWay: Self { Self() }
    /// All changes are exchanged, and the records of the devices still differ.
    package static var accountDevicesDiffer: Self { Self() }
    package static var accountDeviceUnknown: Self { Self() }
}
