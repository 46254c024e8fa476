import Kernel
import Synchronization

/// Where a device keeps what it knows of its account.
public struct AccountKeep: Sendable {
    /// What is kept; nil for a guest.
    public let load: @Sendable () throws -> Account?
    /// Keeps it, durable and whole or not at all.
    public let save: @Sendable (Account) throws -> Void
    /// Lets go of it. Twice is as once.
    public let forget: @Sendable () throws -> Void

    /// A keep from its functions.
    public init(
        load: @escaping @Sendable () throws -> Account?, save: @escaping @Sendable (Account) throws -> Void,
        forget: @escaping @Sendable () throws -> Void
    ) {
        (self.load, self.save, self.forget) = (load, save, forget)
    }

    /// Gone with the process: for tests, and for `--store memory`.
    public static func memory() -> AccountKeep {
        let kept = Memory()
        return AccountKeep(
            load: { kept.account.withLock { $0 } }, save: { account in kept.account.withLock { $0 = account } },
            forget: { kept.account.withLock { $0 = nil } })
    }

    private final class Memory: Sendable {
        let account = Mutex<Account?>(nil)
    }
}
