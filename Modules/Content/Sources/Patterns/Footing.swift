import Footwork

extension Move {
    /// The movement as its feet have it, and what a drawing says of it.
    public var movement: Movement {
        var movement = Movement(number)
        (movement.steps, movement.turn, movement.carries) = (steps, turn, carries)
        movement.ending = ending?.footing
        movement.kicks = deeds.filter(\.isKick).map { Movement.Kick($0.side, toward: $0.toward) }
        (movement.words, movement.hangul) = (sentence, hangul ?? "")
        movement.caption = caption(isJump: movement.isJump)
        movement.duration = timing == .fast ? 0.6 : timing == .slow ? 2 : 1
        return movement
    }

    /// What a drawing says of it part by part.
    private func caption(isJump: Bool) -> Movement.Caption {
        var caption = Movement.Caption()
        caption.stance = ending.map { $0.isMaintained ? "\($0.phrase), kept" : $0.phrase } ?? ""
        (caption.action, caption.feet, caption.hands) = (action, footwork, otherHand ?? noAction ?? "")
        caption.pace = [isJump ? "jump" : nil, isStamping ? "stamping" : nil, pace].compactMap { $0 }.joined(separator: ", ")
        caption.romanization = korean ?? ""
        return caption
    }

    /// Whether the last foot that moved went where the stance and the way one faces need it; see `Movement.stepFitsStance`.
    public var stepFitsStance: Bool? { movement.stepFitsStance }

    /// What in its Korean name contradicts the arm: `bandae` (reverse) must be the arm of the side that does not name the stance, `baro` (obverse) the
    /// other, and a plain punch in a walking or low stance is obverse. Nil when nothing does, or nothing can be told.
    public var brokenForm: String? {
        guard let side = ending?.side, deeds.count == 1, let deed = deeds.first, let arm = deed.side, !deed.isKick, let hangul
        else {
            return nil
        }
        let words = hangul.split(separator: " ")
        let isLong = ending?.stance == .walking || ending?.stance == .low
        if words.contains("반대") { return arm == side ? "반대 (bandae) means the arm opposite to the stance’s side." : nil }
        if words.contains("바로") { return arm != side ? "바로 (baro) means the arm on the stance’s side." : nil }
        return isLong && words.contains("지르기") && arm != side ? "A punch with the opposite arm is 반대 (bandae)." : nil
    }
}

extension Move.Ending {
    var footing: Movement.Ending { Movement.Ending(stance.shape, side: side, toward: toward, isMaintained: isMaintained) }
}

extension StanceShape {
    /// As the books measure that stance.
    public init(_ stance: Stance) { self = stance.shape }
}

extension Pattern {
    /// The pattern as its feet walk it.
    public var course: Course {
        var course = Course(
            name: heading.name, hangul: heading.hangul, count: heading.count, ready: heading.ready, figure: heading.diagram,
            meaning: heading.meaning, isFromSingleSource: heading.isFromSingleSource,
            beginning: (heading.beginsParallel ? Stance.parallel : .closedReady).shape, standing: heading.returning.other,
            returnsAfter: heading.returnsAfter, diagonal: heading.diagonal, start: heading.start, uprights: heading.uprights,
            movements: zip(moves, postures).map { move, posture in
                var movement = move.movement
                movement.posture = posture
                movement.passing = move.passing
                return movement
            })
        course.resting = resting
        return course
    }

    /// The pattern walked: where the feet stand after every movement, and how far from the beginning it ends; see `Course.walk`.
    public func walk() -> Walk { course.walk() }
}

extension PatternDiagram {
    /// A diagram of all movements, or of a range of them; a range outside the pattern is cut to it.
    public init(_ pattern: Pattern, showing range: ClosedRange<Int>? = nil, colours: DiagramColours) {
        self.init(pattern.course, showing: range, colours: colours)
    }
}
