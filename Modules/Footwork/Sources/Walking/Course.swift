import Bodies

/// A pattern as its feet walk it: how it begins, the lines it keeps to, and its movements; with the words that stand on a drawing.
public struct Course: Sendable {
    /// What it is called.
    public let name: String
    /// The same in hangul.
    public let hangul: String
    /// How many movements it has by its name, whatever could be read of them.
    public let count: Int
    /// The ready posture, in words.
    public let ready: String
    /// What it draws on the floor, in words.
    public let figure: String
    /// What the name stands for.
    public let meaning: String
    /// Whether its movements rest on one source alone.
    public let isFromSingleSource: Bool
    /// How the feet stand in the ready posture.
    public let beginning: StanceShape
    /// The foot that stands at the end, when the other one comes back to it.
    public let standing: Side
    /// The movement after which a foot comes back in between; nil when only the end does.
    public let returnsAfter: Int?
    /// How far diagonals lie from line CD, in degrees.
    public let diagonal: Double
    /// The bar of the ready posture: `AB`.
    public let start: String
    /// Where E and F lie from A and from B, when they are the ends of two uprights; nil when they are those of a second bar.
    public let uprights: Bearing?
    /// What the body does in the ready posture, and when a foot has come back to it.
    public var resting = Posture.atEase
    /// In order.
    public let movements: [Movement]

    /// Movements to walk; what is left out begins parallel on line AB and says nothing.
    public init(
        name: String, hangul: String = "", count: Int, ready: String = "", figure: String = "", meaning: String = "",
        isFromSingleSource: Bool = false, beginning: StanceShape = .parallel, standing: Side = .right, returnsAfter: Int? = nil,
        diagonal: Double = 45, start: String = "AB", uprights: Bearing? = nil, movements: [Movement]
    ) {
        (self.name, self.hangul, self.count, self.ready) = (name, hangul, count, ready)
        (self.figure, self.meaning, self.isFromSingleSource) = (figure, meaning, isFromSingleSource)
        (self.beginning, self.standing, self.returnsAfter) = (beginning, standing, returnsAfter)
        (self.diagonal, self.start, self.uprights, self.movements) = (diagonal, start, uprights, movements)
    }

    /// The course walked: where the feet stand after every movement, and how far from the beginning it ends. Nothing is put right.
    public func walk() -> Walk { Performer.walk(self) }

    /// Whether a drawing has C above: the figure of uprights that lead away behind the performer would else stand on its head.
    var isDrawnTurned: Bool { (uprights?.direction.y ?? 0) < 0 }

    func movement(_ number: Int) -> Movement? { movements.first { $0.number == number } }
}
