import Kernel

/// The state of a store's other devices.
///
/// A tombstone that one of them has not received is kept at any age.
public struct Peers: Sendable {
    /// The time up to which all devices have received everything, or nil without other devices.
    public let lastReceivedTime: @Sendable () -> HybridTime?

    /// Creates the state of the other devices.
    ///
    /// - Parameter lastReceivedTime: called before each rewrite of the log.
    public init(lastReceivedTime: @escaping @Sendable () -> HybridTime?) { self.lastReceivedTime = lastReceivedTime }

    /// The state without other devices.
    public static let none = Peers { nil }
}
