import Kernel

extension Failure.Code {
    /// A record whose form no engine keeps.
    public static var invalidRecord: Self { Self() }
    /// A key of more bytes than every engine can keep in an index.
    public static var keyTooLong: Self { Self() }
    /// A transaction that was kept longer than its closure.
    public static var transactionOver: Self { .ofMachine() }

    // Of a medium, whatever the engine: what the commands say of one they say of all.

    /// There is no room for it.
    public static var diskFull: Self { .ofMachine() }
    /// The system refused a file.
    public static var diskTrouble: Self { .ofMachine() }
    /// It is done, and what went has yet to leave the files.
    public static var erasureUnfinished: Self { .ofMachine() }
    /// The files have a form that this program does not know yet.
    public static var newerStore: Self { .ofMachine() }
    /// Nothing may be written here.
    public static var readOnlyStore: Self { .ofMachine() }
    /// Somebody else held it for too long.
    public static var storeBusy: Self { .ofMachine() }
}
