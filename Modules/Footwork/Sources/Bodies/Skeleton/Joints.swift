/// The positions of a body's joints in the room.
package struct Joints: Hashable, Sendable {
    /// The joints and marks of one side.
    package struct SideJoints: Hashable, Sendable {
        /// The joints of the arm and the end of the hand.
        package internal(set) var shoulder, elbow, wrist, fingers: Point
        package internal(set) var hip, knee, ankle: Point
        /// The points of the sole: heel, ball and tips of the toes.
        package internal(set) var heel, ball, toes: Point
    }

    /// The middle of the hips, the bend of the back, the middle of the shoulders, and the middle of
    /// the head.
    package let pelvis, loin, chest, head: Point
    package let sideJoints: Pair<SideJoints>
    /// The orientations of the pelvis, the chest and the head.
    let hips, ribs, face: Frame

    package init(_ body: Body) {
        let hips = body.hipFrame
        let ribs = body.chestFrame
        let face = body.headFrame
        let loin = body.pelvis + hips.up * Proportions.loin
        let chest = loin + ribs.up * (Proportions.trunk - Proportions.loin)
        self.hips = hips
        self.ribs = ribs
        self.face = face
        self.loin = loin
        self.chest = chest
        pelvis = body.pelvis
        head = chest + (ribs.up * 0.35 + face.up * 0.65) * Proportions.neck
        sideJoints = Pair { side in
            let shoulder = chest + ribs.right * (side.outward * Proportions.shoulder)
            let elbow = shoulder + ribs.toRoom(body.arms[side].direction) * Proportions.upperArm
            let wrist = elbow + ribs.toRoom(body.arms[side].lower) * Proportions.forearm
            let hip = body.pelvis + hips.right * (side.outward * Proportions.hip)
            let knee = hip + hips.toRoom(body.legs[side].direction) * Proportions.thigh
            let ankle = knee + hips.toRoom(body.legs[side].lower) * Proportions.shank
            let foot = body.feet[side]
            return SideJoints(
                shoulder: shoulder, elbow: elbow, wrist: wrist,
                fingers: wrist + ribs.toRoom(body.hands[side].along) * body.hands[side].length, hip: hip, knee: knee,
                ankle: ankle,
                heel: ankle + hips.toRoom(foot.heel), ball: ankle + hips.toRoom(foot.ball),
                toes: ankle + hips.toRoom(foot.tips))
        }
    }

    /// The center of mass.
    package var balance: Point {
        func weighted(_ from: Point, _ to: Point, _ fraction: Double, _ mass: Double) -> Point {
            (from + (to - from) * fraction) * mass
        }
        var sum = (chest + pelvis) * (0.5 * Proportions.trunkMass) + head * Proportions.headMass
        for side in Side.allCases {
            let sidePoints = sideJoints[side]
            sum = sum + weighted(sidePoints.hip, sidePoints.knee, Proportions.thighMiddle, Proportions.thighMass)
            sum = sum + weighted(sidePoints.knee, sidePoints.ankle, Proportions.shankMiddle, Proportions.shankMass)
            sum = sum + weighted(sidePoints.heel, sidePoints.toes, 0.5, Proportions.footMass)
            sum =
                sum
                + weighted(sidePoints.shoulder, sidePoints.elbow, Proportions.upperArmMiddle, Proportions.upperArmMass)
            sum = sum + weighted(sidePoints.elbow, sidePoints.wrist, Proportions.forearmMiddle, Proportions.forearmMass)
            sum = sum + weighted(sidePoints.wrist, sidePoints.fingers, 0.5, Proportions.handMass)
        }
        let legMass = Proportions.footMass + Proportions.shankMass + Proportions.thighMass
        let armMass = Proportions.handMass + Proportions.forearmMass + Proportions.upperArmMass
        return sum * (1 / (Proportions.trunkMass + Proportions.headMass + 2 * legMass + 2 * armMass))
    }
}
