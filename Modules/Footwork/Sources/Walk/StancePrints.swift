/// A converter of positions on the walked line to footprints: offset from it, turned and weighted
/// as the stance requires.
struct StancePrints {
    let places: [Side: Vector]
    let facing: Vector
    var before: Pose?
    var unmovedFeet: [Side] = []

    private func place(_ side: Side) -> Vector { places[side] ?? .zero }

    /// Returns a foot off the floor: in the kick, or raised to the knee.
    func lifted(_ side: Side, kick: Vector?, in ending: Movement.Ending?) -> Footprint {
        let outward = side == .right ? 1.0 : -1.0
        let place =
            standing(side.other, in: ending).place
            + (kick.map { $0 * 0.9 } ?? facing.right * (outward * 0.35) + facing * 0.1)
        return Footprint(side: side, place: place, heading: kick ?? facing, weight: 0, isFront: false, isRaised: true)
    }

    /// Returns a foot on the floor; without a stance it keeps its previous direction.
    func standing(_ side: Side, in ending: Movement.Ending?, isAlone: Bool = false) -> Footprint {
        let previousPrint = before?.foot(side)
        let keptPlace = unmovedFeet.contains(side) && previousPrint?.isRaised == false ? previousPrint?.place : nil
        guard let ending else {
            return Footprint(
                side: side, place: keptPlace ?? place(side), heading: previousPrint?.heading ?? facing,
                weight: isAlone ? 1 : 0.5,
                isFront: false, isRaised: false)
        }
        let shape = ending.shape
        let front = ending.front
        let leads = side == (front ?? ending.side)
        let outward = side == .right ? 1.0 : -1.0
        let angle = (front == nil || leads ? shape.frontAngle : shape.rearAngle) * outward
        let weight = isAlone ? 1 : ending.side == nil ? 0.5 : leads ? shape.weight : 1 - shape.weight
        return Footprint(
            side: side, place: keptPlace ?? place(side) + offset(side, ending), heading: facing.turned(angle),
            weight: weight, isFront: front == side, isRaised: false)
    }

    /// Returns the displacement from the walked line to the foot.
    private func offset(_ side: Side, _ ending: Movement.Ending) -> Vector {
        let outward = side == .right ? 1.0 : -1.0
        // Crossed: the foot has passed behind the other one to its far side.
        if ending.shape.isCrossed, ending.side != side { return facing.right * (outward * -0.24) - facing * 0.25 }
        return facing.right * (outward * ending.shape.width / 2)
    }
}
