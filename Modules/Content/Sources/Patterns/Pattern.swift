import Footwork

/// A pattern without its movements, for lists and searches.
package struct PatternHeading: Hashable, Identifiable, Sendable, Graded {
    package let id: String
    /// The romanized name, for example `Chon-Ji`.
    package let name: String
    package let hangul: String
    package let romanization: String
    /// Whether it is a preparatory drill instead of one of the tul.
    package let isDrill: Bool
    package let grade: Grade
    /// The position among the tul; nil for drills and alternatives.
    package let number: Int?
    /// The number of movements.
    package let count: Int
    /// The ready posture in words, for example `closed ready stance B`.
    package let ready: String
    /// The foot that returns to the start at the end.
    package let returningFoot: Side
    /// The movement after which a foot also returns to the start; nil if that happens at the end
    /// only.
    package let returnsAfter: Int?
    /// The angle of the diagram's diagonals to line CD in degrees; 45 by default.
    package var diagonal: Double
    /// The bar on which the performer stands in the ready posture; `AB` by default.
    package let start: String
    /// The direction from A and B to E and F as the ends of two uprights; nil if E and F are the
    /// ends of a second bar.
    package let uprights: Bearing?
    /// The shape of the diagram in words.
    package let diagram: String
    /// The character that the diagram resembles, or nil without one.
    package let sign: String?
    /// The meaning of the name.
    package let meaning: String
    /// The reason for the number of its movements; may be empty.
    package let why: String
    /// The advice for teaching it; may be empty.
    package let teaching: String
    /// The sources of its movements; a movement may have its own.
    package let sources: [String]

    /// Whether its movements have only one source.
    package var isFromSingleSource: Bool { sources.count == 1 }

    /// Whether it begins with the feet a shoulder width apart rather than together.
    package var beginsParallel: Bool { ready.hasPrefix("parallel") }
}

/// A pattern with its movements.
package struct Pattern: Hashable, Identifiable, Sendable {
    package let heading: PatternHeading
    /// The readable movements, in order.
    package let moves: [Move]

    package var id: String { heading.id }

    package init(heading: PatternHeading, moves: [Move]) {
        self.heading = heading
        self.moves = moves
    }

    package func move(_ number: Int) -> Move? { moves.first { $0.number == number } }
}
