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
        var before = resting
        var known = [Int: Posture]()
        return moves.map { move in
            before = move.posture(after: before, earlier: known, diagonal: heading.diagonal)
            known[move.number] = before
            return before
        }
    }
}
