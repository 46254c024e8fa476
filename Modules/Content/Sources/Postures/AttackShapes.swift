import Bodies

extension TechniqueShape {
    /// How a punch, a strike, a thrust or a grasp ends.
    static func attacks(_ deed: Move.Deed) -> TechniqueShape? {
        if deed.action.hasSuffix("punch") { return punch(deed) }
        if deed.action.contains("elbow") || deed.uses("elbow") { return elbow(deed) }
        if deed.action.hasSuffix("strike") || deed.action == "cross-cut" { return strike(deed) }
        if deed.action.contains("thrust") { return thrust(deed) }
        switch deed.action {
        case "extend": return .one(Reaches.straight(0), nil, .full)
        case "release":
            return .one(Reach(out: -0.05, ahead: 0.55, up: -0.2, elbow: Point(0.5, 0, -1), palm: Point(0, -1, 0)), nil, .half)
        case "grab":
            return .both(
                Reach(
                    out: 0.16, ahead: 0.98, up: 0.4, elbow: Point(0.6, 0, -1), .flat, along: Point(-0.2, 1, 0.1),
                    palm: Point(-1, 0, 0)))
        case "palm to forefist":
            return .one(
                Reach(
                    out: -0.02, ahead: 0.62, up: -0.14, elbow: Point(0.8, 0, -0.6), .palm, along: Point(0, 0.3, 1),
                    palm: Point(0, -1, 0)),
                Reach(out: 0.02, ahead: 0.42, up: -0.14, elbow: Point(1, -0.3, -0.2)), .half)
        default: return nil
        }
    }

    private static func punch(_ deed: Move.Deed) -> TechniqueShape {
        let up = Reaches.height(deed.section)
        let upright = Point(-1, 0, 0)
        switch deed.action {
        case "vertical punch" where deed.uses("twin"): return .both(Reaches.straight(up, out: 0.24, palm: upright))
        case "vertical punch": return .one(Reaches.straight(up, palm: upright), nil, .full)
        case "upset punch":
            let reach = Reach(
                out: 0.14, ahead: 0.78, up: -0.4, elbow: Point(0.2, -0.3, -1), along: Point(0, 1, 0.1), palm: Point(0, 0, 1))
            return deed.uses("twin") ? .both(reach) : .one(reach, nil, .full)
        case "upward punch":
            return .one(
                Reach(out: 0.02, ahead: 0.56, up: 0.2, elbow: Point(0.4, 0.3, -1), along: Point(0, 0, 1), palm: Point(0, -1, 0)),
                Reaches.beforeShoulder)
        case "angle punch":
            return .one(
                Reach(out: -0.42, ahead: 0.46, up: -0.02, elbow: Point(1, 0.5, 0), along: Point(-1, 0, 0), palm: Point(0, 0, -1)),
                nil, .full)
        case "U-shape punch":
            return .one(Reaches.straight(0.42), Reaches.straight(-0.7, palm: Point(0, 0, 1)))
        case "crescent punch", "turning punch":
            return .one(Reach(out: -0.12, ahead: 1.0, up: up, elbow: Point(1, 0, -0.1), along: Point(-0.6, 0.8, 0)), nil, .full)
        case "downward punch":
            return .one(Reach(out: 0, ahead: 0.4, up: -1.1, elbow: Point(1, 0, 0), along: Point(0, 0.1, -1)), nil, .full)
        case "side punch", "horizontal punch": return .one(Reaches.straight(up), nil, .half)
        default:
            let reach = Reaches.straight(up)
            return deed.uses("twin") ? .both(reach) : .one(reach, nil, .full)
        }
    }

    private static func strike(_ deed: Move.Deed) -> TechniqueShape {
        let (up, edge) = (Reaches.height(deed.section), Point(0, 0, -1))
        let hand = deed.hand == .palm ? HandShape.flat : deed.hand
        switch deed.action {
        case "side back strike":
            return .one(
                Reach(out: 0.1, ahead: 0.98, up: 0.3, elbow: Point(0.6, 0, -1), palm: Point(-1, 0, 0)), Reaches.reachingDown,
                .full)
        case "side strike" where deed.uses("fist"), "side front strike":
            return .one(Reach(out: 0.08, ahead: 1.1, up: 0.34, elbow: Point(0.5, 0, -1), palm: Point(-1, 0, 0.2)))
        case "side strike", "outward strike", "horizontal strike":
            let reach = Reaches.straight(up > 0 ? 0.3 : 0, hand, palm: edge)
            return deed.uses("twin") ? .both(reach, .full) : .one(reach)
        case "inward strike":
            let reach = Reach(
                out: 0.04, ahead: 0.94, up: 0.28, elbow: Point(0.8, 0, -0.7), hand, along: Point(-0.35, 1, 0.1),
                palm: Point(0, 0, 1))
            return deed.uses("twin") ? .both(reach) : .one(reach, Reaches.beforeShoulder, .full)
        case "front strike" where deed.uses("reverse"):
            return .one(
                Reach(out: 0, ahead: 0.98, up: 0.28, elbow: Point(0.9, 0, -0.3), hand, along: Point(-0.35, 1, 0), palm: edge),
                Reaches.atElbow, .full)
        case "front strike" where deed.uses("knife"):
            return .one(
                Reach(
                    out: 0, ahead: 0.98, up: 0.26, elbow: Point(0.8, 0, -0.6), hand, along: Point(-0.3, 1, 0.1),
                    palm: Point(0, 0, 1)), Reaches.forehead, .full)
        case "downward strike":
            return .one(
                Reach(
                    out: 0, ahead: nil, up: 0, elbow: Point(0.5, 0, -1), hand, along: Point(0, 1, -0.15), palm: Point(-1, 0, 0)),
                nil, .half)
        default:
            let reach = Reach(
                out: 0.02, ahead: 1.02, up: up > 0 ? 0.32 : 0.1, elbow: Point(0.6, 0, -1), hand, palm: Point(-1, 0, 0))
            return deed.side == nil ? .both(reach) : .one(reach, nil, .full)
        }
    }

    private static func thrust(_ deed: Move.Deed) -> TechniqueShape {
        let up = Reaches.height(deed.section)
        if deed.uses("upset") { return .one(Reaches.straight(-0.8, .flat, palm: Point(0, 0, 1)), Reaches.beforeShoulder, .full) }
        return .one(Reaches.straight(up, .flat, palm: deed.uses("straight") ? Point(-1, 0, 0) : Point(0, 0, -1)), nil, .full)
    }

    private static func elbow(_ deed: Move.Deed) -> TechniqueShape {
        let words = "\(deed.action) \(deed.tool ?? "")"
        if words.contains("twin") || deed.side == nil, !words.contains("back") {
            return .both(
                Reach(
                    out: 0.2, ahead: 0.4, up: -0.1, .chest, elbow: Point(1, -0.2, 0), along: Point(-1, 0.2, 0),
                    palm: Point(0, -1, 0)))
        }
        if words.contains("upper") || words.contains("high elbow") {
            return .one(
                Reach(out: 0.3, ahead: 0.4, up: 0.28, elbow: Point(-0.1, 1, 0.5), along: Point(0, -1, 0), palm: Point(-1, 0, 0)),
                nil, .full)
        }
        if words.contains("front") {
            return .one(
                Reach(out: -0.24, ahead: 0.5, up: 0.02, elbow: Point(0.6, 1, 0.1), along: Point(-1, 0, 0)), Reaches.atElbow, .full
            )
        }
        if words.contains("back elbow") {
            return .one(
                Reach(
                    out: 0.4, ahead: 0.02, up: -0.7, .chest, elbow: Point(0.1, -1, 0.3), along: Point(0, 1, 0),
                    palm: Point(0, 0, 1)), nil, .half)
        }
        if words.contains("straight") {
            return .one(Reach(out: 0.2, ahead: 0.4, up: 0.3, elbow: Point(0.3, 0.8, -1), palm: Point(-1, 0, 0)), nil, .full)
        }
        return .one(
            Reach(out: 0.1, ahead: 0.34, up: -0.06, .chest, elbow: Point(1, 0.1, 0), along: Point(-1, 0.2, 0)), nil, .side)
    }
}
