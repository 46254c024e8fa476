import Footwork

extension TechniqueShape {
    /// Returns the final shape of a punch, a strike, a thrust or a grasp.
    static func attacks(_ technique: Move.Action) -> TechniqueShape? {
        if technique.action.hasSuffix("punch") { return punch(technique) }
        if technique.action.contains("elbow") || technique.uses("elbow") { return elbow(technique) }
        if technique.action.hasSuffix("strike") || technique.action == "cross-cut" { return strike(technique) }
        if technique.action.contains("thrust") { return thrust(technique) }
        switch technique.action {
        case "extend": return .one(HandPositions.straight(0), nil, .full)
        case "release":
            return .one(
                HandTarget(out: -0.05, ahead: 0.55, up: -0.2, elbow: Point(0.5, 0, -1), palm: Point(0, -1, 0)), nil,
                .half)
        case "grab":
            return .both(
                HandTarget(
                    out: 0.16, ahead: 0.98, up: 0.4, elbow: Point(0.6, 0, -1), .flat, along: Point(-0.2, 1, 0.1),
                    palm: Point(-1, 0, 0)))
        case "palm to forefist":
            return .one(
                HandTarget(
                    out: -0.02, ahead: 0.62, up: -0.14, elbow: Point(0.8, 0, -0.6), .palm, along: Point(0, 0.3, 1),
                    palm: Point(0, -1, 0)),
                HandTarget(out: 0.02, ahead: 0.42, up: -0.14, elbow: Point(1, -0.3, -0.2)), .half)
        default: return nil
        }
    }

    /// Returns the final shape of a punch, or a middle punch straight ahead for an unknown one.
    private static func punch(_ technique: Move.Action) -> TechniqueShape {
        let handHeight = HandPositions.height(technique.section)
        let palmInward = Point(-1, 0, 0)
        switch technique.action {
        case "vertical punch" where technique.uses("twin"):
            return .both(HandPositions.straight(handHeight, out: 0.24, palm: palmInward))
        case "vertical punch": return .one(HandPositions.straight(handHeight, palm: palmInward), nil, .full)
        case "upset punch":
            let target = HandTarget(
                out: 0.14, ahead: 0.78, up: -0.4, elbow: Point(0.2, -0.3, -1), along: Point(0, 1, 0.1),
                palm: Point(0, 0, 1))
            return technique.uses("twin") ? .both(target) : .one(target, nil, .full)
        case "upward punch":
            return .one(
                HandTarget(
                    out: 0.02, ahead: 0.56, up: 0.2, elbow: Point(0.4, 0.3, -1), along: Point(0, 0, 1),
                    palm: Point(0, -1, 0)),
                HandPositions.beforeShoulder)
        case "angle punch":
            return .one(
                HandTarget(
                    out: -0.42, ahead: 0.46, up: -0.02, elbow: Point(1, 0.5, 0), along: Point(-1, 0, 0),
                    palm: Point(0, 0, -1)),
                nil, .full)
        case "U-shape punch":
            return .one(HandPositions.straight(0.42), HandPositions.straight(-0.7, palm: Point(0, 0, 1)))
        case "crescent punch", "turning punch":
            return .one(
                HandTarget(
                    out: -0.12, ahead: 1.0, up: handHeight, elbow: Point(1, 0, -0.1), along: Point(-0.6, 0.8, 0)), nil,
                .full)
        case "downward punch":
            return .one(
                HandTarget(out: 0, ahead: 0.4, up: -1.1, elbow: Point(1, 0, 0), along: Point(0, 0.1, -1)), nil, .full)
        case "side punch", "horizontal punch": return .one(HandPositions.straight(handHeight), nil, .half)
        default:
            let target = HandPositions.straight(handHeight)
            return technique.uses("twin") ? .both(target) : .one(target, nil, .full)
        }
    }

    /// Returns the final shape of a strike.
    private static func strike(_ technique: Move.Action) -> TechniqueShape {
        let handHeight = HandPositions.height(technique.section)
        let palmDown = Point(0, 0, -1)
        let hand = technique.hand == .palm ? HandShape.flat : technique.hand
        switch technique.action {
        case "side back strike":
            return .one(
                HandTarget(out: 0.1, ahead: 0.98, up: 0.3, elbow: Point(0.6, 0, -1), palm: Point(-1, 0, 0)),
                HandPositions.reachingDown,
                .full)
        case "side strike" where technique.uses("fist"), "side front strike":
            return .one(HandTarget(out: 0.08, ahead: 1.1, up: 0.34, elbow: Point(0.5, 0, -1), palm: Point(-1, 0, 0.2)))
        case "side strike", "outward strike", "horizontal strike":
            let target = HandPositions.straight(handHeight > 0 ? 0.3 : 0, hand, palm: palmDown)
            return technique.uses("twin") ? .both(target, .full) : .one(target)
        case "inward strike":
            let target = HandTarget(
                out: 0.04, ahead: 0.94, up: 0.28, elbow: Point(0.8, 0, -0.7), hand, along: Point(-0.35, 1, 0.1),
                palm: Point(0, 0, 1))
            return technique.uses("twin") ? .both(target) : .one(target, HandPositions.beforeShoulder, .full)
        case "front strike" where technique.uses("reverse"):
            return .one(
                HandTarget(
                    out: 0, ahead: 0.98, up: 0.28, elbow: Point(0.9, 0, -0.3), hand, along: Point(-0.35, 1, 0),
                    palm: palmDown),
                HandPositions.atElbow, .full)
        case "front strike" where technique.uses("knife"):
            return .one(
                HandTarget(
                    out: 0, ahead: 0.98, up: 0.26, elbow: Point(0.8, 0, -0.6), hand, along: Point(-0.3, 1, 0.1),
                    palm: Point(0, 0, 1)), HandPositions.forehead, .full)
        case "downward strike":
            return .one(
                HandTarget(
                    out: 0, ahead: nil, up: 0, elbow: Point(0.5, 0, -1), hand, along: Point(0, 1, -0.15),
                    palm: Point(-1, 0, 0)),
                nil, .half)
        default:
            let target = HandTarget(
                out: 0.02, ahead: 1.02, up: handHeight > 0 ? 0.32 : 0.1, elbow: Point(0.6, 0, -1), hand,
                palm: Point(-1, 0, 0))
            return technique.side == nil ? .both(target) : .one(target, nil, .full)
        }
    }

    /// Returns the final shape of a thrust with the fingertips.
    private static func thrust(_ technique: Move.Action) -> TechniqueShape {
        let handHeight = HandPositions.height(technique.section)
        if technique.uses("upset") {
            return .one(HandPositions.straight(-0.8, .flat, palm: Point(0, 0, 1)), HandPositions.beforeShoulder, .full)
        }
        return .one(
            HandPositions.straight(
                handHeight, .flat, palm: technique.uses("straight") ? Point(-1, 0, 0) : Point(0, 0, -1)),
            nil,
            .full)
    }

    /// Returns the final shape of an elbow strike or thrust.
    private static func elbow(_ technique: Move.Action) -> TechniqueShape {
        let words = "\(technique.action) \(technique.tool ?? "")"
        if words.contains("twin") || technique.side == nil, !words.contains("back") {
            return .both(
                HandTarget(
                    out: 0.2, ahead: 0.4, up: -0.1, .chest, elbow: Point(1, -0.2, 0), along: Point(-1, 0.2, 0),
                    palm: Point(0, -1, 0)))
        }
        if words.contains("upper") || words.contains("high elbow") {
            return .one(
                HandTarget(
                    out: 0.3, ahead: 0.4, up: 0.28, elbow: Point(-0.1, 1, 0.5), along: Point(0, -1, 0),
                    palm: Point(-1, 0, 0)),
                nil, .full)
        }
        if words.contains("front") {
            return .one(
                HandTarget(out: -0.24, ahead: 0.5, up: 0.02, elbow: Point(0.6, 1, 0.1), along: Point(-1, 0, 0)),
                HandPositions.atElbow, .full
            )
        }
        if words.contains("back elbow") {
            return .one(
                HandTarget(
                    out: 0.4, ahead: 0.02, up: -0.7, .chest, elbow: Point(0.1, -1, 0.3), along: Point(0, 1, 0),
                    palm: Point(0, 0, 1)), nil, .half)
        }
        if words.contains("straight") {
            return .one(
                HandTarget(out: 0.2, ahead: 0.4, up: 0.3, elbow: Point(0.3, 0.8, -1), palm: Point(-1, 0, 0)), nil, .full
            )
        }
        return .one(
            HandTarget(out: 0.1, ahead: 0.34, up: -0.06, .chest, elbow: Point(1, 0.1, 0), along: Point(-1, 0.2, 0)),
            nil, .side)
    }
}
