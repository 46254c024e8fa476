/// Left or right: of a foot, an arm, a stance.
public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The left.
    case left
    /// The right.
    case right

    /// The other one.
    public var other: Side { self == .left ? .right : .left }
}
