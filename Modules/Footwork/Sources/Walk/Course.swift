/// The footwork of a whole pattern: its start, its lines and its movements, with the texts of its
/// drawing.
package struct Course: Sendable {
    package let name: String
    package let hangul: String
    /// The nominal number of movements, regardless of how many were readable.
    package let count: Int
    /// The name of the ready posture.
    package let ready: String
    /// The description of the diagram's shape.
    package let figure: String
    package let meaning: String
    /// Whether only one source describes the movements.
    package let isFromSingleSource: Bool
    package let beginning: StanceShape
    /// The standing foot at the end, to which the other one returns.
    package let standing: Side
    /// The movement after which a foot also returns; nil if that happens at the end only.
    package let returnsAfter: Int?
    /// The angle of the diagonals to line CD, in degrees.
    package let diagonal: Double
    /// The bar of the ready posture, for example `AB`.
    package let start: String
    /// The direction from A and B to E and F as the ends of two uprights; nil if E and F are the
    /// ends of a second bar.
    package let uprights: Bearing?
    /// The body's posture in the ready posture and after a foot returned to it.
    package var resting = Posture.atEase
    package let movements: [Movement]

    /// Creates a course of movements that by default begins in parallel stance on line AB, without
    /// captions.
    package init(
        name: String, hangul: String = "", count: Int, ready: String = "", figure: String = "", meaning: String = "",
        isFromSingleSource: Bool = false, beginning: StanceShape = .parallel, standing: Side = .right,
        returnsAfter: Int? = nil,
        diagonal: Double = 45, start: String = "AB", uprights: Bearing? = nil, movements: [Movement]
    ) {
        self.name = name
        self.hangul = hangul
        self.count = count
        self.ready = ready
        self.figure = figure
        self.meaning = meaning
        self.isFromSingleSource = isFromSingleSource
        self.beginning = beginning
        self.standing = standing
        self.returnsAfter = returnsAfter
        self.diagonal = diagonal
        self.start = start
        self.uprights = uprights
        self.movements = movements
    }

    /// Returns the walk: the feet after every movement, and the distance of the end from the start,
    /// without any correction.
    package func walk() -> Walk { Performer.walk(self) }

    /// Whether a drawing has C at the top, because a figure with uprights behind the performer
    /// would be upside down.
    var isDrawnTurned: Bool { (uprights?.direction.y ?? 0) < 0 }

    /// Returns the movement with a number; nil if there is none.
    func movement(_ number: Int) -> Movement? { movements.first { $0.number == number } }
}
