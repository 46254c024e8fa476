import Footwork

extension Move {
    /// The footwork of the movement with its captions for a drawing.
    package var movement: Movement {
        var movement = Movement(number)
        (movement.steps, movement.turn, movement.distance) = (steps, turn, distance)
        movement.ending = ending?.footworkEnding
        movement.kicks = actions.filter(\.isKick).map { Movement.Kick($0.side, toward: $0.toward) }
        (movement.words, movement.hangul) = (sentence, hangul ?? "")
        movement.caption = caption(isJump: movement.isJump)
        movement.duration = timing == .fast ? 0.6 : timing == .slow ? 2 : 1
        return movement
    }

    /// Returns the captions of the movement's parts for a drawing.
    private func caption(isJump: Bool) -> Movement.Caption {
        var caption = Movement.Caption()
        caption.stance = ending.map { $0.isMaintained ? "\($0.phrase), kept" : $0.phrase } ?? ""
        (caption.action, caption.feet, caption.hands) = (action, footwork, otherHand ?? noAction ?? "")
        caption.pace = [isJump ? "jump" : nil, isStamping ? "stamping" : nil, pace].compactMap { $0 }.joined(
            separator: ", ")
        caption.romanization = korean ?? ""
        return caption
    }

    /// Whether the last moving foot went where the stance and the facing direction require; see
    /// `Movement.stepFitsStance`.
    package var stepFitsStance: Bool? { movement.stepFitsStance }

    /// The part of the Korean name that contradicts the arm; nil if there is none, or if it cannot
    /// be determined.
    ///
    /// `bandae` (reverse) requires the arm of the side that does not name the stance. `baro`
    /// (obverse) requires the other arm. A plain punch in a walking or low stance is obverse.
    package var formObjection: String? {
        guard let side = ending?.side, actions.count == 1, let technique = actions.first, let arm = technique.side,
            !technique.isKick,
            let hangul
        else { return nil }
        let words = hangul.split(separator: " ")
        let isWalkingOrLow = ending?.stance == .walking || ending?.stance == .low
        if words.contains("반대") {
            return arm == side ? "반대 (bandae) means the arm opposite to the stance’s side." : nil
        }
        if words.contains("바로") { return arm != side ? "바로 (baro) means the arm on the stance’s side." : nil }
        return isWalkingOrLow && words.contains("지르기") && arm != side
            ? "A punch with the opposite arm is 반대 (bandae)." : nil
    }
}

extension Move.Ending {
    /// The final stance for Footwork.
    var footworkEnding: Movement.Ending {
        Movement.Ending(stance.shape, side: side, toward: toward, isMaintained: isMaintained)
    }
}

extension Pattern {
    /// The pattern as a course of Footwork, with the texts and postures for drawings.
    package var course: Course {
        var course = Course(
            name: heading.name, hangul: heading.hangul, count: heading.count, ready: heading.ready,
            figure: heading.diagram, meaning: heading.meaning, isFromSingleSource: heading.isFromSingleSource,
            beginning: (heading.beginsParallel ? Stance.parallel : .closedReady).shape,
            standing: heading.returningFoot.other,
            returnsAfter: heading.returnsAfter, diagonal: heading.diagonal, start: heading.start,
            uprights: heading.uprights,
            movements: zip(moves, postures).map { move, posture in
                var movement = move.movement
                movement.posture = posture
                movement.kickPosture = move.kickPosture
                return movement
            })
        course.resting = resting
        return course
    }

    /// Returns the walk of the pattern: the feet after every movement, and the distance of the end
    /// from the start; see `Course.walk`.
    package func walk() -> Walk { course.walk() }
}

extension PatternDiagram {
    /// Creates a diagram of all movements, or of a range of them that is clamped to the pattern.
    package init(_ pattern: Pattern, showing range: ClosedRange<Int>? = nil, colors: DiagramColors) {
        self.init(pattern.course, showing: range, colors: colors)
    }
}
