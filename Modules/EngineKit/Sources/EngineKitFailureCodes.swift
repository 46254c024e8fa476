import Kernel

extension Failure.Code {
    /// Thrown when a record breaks the stored form: payload, version or identity.
    public static var invalidRecord: Self { Self() }
    /// Thrown when an index key, with the address of its record, has more than 2,500 bytes.
    public static var keyTooLong: Self { Self() }
    /// Thrown when a transaction is used after its closure ended.
    public static var transactionOver: Self { .systemFailure() }

    // Codes for the medium, independent of the engine, so that the commands explain them the same
    // way for every engine.

    /// Thrown when a write finds too little space or exceeds a quota. Nothing was changed.
    public static var diskFull: Self { .systemFailure() }
    /// Thrown when a system call on a store file fails, other than for space or permission.
    public static var diskTrouble: Self { .systemFailure() }
    /// Thrown when a deletion is done, but the erased data is still in the files.
    public static var erasureUnfinished: Self { .systemFailure() }
    /// Thrown when the files have a format that is newer than this program.
    public static var newerStore: Self { .systemFailure() }
    /// Thrown when permissions, or a read-only disk, forbid a write to the store.
    public static var readOnlyStore: Self { .systemFailure() }
    /// Thrown when another process holds the store's lock until the timeout.
    public static var storeBusy: Self { .systemFailure() }
}
