import Bodies

extension TechniqueShape {
    /// How a block ends.
    static func blocks(_ deed: Move.Deed) -> TechniqueShape? {
        let up = Reaches.height(deed.section)
        switch deed.action {
        case "guarding block": return guarding(deed, up)
        case "rising block": return rising(deed)
        case "twin block":
            var (lead, rear) = (Reaches.forearm(0.1, out: 0.16, ahead: 1.02), Reaches.rising)
            (lead.hand, rear.hand) = (deed.hand, deed.hand)
            rear.out = 0.12
            return .one(lead, rear)
        case "wedging block":
            return .both(
                Reach(
                    out: 0.46, ahead: 0.88, up: up == 0 ? -0.08 : 0.3, elbow: Point(0.3, 0, -1), deed.hand,
                    palm: Point(-0.4, -1, 0)))
        case "W-shape block", "U-shape block", "U-shape grasp": return lettered(deed)
        case "checking block":
            return .both(
                Reach(
                    out: -0.05, ahead: 0.88, up: -0.05, elbow: Point(0.8, 0, -0.9), deed.hand, along: Point(-0.5, 0.5, 0.8),
                    palm: Point(0, 1, 0)), .half)
        case "pressing block" where deed.uses("X "), "downward block" where deed.uses("X "):
            return .both(
                Reach(
                    out: -0.05, ahead: 0.8, up: -0.86, elbow: Point(0.9, -0.3, 0), deed.hand, along: Point(-0.5, 0.6, -0.5),
                    palm: Point(0, -0.5, -1)))
        case "pressing block", "downward block", "scooping block": return pressing(deed)
        case "pushing block" where deed.uses("double"): return .one(low(deed.hand, ahead: 0.82), doubledLow)
        case "pushing block":
            return .one(
                Reach(
                    out: 0.02, ahead: 1.05, up: -0.12, elbow: Point(0.6, 0, -1), .palm, along: Point(0, 0.2, 1),
                    palm: Point(0, 1, 0)),
                nil, .full)
        case "upward block":
            let reach = Reach(
                out: 0.1, ahead: 0.92, up: -0.34, elbow: Point(0.3, -0.2, -1), .flat, along: Point(-0.1, 1, 0.1),
                palm: Point(0, 0, 1))
            return deed.uses("twin") ? .both(reach) : .one(reach)
        case "hooking block":
            return .one(
                Reach(
                    out: 0.12, ahead: 1.06, up: up + 0.02, elbow: Point(0.6, 0, -0.8), .flat, along: Point(0.2, 0.9, 0.35),
                    palm: Point(0.5, 0.4, -1)))
        case "circular block": return .one(Reaches.forearm(0.02, out: 0.34, ahead: 0.94, deed.hand))
        case "block" where deed.uses("double arc"):
            return .both(
                Reach(
                    out: 0.2, ahead: 0.85, up: up, elbow: Point(1, 0, -0.5), .palm, along: Point(-0.3, 0.2, 1),
                    palm: Point(0, 1, 0)))
        case "block" where deed.uses("double forearm"):
            return .one(Reaches.forearm(up == 0 ? 0.05 : 0.34, out: 0.3, ahead: 0.86), Reaches.doubled)
        case "parallel block":
            return .both(Reaches.forearm(0.05, out: 0.2, ahead: 0.9))
        case "nine-shape block", "heaven hand": return rare(deed)
        case _ where deed.action.hasSuffix("block"): return plain(deed, up)
        default: return nil
        }
    }

    private static func rising(_ deed: Move.Deed) -> TechniqueShape {
        if deed.uses("X ") {
            return .both(
                Reach(
                    out: -0.05, ahead: 0.8, up: 0.62, elbow: Point(0.8, 0, -0.6), deed.hand, along: Point(-0.6, 0.35, 0.8),
                    palm: Point(0, 1, 0)))
        }
        if deed.uses("twin") {
            return .both(Reach(out: 0.3, ahead: 0.7, up: 0.6, elbow: Point(1, 0, 0), deed.hand, palm: Point(0, 0, 1)))
        }
        var reach = Reaches.rising
        reach.hand = deed.hand
        return .one(reach)
    }

    /// Both arms in the shape of a letter.
    private static func lettered(_ deed: Move.Deed) -> TechniqueShape {
        if deed.action == "W-shape block" {
            return .both(
                Reach(
                    out: 0.98, ahead: 0.38, up: 0.54, .chest, elbow: Point(1, -0.1, -1), deed.hand, palm: Point(-0.3, -1, 0)))
        }
        return .one(
            Reach(
                out: 0, ahead: 1.0, up: -0.7, elbow: Point(0.5, 0, -1), .flat, along: Point(-0.7, 0.8, 0.2),
                palm: Point(0, 1, 0)),
            Reach(
                out: 0, ahead: 0.78, up: 0.5, elbow: Point(1, 0.2, 0.2), .flat, along: Point(-0.8, 0.6, 0.1),
                palm: Point(0, 1, 0)))
    }

    /// A block of one arm by its height: low beside the thigh, middle and high with a bent elbow.
    private static func plain(_ deed: Move.Deed, _ up: Double) -> TechniqueShape {
        if deed.section == "low" { return .one(low(deed.hand, out: deed.action.hasPrefix("front") ? 0 : 0.24)) }
        let isFront = deed.action.contains("front") || deed.action.contains("inward")
        let palm = deed.uses("reverse knife") ? Point(0, -0.3, 1) : deed.uses("outer") ? Point(0, 1, -0.2) : Point(-0.4, -1, 0)
        let reach = Reaches.forearm(
            up > 0 ? 0.34 : 0.02, out: isFront ? 0.02 : 0.26, ahead: up > 0 ? 0.86 : 0.98, deed.hand, palm: palm)
        let isSideFront = deed.action == "side front block"
        return .one(reach, nil, isFront && !isSideFront ? .full : .half)
    }

    private static func low(_ hand: HandShape, out: Double = 0.24, ahead: Double = 0.74) -> Reach {
        Reach(out: out, ahead: ahead, up: -0.88, elbow: Point(0.7, -0.6, 0.2), hand, palm: Point(-1, 0, -0.4))
    }

    private static let doubledLow = Reach(
        out: -0.16, ahead: 0.5, up: -0.6, elbow: Point(0.9, -0.3, -0.2), palm: Point(0, 0, -1))

    private static func guarding(_ deed: Move.Deed, _ up: Double) -> TechniqueShape {
        let isLow = deed.section == "low"
        var rear = deed.hand == .fist ? Reaches.guardFist : Reaches.guardHand
        if isLow { rear.up = -0.62 }
        if deed.section == "high" { rear.up += 0.3 }
        let lead =
            isLow
            ? low(deed.hand, out: 0.18, ahead: 0.84) : Reaches.forearm(up > 0 ? 0.34 : -0.02, out: 0.14, ahead: 1.02, deed.hand)
        var turned = lead
        if deed.hand != .fist, !isLow { turned.palm = Point(-0.3, 1, -0.3) }
        return .one(turned, rear)
    }

    private static func pressing(_ deed: Move.Deed) -> TechniqueShape {
        let isScoop = deed.action == "scooping block"
        let reach = Reach(
            out: 0.04, ahead: 0.78, up: isScoop ? -0.6 : -0.74, elbow: Point(0.9, 0, 0.1), deed.hand == .fist ? .fist : .flat,
            along: Point(-1, 0.4, 0), palm: Point(0, 0, isScoop ? 1 : -1))
        let isBoth = deed.uses("twin") || deed.uses("alternate")
        return isBoth ? .both(reach) : .one(reach, nil, .half)
    }

    /// Ends that are drawn near to what they are.
    private static func rare(_ deed: Move.Deed) -> TechniqueShape {
        var shape: TechniqueShape =
            deed.action == "heaven hand"
            ? .both(
                Reach(
                    out: 0.08, ahead: 0.5, up: 0.66, elbow: Point(1, 0.2, 0), .flat, along: Point(-0.6, 0.2, 0.8),
                    palm: Point(0, 1, 0)))
            : .one(low(.fist, out: 0), Reach(out: -0.1, ahead: 0.6, up: 0.1, elbow: Point(1, 0, 0)))
        shape.isSchematic = true
        return shape
    }
}
