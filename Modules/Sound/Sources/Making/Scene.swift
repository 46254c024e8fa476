/// How a sound is made, a block after the other. A copy begins anew anywhere on the loop.
protocol Scene: Sendable {
    /// Frames after which nothing is heard of what went before: so much earlier it begins to be made.
    var tail: Int { get }

    /// Makes the block that lies on the desk.
    mutating func fill(_ desk: Desk)
}
