/// Left or right: of a foot, an arm, a stance.
public enum Side: String, Hashable, Sendable, CaseIterable {
    /// Toward B at the beginning, when one faces D.
    case left
    /// Toward A at the beginning.
    case right

    /// The other one.
    public var other: Side { self == .left ? .right : .left }
}
