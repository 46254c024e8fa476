import Footwork

extension Pattern {
    /// The body's posture in the ready posture.
    var resting: Posture {
        guard let shape = ReadyShapes.shape(heading.ready) else { return .atEase }
        var posture = Posture(arms: Pair(left: shape.acting, right: shape.other ?? shape.acting))
        posture.isSchematic = shape.isSchematic
        return posture
    }

    /// The body's posture at the end of each movement, in order.
    var postures: [Posture] {
        var previous = resting
        var earlierPostures = [Int: Posture]()
        return moves.map { move in
            previous = move.posture(after: previous, earlier: earlierPostures, diagonal: heading.diagonal)
            earlierPostures[move.number] = previous
            return previous
        }
    }
}
