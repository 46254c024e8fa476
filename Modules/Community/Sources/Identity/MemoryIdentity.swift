import Kernel
import Synchronization

extension IdentityStore {
    /// An identity in memory, gone with the process.
    ///
    /// - Parameters:
    ///   - first: what is there already; the store is never asked to write that anywhere.
    ///   - chance: 32 bytes for a new one.
    public static func memory(_ first: Identity? = nil, chance: @escaping @Sendable () -> [UInt8]) -> IdentityStore {
        let kept = KeptIdentity(first)
        return IdentityStore(
            load: { kept.value.withLock { $0 } },
            obtain: {
                kept.value.withLock { value in
                    let identity = value ?? Identity(chance: chance())
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
