import Footwork

extension TechniqueShape {
    /// Returns a block of both arms at once: one forward, one rising.
    private static func twinBlock(_ technique: Move.Action) -> TechniqueShape {
        var lead = HandPositions.forearm(0.1, out: 0.16, ahead: 1.02)
        var rear = HandPositions.rising
        lead.hand = technique.hand
        rear.hand = technique.hand
        rear.out = 0.12
        return .one(lead, rear)
    }

    /// Returns the final shape of a block.
    static func blocks(_ technique: Move.Action) -> TechniqueShape? {
        let handHeight = HandPositions.height(technique.section)
        switch technique.action {
        case "guarding block": return guarding(technique, handHeight)
        case "rising block": return rising(technique)
        case "twin block":
            return twinBlock(technique)
        case "wedging block":
            return .both(
                HandTarget(
                    out: 0.46, ahead: 0.88, up: handHeight == 0 ? -0.08 : 0.3, elbow: Point(0.3, 0, -1), technique.hand,
                    palm: Point(-0.4, -1, 0)))
        case "W-shape block", "U-shape block", "U-shape grasp": return letterShaped(technique)
        case "checking block":
            return .both(
                HandTarget(
                    out: -0.05, ahead: 0.88, up: -0.05, elbow: Point(0.8, 0, -0.9), technique.hand,
                    along: Point(-0.5, 0.5, 0.8), palm: Point(0, 1, 0)), .half)
        case "pressing block" where technique.uses("X "), "downward block" where technique.uses("X "):
            return .both(
                HandTarget(
                    out: -0.05, ahead: 0.8, up: -0.86, elbow: Point(0.9, -0.3, 0), technique.hand,
                    along: Point(-0.5, 0.6, -0.5), palm: Point(0, -0.5, -1)))
        case "pressing block", "downward block", "scooping block": return pressing(technique)
        case "pushing block" where technique.uses("double"):
            return .one(lowHand(technique.hand, ahead: 0.82), doubledLow)
        case "pushing block":
            return .one(
                HandTarget(
                    out: 0.02, ahead: 1.05, up: -0.12, elbow: Point(0.6, 0, -1), .palm, along: Point(0, 0.2, 1),
                    palm: Point(0, 1, 0)),
                nil, .full)
        case "upward block":
            let target = HandTarget(
                out: 0.1, ahead: 0.92, up: -0.34, elbow: Point(0.3, -0.2, -1), .flat, along: Point(-0.1, 1, 0.1),
                palm: Point(0, 0, 1))
            return technique.uses("twin") ? .both(target) : .one(target)
        case "hooking block":
            return .one(
                HandTarget(
                    out: 0.12, ahead: 1.06, up: handHeight + 0.02, elbow: Point(0.6, 0, -0.8), .flat,
                    along: Point(0.2, 0.9, 0.35), palm: Point(0.5, 0.4, -1)))
        case "circular block": return .one(HandPositions.forearm(0.02, out: 0.34, ahead: 0.94, technique.hand))
        case "block" where technique.uses("double arc"):
            return .both(
                HandTarget(
                    out: 0.2, ahead: 0.85, up: handHeight, elbow: Point(1, 0, -0.5), .palm, along: Point(-0.3, 0.2, 1),
                    palm: Point(0, 1, 0)))
        case "block" where technique.uses("double forearm"):
            return .one(
                HandPositions.forearm(handHeight == 0 ? 0.05 : 0.34, out: 0.3, ahead: 0.86), HandPositions.doubled)
        case "parallel block":
            return .both(HandPositions.forearm(0.05, out: 0.2, ahead: 0.9))
        case "nine-shape block", "heaven hand": return rareBlock(technique)
        case _ where technique.action.hasSuffix("block"): return oneArmBlock(technique, handHeight)
        default: return nil
        }
    }

    /// Returns a rising block of one arm, of crossed arms or of both.
    private static func rising(_ technique: Move.Action) -> TechniqueShape {
        if technique.uses("X ") {
            return .both(
                HandTarget(
                    out: -0.05, ahead: 0.8, up: 0.62, elbow: Point(0.8, 0, -0.6), technique.hand,
                    along: Point(-0.6, 0.35, 0.8), palm: Point(0, 1, 0)))
        }
        if technique.uses("twin") {
            return .both(
                HandTarget(out: 0.3, ahead: 0.7, up: 0.6, elbow: Point(1, 0, 0), technique.hand, palm: Point(0, 0, 1)))
        }
        var target = HandPositions.rising
        target.hand = technique.hand
        return .one(target)
    }

    /// Returns the shape of both arms in the form of a letter.
    private static func letterShaped(_ technique: Move.Action) -> TechniqueShape {
        if technique.action == "W-shape block" {
            return .both(
                HandTarget(
                    out: 0.98, ahead: 0.38, up: 0.54, .chest, elbow: Point(1, -0.1, -1), technique.hand,
                    palm: Point(-0.3, -1, 0)))
        }
        return .one(
            HandTarget(
                out: 0, ahead: 1.0, up: -0.7, elbow: Point(0.5, 0, -1), .flat, along: Point(-0.7, 0.8, 0.2),
                palm: Point(0, 1, 0)),
            HandTarget(
                out: 0, ahead: 0.78, up: 0.5, elbow: Point(1, 0.2, 0.2), .flat, along: Point(-0.8, 0.6, 0.1),
                palm: Point(0, 1, 0)))
    }

    /// Returns a one-arm block by its height: low next to the thigh, middle and high with a bent
    /// elbow.
    private static func oneArmBlock(_ technique: Move.Action, _ handHeight: Double) -> TechniqueShape {
        if technique.section == "low" {
            return .one(lowHand(technique.hand, out: technique.action.hasPrefix("front") ? 0 : 0.24))
        }
        let isFront = technique.action.contains("front") || technique.action.contains("inward")
        let palm =
            technique.uses("reverse knife")
            ? Point(0, -0.3, 1) : technique.uses("outer") ? Point(0, 1, -0.2) : Point(-0.4, -1, 0)
        let target = HandPositions.forearm(
            handHeight > 0 ? 0.34 : 0.02, out: isFront ? 0.02 : 0.26, ahead: handHeight > 0 ? 0.86 : 0.98,
            technique.hand, palm: palm)
        let isSideFront = technique.action == "side front block"
        return .one(target, nil, isFront && !isSideFront ? .full : .half)
    }

    /// Returns a low hand before the thigh.
    private static func lowHand(_ hand: HandShape, out: Double = 0.24, ahead: Double = 0.74) -> HandTarget {
        HandTarget(out: out, ahead: ahead, up: -0.88, elbow: Point(0.7, -0.6, 0.2), hand, palm: Point(-1, 0, -0.4))
    }

    /// The arm that supports the leading one in a low double block.
    private static let doubledLow = HandTarget(
        out: -0.16, ahead: 0.5, up: -0.6, elbow: Point(0.9, -0.3, -0.2), palm: Point(0, 0, -1))

    /// Returns a guarding block: the leading arm as in a block, the other before the chest.
    private static func guarding(_ technique: Move.Action, _ handHeight: Double) -> TechniqueShape {
        let isLow = technique.section == "low"
        var rear = technique.hand == .fist ? HandPositions.guardFist : HandPositions.guardHand
        if isLow { rear.up = -0.62 }
        if technique.section == "high" { rear.up += 0.3 }
        let lead =
            isLow
            ? lowHand(technique.hand, out: 0.18, ahead: 0.84)
            : HandPositions.forearm(handHeight > 0 ? 0.34 : -0.02, out: 0.14, ahead: 1.02, technique.hand)
        var leadTarget = lead
        if technique.hand != .fist, !isLow { leadTarget.palm = Point(-0.3, 1, -0.3) }
        return .one(leadTarget, rear)
    }

    /// Returns a pressing, downward or scooping block.
    private static func pressing(_ technique: Move.Action) -> TechniqueShape {
        let isScoop = technique.action == "scooping block"
        let target = HandTarget(
            out: 0.04, ahead: 0.78, up: isScoop ? -0.6 : -0.74, elbow: Point(0.9, 0, 0.1),
            technique.hand == .fist ? .fist : .flat, along: Point(-1, 0.4, 0), palm: Point(0, 0, isScoop ? 1 : -1))
        let usesBothArms = technique.uses("twin") || technique.uses("alternate")
        return usesBothArms ? .both(target) : .one(target, nil, .half)
    }

    /// Returns an approximate final shape of a rare block.
    private static func rareBlock(_ technique: Move.Action) -> TechniqueShape {
        var shape: TechniqueShape =
            technique.action == "heaven hand"
            ? .both(
                HandTarget(
                    out: 0.08, ahead: 0.5, up: 0.66, elbow: Point(1, 0.2, 0), .flat, along: Point(-0.6, 0.2, 0.8),
                    palm: Point(0, 1, 0)))
            : .one(lowHand(.fist, out: 0), HandTarget(out: -0.1, ahead: 0.6, up: 0.1, elbow: Point(1, 0, 0)))
        shape.isSchematic = true
        return shape
    }
}
