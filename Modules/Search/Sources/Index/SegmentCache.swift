import Synchronization

/// A cache of segments between runs. It may return old, damaged or missing data and may discard
/// entries.
package struct SegmentCache: Sendable {
    /// Returns the bytes stored under a name of lower-case letters, digits, dots and dashes.
    package let read: @Sendable (_ name: String) -> [UInt8]?
    /// Stores bytes under a name atomically, replacing previous ones. `nil` deletes the entry.
    package let write: @Sendable (_ name: String, _ bytes: [UInt8]?) -> Void

    package init(
        read: @escaping @Sendable (_ name: String) -> [UInt8]?,
        write: @escaping @Sendable (_ name: String, _ bytes: [UInt8]?) -> Void
    ) {
        self.read = read
        self.write = write
    }

    /// A cache that stores nothing.
    package static let none = SegmentCache(read: { _ in nil }, write: { _, _ in })

    /// Creates a cache that lasts as long as the process.
    package static func memory() -> SegmentCache {
        let entries = MemoryEntries()
        return SegmentCache(read: entries.read, write: entries.write)
    }
}

/// The segments of a memory cache by name.
private final class MemoryEntries: Sendable {
    private let byName = Mutex<[String: [UInt8]]>([:])

    @Sendable func read(_ name: String) -> [UInt8]? { byName.withLock { $0[name] } }

    @Sendable func write(_ name: String, _ bytes: [UInt8]?) { byName.withLock { $0[name] = bytes } }
}
