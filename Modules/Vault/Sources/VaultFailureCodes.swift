import Kernel

extension Failure.Code {
    /// The data is locked, and no key is available.
    package static var vaultLocked: Self { Self() }
    package static var vaultWrongPassphrase: Self { Self() }
    package static var vaultWeakPassphrase: Self { Self() }
    /// Locked data cannot be opened with the right key.
    package static var vaultDamaged: Self { Self() }
    /// The program that encrypts or wraps failed.
    package static var vaultUnable: Self { .systemFailure() }
    /// Another process is locking or unlocking.
    package static var vaultBusy: Self { Self() }
    /// A file was locked in another store, whose key is missing here.
    package static var vaultElsewhere: Self { Self() }
    package static var vaultOpen: Self { Self() }
    package static var vaultNotKept: Self { .systemFailure() }
    package static var vaultNoRing: Self { Self() }
    package static var vaultLeftovers: Self { Self() }
}
