import Kernel

extension Failure.Code {
    /// Thrown when a sync place is empty or has control characters, lacks an account, or serves
    /// another app.
    package static var accountPlaceInvalid: Self { Self() }
    /// Thrown by `account create` and `account join` when this device already has an account.
    package static var accountThere: Self { Self() }
    /// Thrown when a command needs an account and this device is without one.
    package static var accountMissing: Self { Self() }
    /// Thrown when the account was deleted, or this device was removed from it.
    package static var accountSuspended: Self { Self() }
    /// Thrown when syncing is requested while the user has paused it.
    package static var accountPaused: Self { Self() }
    /// Thrown when syncing is requested without a purchase that includes it.
    package static var accountNeedsUpgrade: Self { Self() }
    /// Thrown by `account sign-out` when changes of this device are still unsent.
    package static var accountUnsent: Self { Self() }
    /// Thrown by `account undo` when this device has no backup to restore.
    package static var accountNoWayBack: Self { Self() }
    /// Thrown when the key of an account is malformed or fails to open its place, or `--key` meets
    /// `--key-file`.
    package static var accountKeyInvalid: Self { Self() }
    /// Thrown when the account file of this device cannot be read or saved.
    package static var accountNotKept: Self { .systemFailure() }
    /// Thrown when a sync scope is unknown, or `account choose` lacks exactly one of `--on` and
    /// `--off`.
    package static var accountScopeUnknown: Self { Self() }
    /// Thrown when a superseded version is no longer stored, or `sync recovered` has contradictory
    /// options.
    package static var recoveredUnknown: Self { Self() }
    /// Thrown when another record has the name or address of the version to restore.
    package static var recoveredInTheWay: Self { Self() }
    /// Thrown when all changes are exchanged and the records of the devices still differ.
    package static var accountDevicesDiffer: Self { Self() }
    /// Thrown when a device name is invalid, matches zero devices or several, or means this device.
    package static var accountDeviceUnknown: Self { Self() }
}
