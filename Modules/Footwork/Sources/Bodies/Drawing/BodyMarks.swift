/// The reference points of a drawn body in a fixed order, so that an animated page draws the same
/// from a list of numbers.
///
/// A final `L` or `R` names the side, and `In` the inner edge of a hand.
enum BodyMark: Int, CaseIterable {
    case pelvis, loin, breast, neck, throat, head, face, chin, eyeLeft, eyeRight, crown, nape, belt, beltRight,
        beltAhead, collarLeft, collarRight, cross, knot
    case tailLeft, tailRight
    case shoulderL, elbowL, sleeveL, wristL, knuckleL, knuckleInL, tipL, tipInL
    case hipL, kneeL, cuffL, ankleL, heelL, ballL, toesL, skirtL
    case shoulderR, elbowR, sleeveR, wristR, knuckleR, knuckleInR, tipR, tipInR
    case hipR, kneeR, cuffR, ankleR, heelR, ballR, toesR, skirtR

    /// Returns the raw value of a left mark, or of its counterpart on the right side.
    func on(_ side: Side) -> Int {
        side == .left ? rawValue : rawValue + BodyMark.shoulderR.rawValue - BodyMark.shoulderL.rawValue
    }
}

/// A body's marks, with the thickness of each hand.
struct BodyMarks {
    let points: [Point]
    let hands: Pair<Double>

    init(_ body: Body) {
        let joints = Joints(body)
        let (hips, ribs, face) = (joints.hips, joints.ribs, joints.face)
        var points = [Point](repeating: .zero, count: BodyMark.allCases.count)
        func set(_ mark: BodyMark, _ place: Point) { points[mark.rawValue] = place }
        let chest = joints.chest
        let loin = joints.loin
        let head = joints.head
        set(.pelvis, joints.pelvis)
        set(.loin, loin)
        set(.breast, chest - ribs.up * 0.24 + ribs.ahead * 0.02)
        set(.neck, chest + ribs.up * 0.06)
        set(.throat, chest + (head - chest) * 0.6)
        set(.head, head)
        set(.face, head + face.ahead * 0.06 - face.up * 0.02)
        set(.chin, head + face.ahead * 0.1 - face.up * 0.15)
        set(.crown, head + face.up * 0.06 - face.ahead * 0.05)
        set(.eyeLeft, head + face.ahead * 0.225 - face.right * 0.08 - face.up * 0.02)
        set(.eyeRight, head + face.ahead * 0.225 + face.right * 0.08 - face.up * 0.02)
        set(.nape, head - face.ahead * 0.1 - face.up * 0.06)
        let belt = loin - hips.up * 0.09
        set(.belt, belt)
        set(.beltRight, belt + hips.right * 0.345)
        set(.beltAhead, belt + hips.ahead * 0.235)
        for (mark, out) in [(BodyMark.collarLeft, -1.0), (.collarRight, 1)] {
            set(mark, chest + ribs.right * (0.13 * out) + ribs.up * 0.09 + ribs.ahead * 0.04)
        }
        set(.cross, chest - ribs.up * 0.42 + ribs.ahead * 0.24)
        set(.knot, belt + hips.ahead * 0.25)
        set(.tailLeft, belt + hips.ahead * 0.29 - hips.right * 0.1 - hips.up * 0.36)
        set(.tailRight, belt + hips.ahead * 0.29 + hips.right * 0.12 - hips.up * 0.33)
        for side in Side.allCases {
            let sidePoints = joints.sideJoints[side]
            let hand = body.hands[side]
            func put(_ mark: BodyMark, _ place: Point) { points[mark.on(side)] = place }
            put(.shoulderL, sidePoints.shoulder - ribs.up * 0.02)
            put(.elbowL, sidePoints.elbow)
            put(.sleeveL, sidePoints.elbow + (sidePoints.wrist - sidePoints.elbow) * 0.8)
            put(.wristL, sidePoints.wrist)
            let along = ribs.toRoom(hand.along)
            let across = (ribs.toRoom(hand.palm).perpendicular(along) ?? ribs.up).cross(along)
            let isFist = hand.shape == .fist
            let knuckle = isFist ? 0.06 : 0.2
            let width = isFist ? 0.042 : 0.062
            put(.knuckleL, sidePoints.wrist + along * knuckle + across * width)
            put(.knuckleInL, sidePoints.wrist + along * knuckle - across * width)
            put(.tipL, sidePoints.wrist + along * (hand.length - 0.05) + across * (isFist ? width : 0.04))
            put(.tipInL, sidePoints.wrist + along * (hand.length - 0.05) - across * (isFist ? width : 0.04))
            put(.hipL, sidePoints.hip - hips.up * 0.02)
            put(.kneeL, sidePoints.knee)
            put(.cuffL, sidePoints.knee + (sidePoints.ankle - sidePoints.knee) * 0.84)
            put(.ankleL, sidePoints.ankle)
            put(.heelL, sidePoints.heel + (sidePoints.ankle - sidePoints.heel) * 0.35)
            put(.ballL, sidePoints.ball + (sidePoints.ankle - sidePoints.ball) * 0.18)
            put(.toesL, sidePoints.toes + (sidePoints.ankle - sidePoints.toes) * 0.1)
            put(.skirtL, joints.pelvis + hips.right * (side.outward * 0.2) - hips.up * 0.2)
        }
        self.points = points
        hands = Pair { body.hands[$0].shape == .fist ? 0.082 : 0.042 }
    }
}
