import Kernel

extension Failure.Code {
    package static var syncOtherAccount: Self { Self() }
    /// The place contains no account and is not empty.
    package static var syncForeignPlace: Self { Self() }
    /// The stream contains other bytes at this position, so another device writes under this ID.
    package static var syncStreamTaken: Self { Self() }
    package static var syncBusy: Self { .systemFailure() }
    package static var syncRemoved: Self { Self() }
    package static var syncNoSuchDevice: Self { Self() }
    package static var syncAccountGone: Self { Self() }
    /// The login belongs to no account: it was never admitted, it was removed, or the account was
    /// deleted.
    package static var syncNotAdmitted: Self { Self() }
    /// A removed device tries to write.
    package static var syncDeviceRemoved: Self { Self() }
    /// Bytes of another device are not a batch, card or snapshot.
    package static var syncUnreadable: Self { Self() }
    package static var syncNewerForm: Self { .systemFailure() }
    package static var syncKeyInvalid: Self { Self() }
    /// Bytes are encrypted with another key, or this device has no key.
    package static var syncWrongKey: Self { Self() }
    /// The encryption program is installed but fails.
    package static var syncSealUnable: Self { .systemFailure() }
    /// The place cannot be reached, read or written now.
    package static var syncPlaceAway: Self { .systemFailure() }
}
