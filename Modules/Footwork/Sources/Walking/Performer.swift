/// Walks a course: keeps where the feet are, movement by movement.
///
/// The supporting foot turns on its ball and holds its place along the line; the other foot is put where the stance wants it. A foot's place is a
/// point on the line that is walked. The half shoulder width by which it stands to the left or right of that line belongs to the stance, not to the
/// place: in a half turn the supporting foot comes to the other side of the line, and the performer stays on it. Feet that are together are at one place.
///
/// Where the feet stand side by side along the line (sitting, parallel) there is no half width: their places are the feet themselves. So a foot that
/// turns on its ball out of a walking stance into a sitting stance across it brings its half width along, and a foot that is brought to the other along
/// such a line stops beside it.
///
/// A diagonal is no line of the diagram, so nobody has to keep to it: a foot that stays behind while the other one steps on to a diagonal only turns, and
/// its ball stays where it is. So does a foot that the movement names as the one turned on, and the supporting foot of a kick.
///
/// That is the line; the feet follow it only as far as feet do: see `Drift`. Where the performer ends is what the movements and the stances' lengths make
/// of it, and that is what the law of closing looks at. The lines of the diagram lie where they are first walked: AB and CD through the ready posture, EF
/// and GH where they are first reached, and CD too where the performer has stepped aside by more than half a shoulder width before.
struct Performer {
    private var places: [Side: Vector]
    private var facing = Vector(0, 1)
    private var shape: StanceShape
    /// The foot in front, where the stance has one.
    private var front: Side?
    private let diagonal: Double
    private var bars: Bars
    private let home: [Side: Vector]
    /// How the performer would stand if the feet held the line at every step.
    private var poses: [Pose] = []
    private var drift = Drift()
    /// Whether the feet stay in their prints, because no stance of theirs is the one that is named.
    private var isHeld = false
    /// How the performer stands.
    private(set) var walked: [Pose] = []
    private var returns: [Pose] = []

    static func walk(_ course: Course) -> Walk {
        var performer = Performer(course)
        for move in course.movements {
            performer.perform(move)
            if move.number == course.returnsAfter { performer.comeBack(course.standing, to: course.beginning) }
        }
        performer.comeBack(course.standing.other, to: course.beginning)
        return Walk(
            poses: performer.walked, returns: performer.returns, bars: performer.bars.places,
            uprights: course.uprights?.direction ?? .zero,
            closing: performer.place(course.standing) + performer.drift.beside - (performer.home[course.standing] ?? .zero))
    }

    private init(_ course: Course) {
        shape = course.beginning
        diagonal = course.diagonal
        bars = Bars(start: course.start)
        let half = shape.spread / 2
        home = [.left: Vector(-half, 0), .right: Vector(half, 0)]
        places = home
        poses.append(pose(Movement(0), Movement.Ending(shape, side: nil), kept: [], pivot: nil))
        walked = poses
    }

    /// How far a slide carries the middle between both feet, in shoulder widths. No source says it: with this one Hwa-Rang’s two slides, one along AB and
    /// one along CD, each bring the performer back to their line, and the dan tul that slide end nearer to their beginning.
    private static let slide = 1.0

    /// How far foot shifting carries both feet. No source says it: half of a slide is ours.
    private static let shift = 0.5

    private func place(_ side: Side) -> Vector { places[side] ?? .zero }

    /// Where a bearing points in this pattern, whose diagonals need not lie halfway.
    private func direction(_ bearing: Bearing) -> Vector { bearing.direction(diagonal: diagonal) }

    /// A foot comes back to the one that stands.
    private mutating func comeBack(_ foot: Side, to beginning: StanceShape) {
        facing = Vector(0, 1)
        shape = beginning
        places[foot] = place(foot.other) + Vector(foot == .right ? shape.spread : -shape.spread, 0)
        let back = pose(Movement(poses.count - 1), Movement.Ending(shape, side: nil), kept: [], pivot: nil)
        returns.append(back.moved(by: drift.beside))
    }

    private mutating func perform(_ move: Movement) {
        let before = (facing: facing, places: places)
        let next = move.ending?.toward.map(direction) ?? facing
        var anchor: Side?
        isHeld = false
        for (index, step) in move.steps.enumerated() {
            let isLast =
                move.steps[(index + 1)...].allSatisfy { $0.verb == .pivot || $0.verb == .land }
                && (index > 0 || !move.otherFootGoesPast)
            anchor = take(step, of: move, isLast: isLast, facing: next) ?? anchor
        }
        if move.steps.isEmpty { anchor = settle(move, facing: next) }
        facing = next
        if let ending = move.ending {
            front = ending.front
            if !ending.shape.isOnOneLeg { shape = ending.shape }
        }
        bars.note(move, facing: facing, at: place(.left))
        let turned = before.facing.along(next)
        let kept = Side.allCases.filter { isHeld || (turned > 0.99 && place($0) == before.places[$0]) }
        let stood = pose(move, move.ending, kept: kept, pivot: turned < 0.8 ? anchor : nil)
        drift.follow(move, from: poses[poses.count - 1], to: stood)
        poses.append(stood)
        walked.append(stood.moved(by: drift.beside))
    }
}

// MARK: - Steps

extension Performer {
    /// Takes a step; gives the foot that stayed.
    private mutating func take(_ step: Movement.Step, of move: Movement, isLast: Bool, facing next: Vector) -> Side? {
        switch (step.verb, step.to, step.foot) {
        case (.jump, _, _):
            jump(step, of: move, facing: next)
            return nil
        case (.land, .bearing(let bearing)?, let foot):
            shift(direction(bearing) * (move.carries ?? 0))
            if let foot { return put(foot, move, next) }
            gather(into: move.ending, facing: next)
            return nil
        case (.shift, let to, _):
            shift(way(to, of: move) * (move.carries ?? Self.shift))
            return nil
        case (_, .foot(let other)?, let foot?) where foot != other:
            join(foot, step.verb, move, isLast: isLast)
            return other
        case (.slide, let to, let foot):
            shift((to == nil ? next : way(to, of: move)) * (move.carries ?? Self.slide))
            if let foot { return put(foot, move, next) }
            gather(into: move.ending, facing: next)
            return nil
        case (.pivot, _, let foot?):
            if isLast { _ = put(foot.other, move, next, turningOn: true) }
            return foot
        case (_, _, let foot?):
            if isLast, move.ending != nil { return put(foot, move, next) }
            stepOn(step, foot, of: move)
            return foot.other
        default: return nil
        }
    }

    /// A step that another one follows. Without a direction it goes where the last one leads. A foot on the floor goes as far from where it stood as the
    /// sources say; else it goes as far from the other foot as a walking stance is long, or the stance that a jump then keeps. Line AB is straight before it.
    private mutating func stepOn(_ step: Movement.Step, _ foot: Side, of move: Movement) {
        guard let to = step.to ?? move.steps.last?.to else { return }
        if to == .line("AB"), lastKick == nil {
            places[foot] = Vector(place(foot).x, bars.places["AB"] ?? 0)
            return
        }
        let isAirborne = move.steps.contains { [.jump, .land, .slide].contains($0.verb) }
        let measured = isAirborne ? nil : move.carries
        if step.verb == .move, let measured {
            places[foot] = place(foot) + way(to, of: move) * measured
        } else {
            let kept = move.ending.map { $0.isMaintained ? $0.shape.length : 0 } ?? 0
            let length = kept > 0 ? kept : StanceShape.stride
            places[foot] = place(foot.other) + way(to, of: move) * (measured ?? length)
        }
    }

    /// The direction of a step; onto a line it follows the kick before it.
    private func way(_ to: Movement.Destination?, of move: Movement) -> Vector {
        if case .bearing(let bearing)? = to { return direction(bearing) }
        return lastKick ?? move.kicks.first?.toward.map(direction) ?? facing
    }

    private var lastKick: Vector? {
        guard let pose = poses.last, pose.left.isRaised || pose.right.isRaised else { return nil }
        return (pose.left.isRaised ? pose.left : pose.right).heading
    }

    /// Puts a foot where the ending stance wants it beside the other; gives the other.
    private mutating func put(_ foot: Side, _ move: Movement, _ next: Vector, turningOn isTurnedOn: Bool = false) -> Side {
        guard let ending = move.ending else { return foot.other }
        let wanted = ending.shape
        let isOntoDiagonal = abs(next.x) > 0.01 && abs(next.y) > 0.01
        if isTurnedOn || (isOntoDiagonal && front != foot.other) {
            // It only turns: the half width is taken off its ball again where the new stance puts it on.
            let outward = foot == .left ? 1.0 : -1.0
            places[foot.other] = place(foot.other) + (facing.right * shape.width - next.right * wanted.width) * (outward / 2)
        } else if wanted.spread > 0, shape.length > 0, abs(facing.along(next)) > 0.2 {
            // Side by side across the line that was walked: the foot that stays is where its ball is, beside that line.
            places[foot.other] = place(foot.other) + facing.right * (shape.width / 2 * (foot == .right ? -1 : 1))
        }
        let way = ending.leftToRight(facing: next)
        places[foot] = place(foot.other) + way * (foot == .right ? 1 : -1)
        return foot.other
    }

    /// Puts both feet where a stance wants them, about their middle.
    private mutating func gather(into ending: Movement.Ending?, facing next: Vector) {
        guard let ending else { return }
        let middle = (place(.left) + place(.right)) * 0.5
        let half = ending.leftToRight(facing: next) * 0.5
        places = [.left: middle - half, .right: middle + half]
    }

    /// To the other foot; a pull in mid-movement stops a shoulder width before it, unless the pack says where. On a line that the feet stand side by side
    /// on, two shoes find no room in one place.
    private mutating func join(_ foot: Side, _ verb: Movement.Step.Verb, _ move: Movement, isLast: Bool) {
        let beside = shape.spread > 0 && !isLast ? StanceShape.together : 0
        let rest = verb == .pull && move.ending == nil ? move.carries ?? 1 : beside
        places[foot] = place(foot.other) + (place(foot) - place(foot.other)).unit * rest
    }

    private mutating func shift(_ way: Vector) { for side in Side.allCases { places[side] = place(side) + way } }

    /// Both feet leave the floor: on the spot about their middle, else the distance from the foremost foot of those that stood on it.
    private mutating func jump(_ step: Movement.Step, of move: Movement, facing next: Vector) {
        guard let ending = move.ending else {
            if case .bearing(let bearing)? = step.to { shift(direction(bearing) * (move.carries ?? 0)) }
            return
        }
        let relation = ending.leftToRight(facing: next)
        var way = Vector.zero
        if case .bearing(let bearing)? = step.to { way = direction(bearing) }
        let standing = Side.allCases.filter { side in move.steps.count > 1 || poses.last?.foot(side).isRaised != true }
        let foremost = standing.max { place($0).along(way) < place($1).along(way) } ?? .right
        let middle = way == .zero ? (place(.left) + place(.right)) * 0.5 : place(foremost) + way * (move.carries ?? 1.5)
        let isApart = relation.length > 0.5 && way != .zero
        let lead = relation.along(way) >= 0 ? Side.right : .left
        places[.left] = isApart && lead == .left ? middle : middle - relation * (isApart ? 1 : 0.5)
        places[.right] = isApart && lead == .right ? middle : place(.left) + relation
    }

    /// A stance without a step: on one leg nothing moves; a long stance turns where it is, both feet alike, unless that would take a step; a short one
    /// gathers on the foot that names it.
    private mutating func settle(_ move: Movement, facing next: Vector) -> Side? {
        guard let ending = move.ending, !ending.isMaintained else { return nil }
        if ending.shape.isOnOneLeg { return ending.side }
        let isLong = (place(.left) - place(.right)).length > 0.85
        if isLong, ending.leftToRight(facing: next).length > 0.85 {
            let stood = places
            gather(into: ending, facing: next)
            let prints = StancePrints(places: places, facing: next)
            let gone = Side.allCases.compactMap { side in
                poses.last.map { (prints.standing(side, in: ending).place - $0.foot(side).place).length }
            }
            isHeld = gone.contains { $0 > 1.5 * Drift.slack }
            if isHeld { places = stood }
            return ending.front?.other
        }
        return put((ending.side ?? .left).other, move, next)
    }
}

// MARK: - Feet

extension Performer {
    private func pose(_ move: Movement, _ ending: Movement.Ending?, kept: [Side], pivot: Side?) -> Pose {
        let kick = ending == nil ? move.kicks.last { $0.side != nil } : nil
        let isOnOneLeg = ending?.shape.isOnOneLeg ?? false
        let raised = kick?.side ?? (isOnOneLeg ? ending?.side?.other : nil)
        let prints = StancePrints(places: places, facing: facing, before: poses.last, kept: raised == nil && !isHeld ? [] : kept)
        let feet = Side.allCases.map { side in
            side == raised
                ? prints.lifted(side, kick: kick?.toward.map(direction), in: ending)
                : prints.standing(side, in: ending, isAlone: raised != nil)
        }
        return Pose(
            number: move.number, facing: facing, left: feet[0], right: feet[1], pivot: pivot,
            turn: move.turn ?? Self.spotTurn(move))
    }

    /// A foot that is put across the line first leaves one way to turn round, toward the other foot.
    private static func spotTurn(_ move: Movement) -> Movement.Turn? {
        guard let step = move.steps.first, case .line? = step.to, step.verb == .move, let foot = step.foot else { return nil }
        return foot == .left ? .clockwise : .counterClockwise
    }
}
