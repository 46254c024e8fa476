import Kernel

extension Failure.Code {
    /// A record whose form no engine keeps.
    public static var invalidRecord: Self { Self() }
    /// A transaction that was kept longer than its closure.
    public static var transactionOver: Self { .ofMachine() }
}
