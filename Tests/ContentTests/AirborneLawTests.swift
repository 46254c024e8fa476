import Content
import Footwork
import XCTest

/// Names and steps agree on jumps and slides in all patterns.
final class AirborneLawTests: XCTestCase {
    private func moves() throws -> [(id: String, move: Move, before: Move?)] {
        try PatternLawTests.curriculum.patterns().value.flatMap { heading in
            let moves = try PatternLawTests.pattern(heading.id).moves
            return zip(moves, [nil] + moves.map(Optional.some)).map { (heading.id, $0, $1) }
        }
    }

    /// Whether the movement ends in the air. The next one lands.
    private func isFlight(_ move: Move?) -> Bool {
        guard let move else { return false }
        return move.ending == nil && move.steps.contains { $0.verb == .jump }
    }

    /// Movements whose steps contain a jump that their name omits.
    private static let unnamed = ["juche": [34, 36]]

    func testJumpsAreInBothNameAndSteps() throws {
        var jumps = 0
        for (id, move, before) in try moves() {
            let isNamed = (move.hangul ?? "").split { " ,".contains($0) }.contains { $0.hasPrefix("뛰") }
            let isStepped = move.steps.contains { $0.verb == .jump || ($0.verb == .land && !isFlight(before)) }
            jumps += isStepped ? 1 : 0
            if Self.unnamed[id]?.contains(move.number) == true {
                XCTAssertNotNil(move.doubt, "\(id) \(move.number)")
                XCTAssertTrue(isStepped && !isNamed, "\(id) \(move.number) is no longer an exception")
            } else {
                XCTAssertEqual(isNamed, isStepped, "\(id) \(move.number)")
            }
            if (move.korean ?? "").lowercased().contains("mikul") {
                XCTAssertTrue(move.steps.contains { $0.verb == .slide }, "\(id) \(move.number)")
            }
        }
        XCTAssertEqual(jumps, 46)
    }

    /// Captions above a panel: jumps, stamping and timing. A jump within a step counts.
    func testCaptionsNameJumpsStampsAndTiming() throws {
        let pace = { (id: String, number: Int) in try PatternLawTests.pattern(id).move(number)?.movement.caption.pace }
        XCTAssertEqual(try pace("choong-moo", 9), "jump")
        XCTAssertEqual(try pace("juche", 12), "jump")
        XCTAssertEqual(try pace("juche", 38), "", "the landing is no jump")
        XCTAssertEqual(try pace("toi-gye", 13), "stamping")
        XCTAssertEqual(try pace("do-san", 15), "fast, with 16")
        XCTAssertEqual(try pace("po-eun", 8), "continuous, 6–12")
        XCTAssertEqual(try pace("chon-ji", 1), "")
        let stamped = try moves().filter(\.move.isStamping)
        XCTAssertEqual(stamped.count, 40)
    }

    func testFlightsLandInTheNextMovement() throws {
        var flights: [String: [Int]] = [:]
        for (id, move, before) in try moves() where isFlight(before) {
            flights[id, default: []].append(move.number)
            XCTAssertEqual(move.steps.map(\.verb), [.land], "\(id) \(move.number)")
            XCTAssertNotNil(move.ending, "\(id) \(move.number)")
            if let foot = move.steps[0].foot, let front = move.ending?.stance.front(of: move.ending?.side) {
                XCTAssertEqual(foot, front, "\(id) \(move.number): the foot that kicked is in front")
            }
        }
        XCTAssertEqual(
            flights, ["ge-baek": [24], "juche": [38], "ul-ji": [18, 28], "moon-moo": [59], "so-san": [29]])
    }

    /// The performer lands at the end of the jump in the named stance. No foot stays behind.
    func testLandingsHaveTheStanceLength() throws {
        for (id, number) in [("ul-ji", 18), ("moon-moo", 59), ("so-san", 29), ("ge-baek", 24), ("ul-ji", 28)] {
            let pattern = try PatternLawTests.pattern(id)
            let poses = pattern.walk().poses
            let move = try XCTUnwrap(pattern.move(number))
            let ending = try XCTUnwrap(move.ending)
            let front = try XCTUnwrap(ending.stance.front(of: ending.side))
            let pose = poses[number]
            let apart = pose.foot(front).place - pose.foot(front.other).place
            XCTAssertEqual(
                apart.dot(pose.facing), ending.stance.shape.length, accuracy: 1e-9, "\(id) \(number)")
        }
    }

    /// Se-Jong's kick from line GH lands on line CD, where the standing foot is.
    func testJumpStartsFromTheStandingFoot() throws {
        let poses = try PatternLawTests.pattern("se-jong").walk().poses
        XCTAssertEqual(poses[14].left.place.x, poses[13].right.place.x, accuracy: 1e-9)
    }

    /// Foot shifting keeps the stance and moves both feet equally.
    func testShiftingFeetKeepTheirStance() throws {
        var shifts: [String: [Int]] = [:]
        for (id, move, _) in try moves() where move.steps.contains(where: { $0.verb == .shift }) {
            shifts[id, default: []].append(move.number)
            XCTAssertEqual(move.ending?.isMaintained, true, "\(id) \(move.number)")
            XCTAssertNotNil(move.doubt, "\(id) \(move.number): the distance is our own choice")
            let poses = try PatternLawTests.pattern(id).walk().poses
            let before = poses[move.number - 1]
            let after = poses[move.number]
            guard case .bearing(let bearing)? = move.steps.first?.to else { return XCTFail("\(id) \(move.number)") }
            for side in Side.allCases {
                let direction = after.foot(side).place - before.foot(side).place
                XCTAssertEqual((direction - bearing.direction * 0.5).length, 0, accuracy: 1e-9, "\(id) \(move.number)")
            }
        }
        XCTAssertEqual(
            shifts,
            [
                "kwang-gae": [25, 29], "eui-am": [31, 36], "yon-gae": [5, 16, 40], "moon-moo": [45, 48],
                "so-san": [31, 33, 61, 67],
            ])
    }

    /// No name mentions slides, so this table repeats the books. Both feet move in the given
    /// direction.
    func testSlidesMatchTheSources() throws {
        let slides = [
            "hwa-rang": [6, 25], "kwang-gae": [5, 7], "choong-jang": [9, 21], "juche": [27, 29, 33, 35, 39],
            "ko-dang": [28],
            "sam-il": [1],
            "yoo-sin": [2, 3], "choi-yong": [29, 46], "yon-gae": [1, 3, 12, 14, 47, 49], "ul-ji": [33],
            "moon-moo": [25, 28, 34, 37],
            "so-san": [1, 3, 23, 25, 50, 55, 60, 66], "tong-il": [29, 33, 42, 44],
        ]
        let slidesByPattern = Dictionary(
            grouping: try moves().filter { $0.move.steps.contains { $0.verb == .slide } }, by: \.id)
        XCTAssertEqual(slidesByPattern.mapValues { $0.map(\.move.number) }, slides)
        for id in slides.keys {
            let poses = try PatternLawTests.pattern(id).walk().poses
            for (_, move, _) in slidesByPattern[id] ?? [] {
                guard case .bearing(let bearing)? = move.steps.last?.to else { continue }
                let direction = poses[move.number].center - poses[move.number - 1].center
                XCTAssertGreaterThan(direction.dot(bearing.direction), 0.3, "\(id) \(move.number)")
            }
        }
    }
}
