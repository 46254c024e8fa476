import Foundation
import Kernel
import Synchronization

/// Lets one thread at a time into a store, and refuses one that is already inside: a plain lock would wait for itself for ever.
final class Turnstile: Sendable {
    private let lock = NSLock()
    private let inside = Atomic<UInt>(0)

    /// - Throws: `nestedTransaction`, and what the body throws.
    func pass<Value>(_ body: () throws -> Value) throws -> Value {
        guard inside.load(ordering: .relaxed) != Turnstile.thread else { throw Failure.nestedTransaction }
        lock.lock()
        inside.store(Turnstile.thread, ordering: .relaxed)
        defer {
            inside.store(0, ordering: .relaxed)
            lock.unlock()
        }
        return try body()
    }

    private static var thread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
