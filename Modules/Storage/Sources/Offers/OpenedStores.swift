import Kernel
import Synchronization

/// The stores that an app opened, to be closed when it ends, and what was found to be damaged in them.
public final class OpenedStores: Sendable {
    /// The look that several of the app may take at what they open.
    public let glance = Glance()
    private let stores = Mutex<[any Store]>([])
    private let noted = Mutex<String?>(nil)
    private let used = Mutex(false)

    /// None yet.
    public init() {}

    /// What people should know of a store that serves what it can: what was found first; nil when everything is whole.
    public func damage(in app: String) -> Failure? {
        noted.withLock { $0 }.map {
            Failure(
                .storeDamaged, "Something may be missing here. \($0)",
                advice: "`\(app) doctor` names all damage and can repair it.", kind: .badData)
        }
    }

    /// The store over another that takes part in the look.
    @Sendable public func glanced(_ store: any Store) -> any Store { glance.store(over: store) }

    /// Notes what was found when a store was opened.
    @Sendable public func note(damage: String?) { noted.withLock { $0 = $0 ?? damage } }

    /// Whether the app's own store was opened.
    public var isInUse: Bool { used.withLock { $0 } }

    /// The app's own store, which is in use from now on.
    @Sendable public func using(_ store: any Store) -> any Store {
        used.withLock { $0 = true }
        return store
    }

    /// Takes a store that is to be closed.
    @Sendable public func add(_ store: any Store) { stores.withLock { $0.append(store) } }

    /// Closes them all.
    public func close() { for store in stores.withLock({ $0 }) { try? store.close() } }
}
