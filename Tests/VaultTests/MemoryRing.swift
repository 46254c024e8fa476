import Kernel
import Synchronization
import Vault

/// A key ring in the memory of this process.
final class MemoryRing: KeyRing {
    private let secrets = Mutex<[String: (secret: String, until: Instant)]>([:])
    private let now: @Sendable () -> Instant
    let unavailableReason: String? = nil

    init(now: @escaping @Sendable () -> Instant) { self.now = now }

    func store(_ secret: String, as name: String, seconds: Int) throws {
        let until = now().adding(seconds: Double(seconds))
        secrets.withLock { $0[name] = (secret, until) }
    }

    func secret(_ name: String) -> String? {
        let now = now()
        return secrets.withLock { $0[name].flatMap { $0.until > now ? $0.secret : nil } }
    }

    func forget(_ name: String) { secrets.withLock { $0[name] = nil } }
}
