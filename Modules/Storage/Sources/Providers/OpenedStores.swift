import Kernel
import Synchronization

/// The stores that an app opened, to be closed at its end, and the damage found in them.
public final class OpenedStores: Sendable {
    /// The shared read over the opened stores.
    public let sharedRead = SharedRead()
    private let stores = Mutex<[any Store]>([])
    private let firstDamage = Mutex<String?>(nil)
    private let isAppStoreOpen = Mutex(false)

    public init() {}

    /// Returns a failure for the first damage that was found, if any.
    public func damage(in app: String) -> Failure? {
        firstDamage.withLock { $0 }.map {
            Failure(
                .storeDamaged, "Something may be missing here. \($0)",
                advice: "`\(app) doctor` names all damage and can repair it.", kind: .badData)
        }
    }

    /// Returns a store over another one that takes part in the shared read.
    @Sendable public func sharingReads(_ store: any Store) -> any Store { sharedRead.store(over: store) }

    /// Records the damage found in an opened store.
    @Sendable public func record(damage: String?) { firstDamage.withLock { $0 = $0 ?? damage } }

    /// Whether the app's own store was opened.
    public var isInUse: Bool { isAppStoreOpen.withLock { $0 } }

    /// Returns the app's own store and marks it as in use.
    @Sendable public func using(_ store: any Store) -> any Store {
        isAppStoreOpen.withLock { $0 = true }
        return store
    }

    /// Adds a store to be closed.
    @Sendable public func add(_ store: any Store) { stores.withLock { $0.append(store) } }

    /// Closes all stores.
    public func close() { for store in stores.withLock({ $0 }) { try? store.close() } }
}
