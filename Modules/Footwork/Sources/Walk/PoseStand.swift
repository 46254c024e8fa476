extension Pose {
    /// Returns the stand of a body in this pose.
    ///
    /// - Parameter ending: the stance; nil during a kick.
    package func stand(in ending: Movement.Ending?) -> BodyStance {
        let carriage = ending?.shape.carriage ?? Carriage(bend: 14)
        let leadingSide = ending?.front ?? ending?.side
        let frontShare = carriage.middle ?? ending?.shape.weight ?? 0.5
        let feet = Pair(left: footTarget(left, carriage), right: footTarget(right, carriage))
        return BodyStance(
            facing: look.clockwiseDegrees, feet: feet,
            middle: leadingSide == nil ? 0.5 : leadingSide == .right ? frontShare : 1 - frontShare,
            bend: carriage.bend, hips: leadingSide.map { $0 == .left ? carriage.hips : -carriage.hips } ?? 0,
            knees: carriage.knees, tilt: carriage.tilt)
    }

    /// Returns the target of a foot; the heel is lifted only on the foot with less weight.
    private func footTarget(_ foot: Footprint, _ carriage: Carriage) -> FootTarget {
        let isLight = foot.weight < self.foot(foot.side.other).weight
        return FootTarget(
            ball: Point(foot.place.x, foot.place.y, 0), heading: foot.heading.clockwiseDegrees,
            heelLift: isLight ? carriage.heel : 0, isRaised: foot.isRaised)
    }

    /// Returns the pose during a kick before this pose, on the other foot at its final position;
    /// nil if the kicking leg is unknown.
    ///
    /// - Parameter direction: the direction of the kick, or nil for the facing direction.
    package func kicking(_ kick: Movement.Kick, toward direction: Vector?) -> Pose? {
        guard let side = kick.side else { return nil }
        let standing = foot(side.other)
        let look = direction ?? facing
        let support = Footprint(
            side: side.other, place: standing.place, heading: standing.heading, weight: 1, isFront: true,
            isRaised: false)
        let raised = Footprint(
            side: side, place: standing.place + look, heading: look, weight: 0, isFront: false, isRaised: true)
        return Pose(
            number: number, facing: facing, left: side == .left ? raised : support,
            right: side == .left ? support : raised, pivot: pivot, turn: turn)
    }

    /// Returns the body over these feet in a posture.
    package func body(in ending: Movement.Ending?, doing posture: Posture) -> Body { Body(stand(in: ending), posture) }
}
