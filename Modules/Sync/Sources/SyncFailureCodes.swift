import Kernel

extension Failure.Code {
    /// Thrown when the sync place already contains another account.
    package static var syncOtherAccount: Self { Self() }
    /// Thrown when the folder for syncing is in use for something other than an account.
    package static var syncForeignPlace: Self { Self() }
    /// Thrown when another device wrote different changes under this device's ID, as after a copy.
    package static var syncStreamTaken: Self { Self() }
    /// Thrown when another process is already syncing this device.
    package static var syncBusy: Self { .systemFailure() }
    /// Thrown when this device syncs after its removal from the account.
    package static var syncRemoved: Self { Self() }
    /// Thrown when the account lacks another device with the given ID.
    package static var syncNoSuchDevice: Self { Self() }
    /// Thrown when one of its devices has deleted the account.
    package static var syncAccountGone: Self { Self() }
    /// Thrown when the login lacks an account: yet to be admitted, removed, or account deleted.
    package static var syncNotAdmitted: Self { Self() }
    /// Thrown by the server when a removed device tries to write.
    package static var syncDeviceRemoved: Self { Self() }
    /// Thrown when bytes of another device are damaged: a batch, card, snapshot or file part.
    package static var syncUnreadable: Self { Self() }
    /// Thrown when another device, the folder or the database uses a newer format.
    package static var syncNewerForm: Self { .systemFailure() }
    /// Thrown when a typed account key has an unknown word or a wrong checksum.
    package static var syncKeyInvalid: Self { Self() }
    /// Thrown when data in the place is encrypted with another key, or this device lacks a key.
    package static var syncWrongKey: Self { Self() }
    /// Thrown when the program `age` fails, or its temporary folder is unusable.
    package static var syncSealUnable: Self { .systemFailure() }
    /// Thrown when the sync place is out of reach, full or fails to read or write.
    package static var syncPlaceAway: Self { .systemFailure() }
}
