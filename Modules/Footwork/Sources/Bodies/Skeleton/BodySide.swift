/// Left or right: of a foot, an arm, a stance.
package enum Side: String, Hashable, Sendable, CaseIterable {
    case left
    case right

    package var other: Side { self == .left ? .right : .left }

    /// 1 to the right, -1 to the left.
    var outward: Double { self == .right ? 1 : -1 }
}

/// A pair of values, one for each side.
package struct Pair<Value: Sendable>: Sendable {
    package var left: Value
    package var right: Value

    package init(left: Value, right: Value) {
        self.left = left
        self.right = right
    }

    package init(_ make: (Side) throws -> Value) rethrows { self.init(left: try make(.left), right: try make(.right)) }

    /// Accesses the value of a side.
    package subscript(side: Side) -> Value {
        get { side == .left ? left : right }
        set { if side == .left { left = newValue } else { right = newValue } }
    }
}

extension Pair: Equatable where Value: Equatable {}
extension Pair: Hashable where Value: Hashable {}
