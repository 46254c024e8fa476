import Kernel
import Synchronization

/// The storage of a device's account.
package struct AccountStorage: Sendable {
    /// Returns the account, or nil for a guest.
    package let load: @Sendable () throws -> Account?
    /// Saves the account durably and atomically.
    package let save: @Sendable (Account) throws -> Void
    /// Deletes the account from this device.
    package let forget: @Sendable () throws -> Void

    package init(
        load: @escaping @Sendable () throws -> Account?, save: @escaping @Sendable (Account) throws -> Void,
        forget: @escaping @Sendable () throws -> Void
    ) {
        self.load = load
        self.save = save
        self.forget = forget
    }

    /// Creates account storage that ends with the process, for tests and for `--store memory`.
    package static func memory() -> AccountStorage {
        let memory = Memory()
        return AccountStorage(
            load: { memory.account.withLock { $0 } }, save: { account in memory.account.withLock { $0 = account } },
            forget: { memory.account.withLock { $0 = nil } })
    }

    private final class Memory: Sendable {
        let account = Mutex<Account?>(nil)
    }
}
