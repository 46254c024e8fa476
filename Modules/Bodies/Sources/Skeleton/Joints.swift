/// Where the joints of a body are, in the room.
public struct Joints: Hashable, Sendable {
    /// The joints and marks of one side.
    public struct Flank: Hashable, Sendable {
        /// Where the arm begins, bends and ends, and the end of the hand.
        public internal(set) var shoulder, elbow, wrist, fingers: Point
        /// Where the leg begins, bends and ends.
        public internal(set) var hip, knee, ankle: Point
        /// The sole: heel, ball and tips of the toes.
        public internal(set) var heel, ball, toes: Point
    }

    /// The middle of the hips, where the back bends, the middle of the shoulders, and that of the head.
    public let pelvis, loin, chest, head: Point
    /// Both sides.
    public let flanks: Pair<Flank>
    let hips, ribs, face: Frame

    /// Where they are by the angles of a body.
    public init(_ body: Body) {
        let (hips, ribs, face) = (body.hipFrame, body.chestFrame, body.headFrame)
        let loin = body.pelvis + hips.up * Proportions.loin
        let chest = loin + ribs.up * (Proportions.trunk - Proportions.loin)
        (self.hips, self.ribs, self.face, self.loin, self.chest) = (hips, ribs, face, loin, chest)
        pelvis = body.pelvis
        head = chest + (ribs.up * 0.35 + face.up * 0.65) * Proportions.neck
        flanks = Pair { side in
            let shoulder = chest + ribs.right * (side.outward * Proportions.shoulder)
            let elbow = shoulder + ribs.out(body.arms[side].direction) * Proportions.upperArm
            let wrist = elbow + ribs.out(body.arms[side].lower) * Proportions.forearm
            let hip = body.pelvis + hips.right * (side.outward * Proportions.hip)
            let knee = hip + hips.out(body.legs[side].direction) * Proportions.thigh
            let ankle = knee + hips.out(body.legs[side].lower) * Proportions.shank
            let foot = body.feet[side]
            return Flank(
                shoulder: shoulder, elbow: elbow, wrist: wrist,
                fingers: wrist + ribs.out(body.hands[side].along) * body.hands[side].length, hip: hip, knee: knee, ankle: ankle,
                heel: ankle + hips.out(foot.heel), ball: ankle + hips.out(foot.ball), toes: ankle + hips.out(foot.tips))
        }
    }

    /// The middle of the body's weight.
    public var balance: Point {
        func part(_ from: Point, _ to: Point, _ along: Double, _ mass: Double) -> Point { (from + (to - from) * along) * mass }
        var sum = (chest + pelvis) * (0.5 * Proportions.trunkMass) + head * Proportions.headMass
        for side in Side.allCases {
            let flank = flanks[side]
            sum = sum + part(flank.hip, flank.knee, Proportions.thighMiddle, Proportions.thighMass)
            sum = sum + part(flank.knee, flank.ankle, Proportions.shankMiddle, Proportions.shankMass)
            sum = sum + part(flank.heel, flank.toes, 0.5, Proportions.footMass)
            sum = sum + part(flank.shoulder, flank.elbow, Proportions.upperArmMiddle, Proportions.upperArmMass)
            sum = sum + part(flank.elbow, flank.wrist, Proportions.forearmMiddle, Proportions.forearmMass)
            sum = sum + part(flank.wrist, flank.fingers, 0.5, Proportions.handMass)
        }
        let sides = Proportions.footMass + Proportions.shankMass + Proportions.thighMass
        let arms = Proportions.handMass + Proportions.forearmMass + Proportions.upperArmMass
        return sum * (1 / (Proportions.trunkMass + Proportions.headMass + 2 * sides + 2 * arms))
    }
}
