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
        let kept = KeptIdentity(first)
        return IdentityStore(
            load: { kept.value.withLock { $0 } },
            obtain: {
                kept.value.withLock { value in
                    let identity = value ?? Identity(randomBytes: randomBytes())
                    value = identity
                    return identity
                }
            },
            forget: { kept.value.withLock { $0 = nil } })
    }
}

private final class KeptIdentity: Sendable {
    let value: Mutex<Identity?>
    init(_ first: Identity?) { value = Mutex(first) }
}
