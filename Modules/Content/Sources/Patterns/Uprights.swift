import Footwork

extension Move {
    /// Returns the movement on a diagram whose E and F are the ends of two uprights, with bearings
    /// along the uprights.
    func onUprights(to uprightBearing: Bearing) -> Move {
        var move = self
        move.steps = steps.map { step in
            guard case .bearing(let bearing)? = step.to else { return step }
            return Step(step.verb, step.foot, to: .bearing(bearing.onUprights(to: uprightBearing)))
        }
        move.ending = ending.map {
            Ending(
                $0.stance, variant: $0.variant, side: $0.side, toward: $0.toward?.onUprights(to: uprightBearing),
                isMaintained: $0.isMaintained)
        }
        move.actions = actions.map {
            Action(
                $0.action, section: $0.section, tool: $0.tool, side: $0.side,
                toward: $0.toward?.onUprights(to: uprightBearing))
        }
        return move
    }
}
