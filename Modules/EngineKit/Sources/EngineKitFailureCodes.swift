import Kernel

extension Failure.Code {
    public static var invalidRecord: Self { Self() }
    /// A key with more bytes than every engine can store in an index.
    public static var keyTooLong: Self { Self() }
    /// A transaction that was used after its closure ended.
    public static var transactionOver: Self { .systemFailure() }

    // Codes for the medium, independent of the engine, so that the commands explain them the same
    // way for every engine.

    public static var diskFull: Self { .systemFailure() }
    public static var diskTrouble: Self { .systemFailure() }
    /// The deletion is done, but the erased data has not yet left the files.
    public static var erasureUnfinished: Self { .systemFailure() }
    /// The files have a format that is newer than this program.
    public static var newerStore: Self { .systemFailure() }
    public static var readOnlyStore: Self { .systemFailure() }
    public static var storeBusy: Self { .systemFailure() }
}
