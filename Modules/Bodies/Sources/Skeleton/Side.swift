/// Left or right: of a foot, an arm, a stance.
public enum Side: String, Hashable, Sendable, CaseIterable {
    /// Toward B at the beginning, when one faces D.
    case left
    /// Toward A at the beginning.
    case right

    /// The other one.
    public var other: Side { self == .left ? .right : .left }

    /// 1 to the right, -1 to the left.
    var outward: Double { self == .right ? 1 : -1 }
}

/// One of something on each side.
public struct Pair<Value: Sendable>: Sendable {
    /// The left one.
    public var left: Value
    /// The right one.
    public var right: Value

    /// Both.
    public init(left: Value, right: Value) { (self.left, self.right) = (left, right) }

    /// One for each side.
    public init(_ make: (Side) throws -> Value) rethrows { self.init(left: try make(.left), right: try make(.right)) }

    /// The one of a side.
    public subscript(side: Side) -> Value {
        get { side == .left ? left : right }
        set { if side == .left { left = newValue } else { right = newValue } }
    }
}

extension Pair: Equatable where Value: Equatable {}
extension Pair: Hashable where Value: Hashable {}
