import Kernel
import Synchronization

/// Where the key of a session lies while it is unlocked: in the memory of the system, never on a disk.
public protocol KeyRing: Sendable {
    /// Whether there is one here; else why not, as a sentence.
    var trouble: String? { get }
    /// Keeps a secret under a name, for so many seconds; one that is there gives way.
    ///
    /// - Throws: `vaultNoRing`.
    func keep(_ secret: String, as name: String, seconds: Int) throws
    /// The secret of a name; nil where there is none any more.
    func secret(_ name: String) -> String?
    /// Lets a secret go.
    func forget(_ name: String)
}

/// A ring in the memory of this process: for tests, and where nothing is kept.
public final class MemoryRing: KeyRing {
    private let secrets = Mutex<[String: (secret: String, until: Instant)]>([:])
    private let now: @Sendable () -> Instant
    public let trouble: String? = nil

    /// An empty ring.
    public init(now: @escaping @Sendable () -> Instant) { self.now = now }

    public func keep(_ secret: String, as name: String, seconds: Int) throws {
        let until = now().adding(seconds: Double(seconds))
        secrets.withLock { $0[name] = (secret, until) }
    }

    public func secret(_ name: String) -> String? {
        let now = now()
        return secrets.withLock { $0[name].flatMap { $0.until > now ? $0.secret : nil } }
    }

    public func forget(_ name: String) { secrets.withLock { $0[name] = nil } }
}
