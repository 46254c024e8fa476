import Kernel
import Synchronization

extension IdentityStore {
    /// Creates a store for an identity in memory, which ends with the process.
    ///
    /// - Parameters:
    ///   - first: an existing identity, which the store never writes to disk.
    ///   - randomBytes: 32 random bytes for a new identity.
    package static func memory(_ first: Identity? = nil, randomBytes: @escaping @Sendable () -> [UInt8])
        -> IdentityStore
    {
        let stored = StoredIdentity(first)
        return IdentityStore(
            load: { stored.value.withLock { $0 } },
            obtain: {
                stored.value.withLock { value in
                    let identity = value ?? Identity(randomBytes: randomBytes())
                    value = identity
                    return identity
                }
            },
            forget: { stored.value.withLock { $0 = nil } })
    }
}

/// An identity behind a lock.
private final class StoredIdentity: Sendable {
    let value: Mutex<Identity?>
    init(_ first: Identity?) { value = Mutex(first) }
}
