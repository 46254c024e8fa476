import Kernel

extension Failure.Code {
    /// Thrown when locked data is needed and the session lacks its key.
    package static var vaultLocked: Self { Self() }
    /// Thrown when the passphrase fails to open the key, or its repetition differs.
    package static var vaultWrongPassphrase: Self { Self() }
    /// Thrown when a new passphrase has under 8 characters, over 1,000 bytes or too little variety.
    package static var vaultWeakPassphrase: Self { Self() }
    /// Thrown when locked data, or the wrapped key itself, is damaged.
    package static var vaultDamaged: Self { Self() }
    /// Thrown when the program that encrypts or wraps a key (`age`, `openssl`) fails.
    package static var vaultUnable: Self { .systemFailure() }
    /// Thrown when another process is locking, unlocking or writing one of the files.
    package static var vaultBusy: Self { Self() }
    /// Thrown when a file was locked in another store, whose key is missing here.
    package static var vaultElsewhere: Self { Self() }
    /// Thrown when a command needs a lock and the data is open.
    package static var vaultOpen: Self { Self() }
    /// Thrown when the vault's folder is missing, unwritable or in memory only.
    package static var vaultNotKept: Self { .systemFailure() }
    /// Thrown when the system lacks a key ring for the session key, or the ring refuses it.
    package static var vaultNoRing: Self { Self() }
    /// Thrown by `lock` when the folder `drafts` still has a text from an editor.
    package static var vaultLeftovers: Self { Self() }
}
