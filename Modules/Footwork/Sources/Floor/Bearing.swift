/// A direction on a pattern's floor, by the letters of its diagram.
///
/// The performer stands on line AB facing D: A is to the right, B to the left, C behind the
/// performer, D ahead. E and F are the ends of a second bar on the sides of A and B, G and H those
/// of a third. Two letters mean the diagonal between them: CE. Diagrams with uprights have E behind
/// A and F behind B: see `onUprights`.
package struct Bearing: Hashable, Sendable {
    /// One letter, or two for a diagonal, as written in the pack.
    package let letters: String
    /// The unit vector of the direction: x to the right (A), y ahead (D).
    package let direction: Vector

    /// Creates a bearing; nil if the letters do not form one.
    package init?(_ letters: String) {
        let vectors = letters.compactMap { Self.vectors[$0] }
        guard (1...2).contains(letters.count), vectors.count == letters.count else { return nil }
        let sum = vectors.reduce(Vector.zero, +)
        guard sum.length > 0.5 else { return nil }
        self.letters = letters
        direction = sum.unit
    }

    /// Returns the direction for diagonals at that angle to line CD in degrees; 45 is halfway.
    ///
    /// Two letters of the same direction are not a diagonal.
    package func direction(diagonal degrees: Double) -> Vector {
        guard letters.count == 2, degrees != 45, direction.x * direction.y != 0 else { return direction }
        let verticalVector = Vector(0, direction.y < 0 ? -1 : 1)
        return verticalVector.turned(direction.x * direction.y > 0 ? degrees : -degrees)
    }

    /// Returns the bearing on a diagram whose E and F are the ends of two uprights from A and B,
    /// both in their direction.
    package func onUprights(to uprightBearing: Bearing) -> Bearing {
        guard letters.contains(where: { "EF".contains($0) }) else { return self }
        let sum = letters.reduce(Vector.zero) {
            $0 + ("EF".contains($1) ? uprightBearing.direction : Self.vectors[$1] ?? .zero)
        }
        return Bearing(letters: letters, direction: sum.unit)
    }

    /// Whether it is an end of an upright.
    package var isOnUpright: Bool { letters.count == 1 && "EF".contains(letters) && direction.x == 0 }

    private init(letters: String, direction: Vector) {
        self.letters = letters
        self.direction = direction
    }

    /// The bar of the diagram along which it runs: `AB`, `EF`, `GH`; nil for C, D, diagonals and
    /// uprights.
    package var bar: String? {
        guard letters.count == 1, !isOnUpright else { return nil }
        return ["AB", "EF", "GH"].first { $0.contains(letters) }
    }

    /// The direction of each letter on the floor.
    private static let vectors: [Character: Vector] = [
        "A": Vector(1, 0), "B": Vector(-1, 0), "C": Vector(0, -1), "D": Vector(0, 1), "E": Vector(1, 0),
        "F": Vector(-1, 0), "G": Vector(1, 0), "H": Vector(-1, 0),
    ]
}
