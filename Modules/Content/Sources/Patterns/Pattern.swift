import Footwork

/// A pattern without its movements: what lists and searches need.
public struct PatternHeading: Hashable, Identifiable, Sendable, Graded {
    /// Unique in its discipline and stable for ever.
    public let id: String
    /// `Chon-Ji`.
    public let name: String
    /// The name in Korean.
    public let hangul: String
    /// The name in Latin letters, as the school writes it.
    public let romanization: String
    /// Whether it is one of the tul, or a drill before them.
    public let isDrill: Bool
    /// The grade at which it is learned.
    public let grade: Grade
    /// Its place among the tul; nil for drills and alternatives.
    public let number: Int?
    /// How many movements it has.
    public let count: Int
    /// How it begins.
    public let ready: String
    /// The foot that comes back at the end.
    public let returning: Side
    /// The movement after which a foot comes back in between; nil when only the end does.
    public let returnsAfter: Int?
    /// How far the diagonals of its diagram lie from line CD, in degrees: 45 unless the pack says otherwise.
    public var diagonal: Double
    /// The bar that the performer stands on in the ready posture: `AB` unless the pack says otherwise.
    public let start: String
    /// Where E and F lie from A and from B, when they are the ends of two uprights; nil when they are those of a second bar.
    public let uprights: Bearing?
    /// The shape that it draws on the floor.
    public let diagram: String
    /// The Chinese character of that shape, where there is one.
    public let sign: String?
    /// What the name stands for.
    public let meaning: String
    /// Why it has as many movements as it has; may be empty.
    public let why: String
    /// What to look to when teaching it; may be empty.
    public let teaching: String
    /// The sources of its movements, unless a movement has its own.
    public let sources: [String]

    /// Whether its movements rest on one source alone.
    public var isFromSingleSource: Bool { sources.count == 1 }

    /// Whether it begins with the feet a shoulder width apart rather than together.
    public var beginsParallel: Bool { ready.hasPrefix("parallel") }
}

/// A pattern with its movements.
public struct Pattern: Hashable, Identifiable, Sendable {
    /// Its names, grade and meaning.
    public let heading: PatternHeading
    /// The movements that could be read, in order.
    public let moves: [Move]

    /// The heading's id.
    public var id: String { heading.id }

    /// Joins a heading with its movements, in their order.
    public init(heading: PatternHeading, moves: [Move]) { (self.heading, self.moves) = (heading, moves) }

    /// The movement of that number.
    public func move(_ number: Int) -> Move? { moves.first { $0.number == number } }
}
