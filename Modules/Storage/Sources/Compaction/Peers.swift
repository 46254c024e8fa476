import Kernel

/// What other devices have of a store, for whoever keeps several alike: a tombstone that one of them has not taken in stays, however old it is.
public struct Peers: Sendable {
    /// The time up to which all of them have taken in everything; nil where there is no other.
    public let haveSeen: @Sendable () -> HybridTime?

    /// - Parameter haveSeen: asked whenever the log is about to be rewritten.
    public init(haveSeen: @escaping @Sendable () -> HybridTime?) { self.haveSeen = haveSeen }

    /// There is no other device.
    public static let none = Peers { nil }
}
