import Bodies

extension Pose {
    /// How a body stands in it.
    ///
    /// - Parameter ending: the stance; nil during a kick.
    public func stand(in ending: Movement.Ending?) -> Stand {
        let carriage = ending?.shape.carriage ?? Carriage(bend: 14)
        let lead = ending?.front ?? ending?.side
        let ahead = carriage.middle ?? ending?.shape.weight ?? 0.5
        let feet = Pair(left: hold(left, carriage), right: hold(right, carriage))
        return Stand(
            facing: look.clockwiseDegrees, feet: feet, middle: lead == nil ? 0.5 : lead == .right ? ahead : 1 - ahead,
            bend: carriage.bend, hips: lead.map { $0 == .left ? carriage.hips : -carriage.hips } ?? 0,
            knees: carriage.knees, tilt: carriage.tilt)
    }

    private func hold(_ foot: Footprint, _ carriage: Carriage) -> Foothold {
        let isLight = foot.weight < self.foot(foot.side.other).weight
        return Foothold(
            ball: Point(foot.place.x, foot.place.y, 0), heading: foot.heading.clockwiseDegrees,
            lift: isLight ? carriage.heel : 0, isRaised: foot.isRaised)
    }

    /// The pose during a kick that leads to this one: on the other foot, where that ends. Nil where nobody says which leg kicks.
    ///
    /// - Parameter way: where the kick goes; nil for where the performer faces.
    public func kicking(_ kick: Movement.Kick, toward way: Vector?) -> Pose? {
        guard let side = kick.side else { return nil }
        let (standing, look) = (foot(side.other), way ?? facing)
        let support = Footprint(
            side: side.other, place: standing.place, heading: standing.heading, weight: 1, isFront: true, isRaised: false)
        let raised = Footprint(
            side: side, place: standing.place + look, heading: look, weight: 0, isFront: false, isRaised: true)
        return Pose(
            number: number, facing: facing, left: side == .left ? raised : support, right: side == .left ? support : raised,
            pivot: pivot, turn: turn)
    }

    /// The body that stands in it and does what a movement does.
    public func body(in ending: Movement.Ending?, doing posture: Posture) -> Body { Body(stand(in: ending), posture) }
}
