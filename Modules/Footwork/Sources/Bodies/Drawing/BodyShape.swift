/// A piece of a drawn body.
struct BodyShape {
    /// The material, which determines the color.
    enum Material: String, CaseIterable { case skin, suit, belt, hair }

    /// The form in which the marks are connected.
    enum Form {
        /// A limb from mark to mark with a thickness at each, without an edge at its start.
        case limb
        case hull
        /// The near half of a ring, given by its middle, its right and its front.
        case ring
        /// A line through the marks, visible if the last mark is nearer to the viewer than the
        /// first.
        case seam
    }

    let form: Form
    let material: Material
    let marks: [Int]
    /// The thickness at each mark; negative if the hand determines it.
    let radii: [Double]

    /// Shapes that are drawn together.
    struct Layer {
        let shapes: [BodyShape]
        /// The marks whose mean distance orders the layers, as raw values.
        let depth: [Int]
        /// The offset of that distance, in shoulder widths. Positive values are nearer to the
        /// viewer.
        let bias: Double
    }

    /// Creates a shape of one side from left marks.
    private static func shape(_ form: Form, _ material: Material, _ marks: [(BodyMark, Double)], _ side: Side = .left)
        -> BodyShape
    {
        BodyShape(form: form, material: material, marks: marks.map { $0.0.on(side) }, radii: marks.map(\.1))
    }

    /// Creates a shape from marks in the middle or on both sides.
    private static func centralShape(_ form: Form, _ material: Material, _ marks: [(BodyMark, Double)]) -> BodyShape {
        BodyShape(form: form, material: material, marks: marks.map(\.0.rawValue), radii: marks.map(\.1))
    }

    static let layers: [Layer] = Side.allCases.flatMap(leg) + [trunk, hair, face] + Side.allCases.flatMap(arm)

    /// Returns the thigh, then the shin with the foot.
    private static func leg(_ side: Side) -> [Layer] {
        [
            Layer(
                shapes: [shape(.limb, .suit, [(.hipL, 0.2), (.kneeL, 0.15)], side)],
                depth: [BodyMark.hipL.on(side), BodyMark.kneeL.on(side)], bias: -0.02),
            Layer(
                shapes: [
                    shape(.hull, .skin, [(.heelL, 0.07), (.ballL, 0.075), (.toesL, 0.045), (.ankleL, 0.075)], side),
                    shape(.limb, .suit, [(.kneeL, 0.148), (.cuffL, 0.125)], side),
                ], depth: [BodyMark.kneeL.on(side), BodyMark.ankleL.on(side)], bias: 0),
        ]
    }

    private static let trunk = Layer(
        shapes: [
            centralShape(.limb, .skin, [(.neck, 0.11), (.throat, 0.095)]),
            centralShape(
                .hull, .suit,
                [
                    (.neck, 0.085), (.shoulderL, 0.13), (.shoulderR, 0.13), (.breast, 0.22), (.loin, 0.2), (.hipL, 0.2),
                    (.hipR, 0.2), (.skirtL, 0.19), (.skirtR, 0.19),
                ]),
            centralShape(.seam, .suit, [(.belt, 0), (.collarLeft, 0), (.cross, 0), (.knot, 0)]),
            centralShape(.seam, .suit, [(.belt, 0), (.collarRight, 0), (.cross, 0), (.knot, 0)]),
            centralShape(.ring, .belt, [(.belt, 0.05), (.beltRight, 0), (.beltAhead, 0)]),
            centralShape(.seam, .belt, [(.belt, 0.05), (.knot, 0), (.tailLeft, 0), (.knot, 0)]),
            centralShape(.seam, .belt, [(.belt, 0.05), (.knot, 0), (.tailRight, 0), (.knot, 0)]),
        ], depth: [BodyMark.loin.rawValue, BodyMark.breast.rawValue], bias: 0)

    private static let hair = Layer(
        shapes: [centralShape(.hull, .hair, [(.crown, 0.205), (.nape, 0.13)])], depth: [BodyMark.crown.rawValue],
        bias: 0)

    private static let face = Layer(
        shapes: [
            centralShape(.hull, .skin, [(.face, 0.19), (.chin, 0.11)]),
            centralShape(.seam, .hair, [(.head, 0.018), (.eyeLeft, 0), (.eyeLeft, 0)]),
            centralShape(.seam, .hair, [(.head, 0.018), (.eyeRight, 0), (.eyeRight, 0)]),
        ], depth: [BodyMark.face.rawValue], bias: 0)

    /// Returns the upper arm, then the forearm with the hand.
    private static func arm(_ side: Side) -> [Layer] {
        [
            Layer(
                shapes: [shape(.limb, .suit, [(.shoulderL, 0.132), (.elbowL, 0.108)], side)],
                depth: [BodyMark.shoulderL.on(side), BodyMark.elbowL.on(side)], bias: 0.02),
            Layer(
                shapes: [
                    shape(.limb, .skin, [(.sleeveL, 0.065), (.wristL, 0.06)], side),
                    shape(
                        .hull, .skin,
                        [(.wristL, -0.9), (.knuckleL, -1), (.knuckleInL, -1), (.tipL, -1), (.tipInL, -1)], side),
                    shape(.limb, .suit, [(.elbowL, 0.106), (.sleeveL, 0.1)], side),
                ], depth: [BodyMark.elbowL.on(side), BodyMark.wristL.on(side)], bias: 0.06),
        ]
    }
}
