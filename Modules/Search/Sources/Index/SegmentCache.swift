import Synchronization

/// Where segments lie between two runs: a cache. What it gives back may be old, damaged or missing; what it is given it may forget.
public struct SegmentCache: Sendable {
    /// The bytes that were kept under a name: lower-case letters, figures, dots and dashes.
    public let read: @Sendable (_ name: String) -> [UInt8]?
    /// Keeps bytes in place of what has the name, whole or not at all; nil takes away what has it.
    public let keep: @Sendable (_ name: String, _ bytes: [UInt8]?) -> Void

    /// A cache from its two functions.
    public init(
        read: @escaping @Sendable (_ name: String) -> [UInt8]?,
        keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]?) -> Void
    ) {
        (self.read, self.keep) = (read, keep)
    }

    /// Keeps nothing.
    public static let none = SegmentCache(read: { _ in nil }, keep: { _, _ in })

    /// Keeps as long as the process lives.
    public static func memory() -> SegmentCache {
        let kept = Kept()
        return SegmentCache(read: kept.bytes(of:), keep: kept.keep)
    }
}

private final class Kept: Sendable {
    private let byName = Mutex<[String: [UInt8]]>([:])

    @Sendable func bytes(of name: String) -> [UInt8]? { byName.withLock { $0[name] } }

    @Sendable func keep(_ name: String, _ bytes: [UInt8]?) { byName.withLock { $0[name] = bytes } }
}
