/// A direction on a pattern's floor, by the letters of its diagram.
///
/// The performer stands on line AB facing D: A lies to the right, B to the left, C behind, D ahead. E and F are the ends of a second bar on the sides
/// of A and B, G and H those of a third. Two letters mean the diagonal between them: CE. Where a diagram has uprights instead of a second bar, E lies
/// behind A and F behind B: see `onUprights`.
public struct Bearing: Hashable, Sendable {
    /// One letter, or two for a diagonal, as they are written in the pack.
    public let letters: String
    /// Where it points, one long: x to the right (A), y ahead (D).
    public let direction: Vector

    /// Nil when the letters are not a bearing.
    public init?(_ letters: String) {
        let ways = letters.compactMap { Self.ways[$0] }
        guard (1...2).contains(letters.count), ways.count == letters.count else { return nil }
        let sum = ways.reduce(Vector.zero, +)
        guard sum.length > 0.5 else { return nil }
        self.letters = letters
        direction = sum.unit
    }

    /// Where it points when the diagonals of the diagram lie that many degrees from line CD; 45 is halfway. Two letters that point the same way are none.
    public func direction(diagonal degrees: Double) -> Vector {
        guard letters.count == 2, degrees != 45, direction.x * direction.y != 0 else { return direction }
        let upright = Vector(0, direction.y < 0 ? -1 : 1)
        return upright.turned(direction.x * direction.y > 0 ? degrees : -degrees)
    }

    /// The same letters on a diagram whose E and F are the ends of two uprights that leave line AB at A and at B: both point the way the uprights go.
    public func onUprights(to way: Bearing) -> Bearing {
        guard letters.contains(where: { "EF".contains($0) }) else { return self }
        let sum = letters.reduce(Vector.zero) { $0 + ("EF".contains($1) ? way.direction : Self.ways[$1] ?? .zero) }
        return Bearing(letters: letters, direction: sum.unit)
    }

    /// Whether it is an end of an upright.
    public var isOnUpright: Bool { letters.count == 1 && "EF".contains(letters) && direction.x == 0 }

    private init(letters: String, direction: Vector) { (self.letters, self.direction) = (letters, direction) }

    /// Which bar of the diagram it lies on, when it runs along one: `AB`, `EF`, `GH`; nil for C, D, diagonals and uprights.
    public var bar: String? {
        guard letters.count == 1, !isOnUpright else { return nil }
        return ["AB", "EF", "GH"].first { $0.contains(letters) }
    }

    private static let ways: [Character: Vector] = [
        "A": Vector(1, 0), "B": Vector(-1, 0), "C": Vector(0, -1), "D": Vector(0, 1), "E": Vector(1, 0), "F": Vector(-1, 0),
        "G": Vector(1, 0), "H": Vector(-1, 0),
    ]
}
