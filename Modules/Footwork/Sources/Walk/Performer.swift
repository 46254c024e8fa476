/// A walker of a course that tracks the position of the feet, movement by movement.
///
/// The supporting foot turns on its ball and keeps its position along the line. The other foot is
/// placed as the stance requires. The position of a foot is a point on the walked line. Its half
/// shoulder width to the left or right of that line belongs to the stance, not to the position. In
/// a half turn the supporting foot changes to the other side of the line, and the performer stays
/// on the line. Feet that are together have the same position.
///
/// If the feet are side by side along the line (sitting, parallel), there is no half width: their
/// positions are the feet themselves. A foot that turns on its ball from a walking stance into a
/// sitting stance across it therefore keeps its half width. A foot that moves to the other along
/// such a line stops next to it.
///
/// A diagonal is not a line of the diagram, so feet need not follow it. A foot that stays while the
/// other one steps onto a diagonal only turns, and its ball stays in place. The same applies to a
/// foot that the movement names as the pivot, and to the supporting foot of a kick.
///
/// The feet follow the line only as far as `Drift` allows. The final position results from the
/// movements and the stances' lengths, and the rule of closing checks it. Each line of the diagram
/// is where it is first walked: AB and CD through the ready posture, EF and GH at their first use.
/// CD moves too if the performer has stepped aside by more than half a shoulder width before.
struct Performer {
    /// The position of each foot on the line.
    private var places: [Side: Vector]
    private var facing = Vector(0, 1)
    private var shape: StanceShape
    /// The front foot, or nil if the feet are side by side.
    private var front: Side?
    private let diagonal: Double
    private var bars: Bars
    /// The positions of the feet at the start.
    private let startPlaces: [Side: Vector]
    /// The poses on the line, without drift.
    private var poses: [Pose] = []
    private var drift = Drift()
    /// Whether the feet stay in their prints, because the named stance is not theirs.
    private var keepsPrints = false
    /// The poses with drift, as drawn.
    private(set) var walkedPoses: [Pose] = []
    /// The poses after a foot returned to the other.
    private var returns: [Pose] = []

    /// Returns the walk of a course with the poses of all its movements.
    static func walk(_ course: Course) -> Walk {
        var performer = Performer(course)
        for move in course.movements {
            performer.perform(move)
            if move.number == course.returnsAfter { performer.returnFoot(course.standing, to: course.beginning) }
        }
        performer.returnFoot(course.standing.other, to: course.beginning)
        return Walk(
            poses: performer.walkedPoses, returns: performer.returns, bars: performer.bars.places,
            uprights: course.uprights?.direction ?? .zero,
            closing: performer.place(course.standing) + performer.drift.offset
                - (performer.startPlaces[course.standing] ?? .zero))
    }

    private init(_ course: Course) {
        shape = course.beginning
        diagonal = course.diagonal
        bars = Bars(start: course.start)
        let half = shape.spread / 2
        startPlaces = [.left: Vector(-half, 0), .right: Vector(half, 0)]
        places = startPlaces
        poses.append(pose(Movement(0), Movement.Ending(shape, side: nil), kept: [], pivot: nil))
        walkedPoses = poses
    }

    /// The distance that a slide moves the middle between the feet, in shoulder widths.
    ///
    /// No source specifies it. With this value Hwa-Rang’s two slides, one along AB and one along
    /// CD, each bring the performer back to their line, and the dan tul with slides end nearer to
    /// their start.
    private static let slide = 1.0

    /// The distance that foot shifting moves both feet.
    ///
    /// No source specifies it. Half of a slide is this project's choice.
    private static let shift = 0.5

    private func place(_ side: Side) -> Vector { places[side] ?? .zero }

    /// Returns the direction of a bearing in this pattern, whose diagonals may have another angle
    /// than 45°.
    private func direction(_ bearing: Bearing) -> Vector { bearing.direction(diagonal: diagonal) }

    /// Returns a foot to the standing one.
    private mutating func returnFoot(_ foot: Side, to beginning: StanceShape) {
        facing = Vector(0, 1)
        shape = beginning
        places[foot] = place(foot.other) + Vector(foot == .right ? shape.spread : -shape.spread, 0)
        let returnPose = pose(Movement(poses.count - 1), Movement.Ending(shape, side: nil), kept: [], pivot: nil)
        returns.append(returnPose.moved(by: drift.offset))
    }

    /// Performs a movement and appends its pose.
    private mutating func perform(_ move: Movement) {
        let before = (facing: facing, places: places)
        let newFacing = move.ending?.toward.map(direction) ?? facing
        var anchor: Side?
        keepsPrints = false
        for (index, step) in move.steps.enumerated() {
            let isLast =
                move.steps[(index + 1)...].allSatisfy { $0.verb == .pivot || $0.verb == .land }
                && (index > 0 || !move.otherFootGoesPast)
            anchor = perform(step, of: move, isLast: isLast, facing: newFacing) ?? anchor
        }
        if move.steps.isEmpty { anchor = changeStance(move, facing: newFacing) }
        facing = newFacing
        if let ending = move.ending {
            front = ending.front
            if !ending.shape.isOnOneLeg { shape = ending.shape }
        }
        bars.record(move, facing: facing, at: place(.left))
        let facingCosine = before.facing.dot(newFacing)
        let unmovedFeet = Side.allCases.filter {
            keepsPrints || (facingCosine > 0.99 && place($0) == before.places[$0])
        }
        let newPose = pose(move, move.ending, kept: unmovedFeet, pivot: facingCosine < 0.8 ? anchor : nil)
        drift.follow(move, from: poses[poses.count - 1], to: newPose)
        poses.append(newPose)
        walkedPoses.append(newPose.moved(by: drift.offset))
    }
}

// MARK: - Steps

extension Performer {
    /// Performs a step and returns the foot that stayed.
    private mutating func perform(_ step: Movement.Step, of move: Movement, isLast: Bool, facing next: Vector) -> Side?
    {
        switch (step.verb, step.to, step.foot) {
        case (.jump, _, _):
            jump(step, of: move, facing: next)
            return nil
        case (.land, .bearing(let bearing)?, let foot):
            shift(direction(bearing) * (move.distance ?? 0))
            if let foot { return placeFoot(foot, move, next) }
            placeFeet(into: move.ending, facing: next)
            return nil
        case (.shift, let to, _):
            shift(stepDirection(to, of: move) * (move.distance ?? Self.shift))
            return nil
        case (_, .foot(let other)?, let foot?) where foot != other:
            bringFoot(foot, step.verb, move, isLast: isLast)
            return other
        case (.slide, let to, let foot):
            shift((to == nil ? next : stepDirection(to, of: move)) * (move.distance ?? Self.slide))
            if let foot { return placeFoot(foot, move, next) }
            placeFeet(into: move.ending, facing: next)
            return nil
        case (.pivot, _, let foot?):
            if isLast { _ = placeFoot(foot.other, move, next, turningOn: true) }
            return foot
        case (_, _, let foot?):
            if isLast, move.ending != nil { return placeFoot(foot, move, next) }
            stepOn(step, foot, of: move)
            return foot.other
        default: return nil
        }
    }

    /// Performs a step that another one follows.
    ///
    /// Without a direction it goes where the last one leads. A foot on the floor moves by the
    /// distance that the sources specify. Otherwise it moves away from the other foot by the length
    /// of a walking stance, or of the stance that a jump then keeps. Line AB is straight before it.
    private mutating func stepOn(_ step: Movement.Step, _ foot: Side, of move: Movement) {
        guard let to = step.to ?? move.steps.last?.to else { return }
        if to == .line("AB"), lastKick == nil {
            places[foot] = Vector(place(foot).x, bars.places["AB"] ?? 0)
            return
        }
        let isAirborne = move.steps.contains { [.jump, .land, .slide].contains($0.verb) }
        let specifiedDistance = isAirborne ? nil : move.distance
        if step.verb == .move, let specifiedDistance {
            places[foot] = place(foot) + stepDirection(to, of: move) * specifiedDistance
        } else {
            let keptLength = move.ending.map { $0.isMaintained ? $0.shape.length : 0 } ?? 0
            let length = keptLength > 0 ? keptLength : StanceShape.stride
            places[foot] = place(foot.other) + stepDirection(to, of: move) * (specifiedDistance ?? length)
        }
    }

    /// Returns the direction of a step; a step onto a line follows the direction of the previous
    /// kick.
    private func stepDirection(_ to: Movement.Destination?, of move: Movement) -> Vector {
        if case .bearing(let bearing)? = to { return direction(bearing) }
        return lastKick ?? move.kicks.first?.toward.map(direction) ?? facing
    }

    /// The direction of the raised foot in the latest pose, or nil if both feet are on the floor.
    private var lastKick: Vector? {
        guard let pose = poses.last, pose.left.isRaised || pose.right.isRaised else { return nil }
        return (pose.left.isRaised ? pose.left : pose.right).heading
    }

    /// Places a foot relative to the other as the final stance requires, and returns the other
    /// foot.
    private mutating func placeFoot(_ foot: Side, _ move: Movement, _ next: Vector, turningOn isTurnedOn: Bool = false)
        -> Side
    {
        guard let ending = move.ending else { return foot.other }
        let stance = ending.shape
        let isOntoDiagonal = abs(next.x) > 0.01 && abs(next.y) > 0.01
        if isTurnedOn || (isOntoDiagonal && front != foot.other) {
            // The foot only turns. Its ball loses the half width that the new stance adds again.
            let outward = foot == .left ? 1.0 : -1.0
            places[foot.other] =
                place(foot.other) + (facing.right * shape.width - next.right * stance.width) * (outward / 2)
        } else if stance.spread > 0, shape.length > 0, abs(facing.dot(next)) > 0.2 {
            // Side by side across the walked line: the staying foot is where its ball is, next to
            // that line.
            places[foot.other] = place(foot.other) + facing.right * (shape.width / 2 * (foot == .right ? -1 : 1))
        }
        let leftToRight = ending.leftToRight(facing: next)
        places[foot] = place(foot.other) + leftToRight * (foot == .right ? 1 : -1)
        return foot.other
    }

    /// Places both feet in a stance about their middle.
    private mutating func placeFeet(into ending: Movement.Ending?, facing next: Vector) {
        guard let ending else { return }
        let middle = (place(.left) + place(.right)) * 0.5
        let half = ending.leftToRight(facing: next) * 0.5
        places = [.left: middle - half, .right: middle + half]
    }

    /// Moves a foot to the other one.
    ///
    /// A pull in mid-movement stops a shoulder width before the other foot, unless the pack
    /// specifies a place. On a line on which the feet are side by side, two shoes cannot share one
    /// position.
    private mutating func bringFoot(_ foot: Side, _ verb: Movement.Step.Verb, _ move: Movement, isLast: Bool) {
        let gap = shape.spread > 0 && !isLast ? StanceShape.togetherWidth : 0
        let distance = verb == .pull && move.ending == nil ? move.distance ?? 1 : gap
        places[foot] = place(foot.other) + (place(foot) - place(foot.other)).unit * distance
    }

    /// Moves both feet by a displacement.
    private mutating func shift(_ displacement: Vector) {
        for side in Side.allCases { places[side] = place(side) + displacement }
    }

    /// Moves both feet through the air: on the spot about their middle, or by the distance from the
    /// foremost standing foot.
    private mutating func jump(_ step: Movement.Step, of move: Movement, facing next: Vector) {
        guard let ending = move.ending else {
            if case .bearing(let bearing)? = step.to { shift(direction(bearing) * (move.distance ?? 0)) }
            return
        }
        let leftToRight = ending.leftToRight(facing: next)
        var jumpDirection = Vector.zero
        if case .bearing(let bearing)? = step.to { jumpDirection = direction(bearing) }
        let standing = Side.allCases.filter { side in move.steps.count > 1 || poses.last?.foot(side).isRaised != true }
        let foremost = standing.max { place($0).dot(jumpDirection) < place($1).dot(jumpDirection) } ?? .right
        let middle =
            jumpDirection == .zero
            ? (place(.left) + place(.right)) * 0.5 : place(foremost) + jumpDirection * (move.distance ?? 1.5)
        let isApart = leftToRight.length > 0.5 && jumpDirection != .zero
        let leadingSide = leftToRight.dot(jumpDirection) >= 0 ? Side.right : .left
        places[.left] = isApart && leadingSide == .left ? middle : middle - leftToRight * (isApart ? 1 : 0.5)
        places[.right] = isApart && leadingSide == .right ? middle : place(.left) + leftToRight
    }

    /// Changes to a stance without a step.
    ///
    /// On one leg nothing moves. A long stance turns in place with both feet equally, unless that
    /// would require a step. A short stance gathers on the foot that names it.
    private mutating func changeStance(_ move: Movement, facing next: Vector) -> Side? {
        guard let ending = move.ending, !ending.isMaintained else { return nil }
        if ending.shape.isOnOneLeg { return ending.side }
        let isLong = (place(.left) - place(.right)).length > 0.85
        if isLong, ending.leftToRight(facing: next).length > 0.85 {
            let previous = places
            placeFeet(into: ending, facing: next)
            let prints = StancePrints(places: places, facing: next)
            let distances = Side.allCases.compactMap { side in
                poses.last.map { (prints.standing(side, in: ending).place - $0.foot(side).place).length }
            }
            keepsPrints = distances.contains { $0 > 1.5 * Drift.maximumSlide }
            if keepsPrints { places = previous }
            return ending.front?.other
        }
        return placeFoot((ending.side ?? .left).other, move, next)
    }
}

// MARK: - Feet

extension Performer {
    /// Returns the footprints at the present places on the line.
    private func pose(_ move: Movement, _ ending: Movement.Ending?, kept unmovedFeet: [Side], pivot: Side?)
        -> Pose
    {
        let kick = ending == nil ? move.kicks.last { $0.side != nil } : nil
        let isOnOneLeg = ending?.shape.isOnOneLeg ?? false
        let raisedSide = kick?.side ?? (isOnOneLeg ? ending?.side?.other : nil)
        let prints = StancePrints(
            places: places, facing: facing, before: poses.last,
            unmovedFeet: raisedSide == nil && !keepsPrints ? [] : unmovedFeet)
        let feet = Side.allCases.map { side in
            side == raisedSide
                ? prints.lifted(side, kick: kick?.toward.map(direction), in: ending)
                : prints.standing(side, in: ending, isAlone: raisedSide != nil)
        }
        return Pose(
            number: move.number, facing: facing, left: feet[0], right: feet[1], pivot: pivot,
            turn: move.turn ?? Self.spotTurn(move))
    }

    /// Returns the only possible turn after a foot is placed across the line: toward the other
    /// foot.
    private static func spotTurn(_ move: Movement) -> Movement.Turn? {
        guard let step = move.steps.first, case .line? = step.to, step.verb == .move, let foot = step.foot else {
            return nil
        }
        return foot == .left ? .clockwise : .counterClockwise
    }
}
