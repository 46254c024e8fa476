import Documents
import Footwork
import Kernel
import XCTest

/// Invariants of bodies with random stands and postures.
final class BodyTests: XCTestCase {
    func testBodySegmentsKeepTheirLength() {
        for seed in 1...120 {
            var random = RandomSource(seed: UInt64(seed))
            let motion = Motion(
                from: RandomPose.body(&random), to: RandomPose.body(&random), turned: seed % 3 == 0 ? -270 : nil,
                isJump: seed % 4 == 0)
            for step in 0...6 { assertLengths(Joints(motion.body(at: Double(step) / 6)), "\(seed) at \(step)") }
        }
    }

    func testJointsStayWithinLimitsDuringMotions() {
        for seed in 1...120 {
            var random = RandomSource(seed: UInt64(seed))
            let body = RandomPose.body(&random)
            let two = RandomPose.body(&random)
            for step in 0...8 {
                let strain = Motion(from: body, to: two).body(at: Double(step) / 8).strain
                XCTAssertLessThanOrEqual(strain, 0.01, "\(seed) at \(step)")
            }
        }
    }

    func testMirroredStandAndPostureMirrorTheBody() {
        for seed in 1...60 {
            var random = RandomSource(seed: UInt64(seed))
            let stand = RandomPose.stand(&random)
            let posture = RandomPose.posture(&random)
            let mirrored = Joints(Body(stand, posture).mirrored)
            let two = Joints(Body(RandomPose.mirrored(stand), posture.mirrored))
            for (a, b) in zip(Self.places(mirrored), Self.places(two)) {
                XCTAssertEqual((a - b).length, 0, accuracy: 1e-6, "\(seed)")
            }
        }
    }

    func testReachableFeetAreAtTheirTargets() {
        for seed in 1...80 {
            var random = RandomSource(seed: UInt64(seed))
            let facing = Double.random(in: -180...180, using: &random)
            let half = Double.random(in: 0.15...0.7, using: &random)
            let ahead = Double.random(in: 0...0.5, using: &random)
            let feet = Pair(
                left: FootTarget(
                    ball: Point.level(facing) * ahead - Point.level(facing + 90) * half, heading: facing - 10,
                    heelLift: 15),
                right: FootTarget(ball: Point.level(facing + 90) * half, heading: facing + 10))
            let joints = Joints(Body(BodyStance(facing: facing, feet: feet, bend: 10), .atEase))
            for side in Side.allCases {
                XCTAssertEqual(
                    (joints.sideJoints[side].ball - feet[side].ball).length, 0, accuracy: 1e-6, "\(seed) \(side)")
            }
        }
    }

    func testBodyOnOneFootIsBalanced() {
        let feet = Pair(
            left: FootTarget(ball: .zero, heading: 0),
            right: FootTarget(ball: Point(0.9, 0, 0), heading: 0, isRaised: true)
        )
        let leg = LegTarget(
            height: 2.2, knee: Point(0, 0, 1), toes: Point(0, 1, 0.3), instep: Point(0, 0, 1),
            hips: Rotation(pitch: -10)
        )
        var posture = Posture.atEase
        posture.leg = leg
        let balance = Joints(Body(BodyStance(facing: 0, feet: feet), posture)).balance
        XCTAssertEqual(balance.x, 0, accuracy: 0.15)
        XCTAssertLessThan(abs(balance.y + 0.15), 0.25)
    }

    func testNonFiniteInputIsDrawn() {
        for odd in [Double.nan, .infinity, -.infinity, 1e300, -1e12] {
            let hold = FootTarget(ball: Point(odd, 0, odd), heading: odd, heelLift: odd)
            let reach = HandTarget(
                out: odd, ahead: odd, up: odd, elbow: Point(odd, 0, 0), along: Point(odd, odd, 0), palm: .zero)
            var posture = Posture(arms: Pair(left: reach, right: reach), chest: odd, gaze: odd)
            posture.bow = odd
            let raised = FootTarget(ball: .zero, heading: 0, isRaised: true)
            posture.leg = LegTarget(
                out: odd, height: odd, knee: .zero, toes: .zero, instep: .zero, hips: Rotation(yaw: odd), support: odd)
            for feet in [Pair(left: hold, right: hold), Pair(left: hold, right: raised)] {
                let stand = BodyStance(
                    facing: odd, feet: feet, middle: odd, bend: odd, hips: odd, knees: odd, tilt: odd)
                let body = Body(stand, posture)
                for place in Self.places(Joints(body)) { XCTAssertTrue(place.length.isFinite, "\(odd)") }
                let svg = BodyDrawing(body, from: .front(0)).svg(
                    x: 0, y: 0, scale: 30, colors: BodyColors(belt: "#fff"))
                XCTAssertFalse(svg.contains("nan") || svg.contains("inf"), "\(odd)")
                XCTAssertFalse(BodyPlayer.frame(body, facing: odd).contains("nan"))
                XCTAssertEqual(BodyDrawing(body, from: .front(0)).characters(rows: 5).count, 5)
                XCTAssertTrue(Joints(Motion(from: body, to: body).body(at: odd)).pelvis.length.isFinite)
            }
        }
    }

    func testDrawingDependsOnBodyAndView() {
        var random = RandomSource(seed: 7)
        let randomBody = RandomPose.body(&random)
        let two = RandomPose.body(&random)
        func svg(_ body: Body, _ view: BodyView) -> String {
            BodyDrawing(body, from: view).svg(x: 10, y: 10, scale: 30, colors: BodyColors(belt: "#2f6fc4"))
        }
        XCTAssertEqual(svg(randomBody, .front(0)), svg(randomBody, .front(0)))
        XCTAssertNotEqual(svg(randomBody, .front(0)), svg(two, .front(0)))
        XCTAssertNotEqual(svg(randomBody, .front(0)), svg(randomBody, .side(.right, 0)))
        XCTAssertTrue(svg(randomBody, .front(0)).contains("#2f6fc4"))
    }

    func testCharacterDrawingFillsTheRequestedRows() {
        let body = Body(
            BodyStance(facing: 0, feet: Pair { FootTarget(ball: Point($0 == .left ? -0.5 : 0.5, 0, 0), heading: 0) }),
            .atEase)
        for rows in [1, 8, 16] {
            let lines = BodyDrawing(body, from: .front(0)).characters(rows: rows)
            XCTAssertEqual(lines.count, rows)
            XCTAssertTrue(lines.contains { $0.contains { $0 != " " } })
            XCTAssertTrue(
                lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0 == " " || (0x2800...0x28FF).contains($0.value) } })
        }
        // An even stand is equally wide on both sides.
        let lines = BodyDrawing(body, from: .front(0)).characters(rows: 12)
        let feet = lines[11].enumerated().filter { $0.element != " " }.map(\.offset)
        XCTAssertGreaterThan((feet.last ?? 0) - (feet.first ?? 0), 3)
    }

    // MARK: - Help

    private func assertLengths(_ joints: Joints, _ label: String, line: UInt = #line) {
        for side in Side.allCases {
            let flank = joints.sideJoints[side]
            for (from, to, length) in [
                (flank.hip, flank.knee, Proportions.thigh), (flank.knee, flank.ankle, Proportions.shank),
                (flank.shoulder, flank.elbow, Proportions.upperArm), (flank.elbow, flank.wrist, Proportions.forearm),
                (joints.pelvis, flank.hip, Proportions.hip), (joints.chest, flank.shoulder, Proportions.shoulder),
            ] { XCTAssertEqual((to - from).length, length, accuracy: 1e-9, "\(label) \(side)", line: line) }
            XCTAssertEqual((flank.toes - flank.heel).length, 0.55, accuracy: 1e-9, label, line: line)
        }
    }

    static func places(_ joints: Joints) -> [Point] {
        [joints.pelvis, joints.loin, joints.chest, joints.head]
            + Side.allCases.flatMap { side -> [Point] in
                let flank = joints.sideJoints[side]
                return [
                    flank.shoulder, flank.elbow, flank.wrist, flank.fingers, flank.hip, flank.knee, flank.ankle,
                    flank.heel,
                    flank.toes,
                ]
            }
    }
}

/// Random stands and postures, including impossible ones.
enum RandomPose {
    static func stand(_ random: inout RandomSource) -> BodyStance {
        func randomValue(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        let raised = Int.random(in: 0...2, using: &random)
        let holds = (0...1).map { side in
            FootTarget(
                ball: Point(randomValue(-1.5...1.5), randomValue(-1.5...1.5), 0), heading: randomValue(-180...180),
                heelLift: randomValue(0...40),
                isRaised: raised == side)
        }
        return BodyStance(
            facing: randomValue(-180...180), feet: Pair(left: holds[0], right: holds[1]), middle: randomValue(0...1),
            bend: randomValue(0...90),
            hips: randomValue(-50...50), knees: randomValue(-0.5...1))
    }

    static func posture(_ random: inout RandomSource) -> Posture {
        func randomValue(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        func way() -> Point { Point(randomValue(-1...1), randomValue(-1...1), randomValue(-1...1)) }
        func reach() -> HandTarget {
            var reach = HandTarget(
                out: randomValue(-1...1.5), ahead: Bool.random(using: &random) ? nil : randomValue(-1...1.4),
                up: randomValue(-1.3...1.3),
                Bool.random(using: &random) ? .aim : .chest, elbow: way(),
                HandShape.allCases[Int.random(in: 0...2, using: &random)],
                along: Bool.random(using: &random) ? nil : way(), palm: way())
            reach.aim = randomValue(-120...120)
            return reach
        }
        var posture = Posture(
            arms: Pair(left: reach(), right: reach()), chest: randomValue(-80...80), gaze: randomValue(-90...90))
        posture.leg = LegTarget(
            out: randomValue(-0.4...0.4), ahead: Bool.random(using: &random) ? nil : randomValue(-1...1.8),
            height: randomValue(0.2...3.6),
            knee: way(),
            toes: way(), instep: way(),
            hips: Rotation(yaw: randomValue(-160...40), pitch: randomValue(-20...50), roll: randomValue(-60...20)),
            back: Rotation(yaw: randomValue(-60...60), pitch: randomValue(-40...40), roll: randomValue(-40...40)),
            support: Bool.random(using: &random) ? nil : randomValue(0...160))
        return posture
    }

    static func body(_ random: inout RandomSource) -> Body { Body(stand(&random), posture(&random)) }

    static func mirrored(_ stand: BodyStance) -> BodyStance {
        BodyStance(
            facing: -stand.facing,
            feet: Pair { side in
                let hold = stand.feet[side.other]
                return FootTarget(
                    ball: Point(-hold.ball.x, hold.ball.y, hold.ball.z), heading: -hold.heading,
                    heelLift: hold.heelLift,
                    isRaised: hold.isRaised)
            }, middle: 1 - stand.middle, bend: stand.bend, hips: -stand.hips, knees: stand.knees, tilt: stand.tilt)
    }
}
