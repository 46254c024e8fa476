import Content
import ContentAdapters
import Footwork
import XCTest

/// Invariants of both partners' feet in all exchanges.
final class SparringWalkTests: XCTestCase {
    private let exercises = Curriculum(BundledPacks.sources).sparring().value

    func testEveryStepHasAMoment() {
        XCTAssertEqual(exercises.count, 36)
        for exercise in exercises {
            let moments = SparringWalk(exercise).moments
            XCTAssertEqual(moments.count, 2 + exercise.steps.count, exercise.id)
            XCTAssertEqual(moments.compactMap(\.step), Array(1...exercise.steps.count), exercise.id)
        }
    }

    /// The front foot of a stance is nearer to the partner.
    func testFrontFeetAreInFront() {
        var checked = 0
        for exercise in exercises {
            for moment in SparringWalk(exercise).moments {
                for partner in SparringWalk.Partner.allCases {
                    let pose = moment.pose(of: partner)
                    guard let front = [pose.left, pose.right].first(where: \.isFront) else { continue }
                    let rear = front.side == .left ? pose.right : pose.left
                    let ahead = (front.place - rear.place).x * (partner == .attacker ? 1 : -1)
                    XCTAssertGreaterThan(ahead, 0.5, "\(exercise.id) \(moment.title) \(partner)")
                    checked += 1
                }
            }
        }
        XCTAssertGreaterThan(checked, 100)
    }

    /// Attackers advance, defenders retreat, and both keep facing each other.
    func testAttackersAdvanceAndDefendersRetreat() {
        for exercise in exercises where !SparringWalk(exercise).isFree {
            let walk = SparringWalk(exercise)
            let steps = walk.moments.filter { $0.step != nil }
            for (before, after) in zip([walk.moments[0]] + steps, steps) {
                XCTAssertGreaterThan(after.attacker.center.x, before.attacker.center.x, "\(exercise.id) \(after.title)")
                if after.defender.center.x < before.defender.center.x - 0.01 {
                    XCTAssertEqual(exercise.id, "two-step-6", "the source moves a foot back that is already behind")
                    XCTAssertTrue(exercise.doubt.contains("twice"))
                }
                XCTAssertGreaterThan(after.attacker.facing.x, 0.9)
                XCTAssertLessThan(after.defender.facing.x, 0.1)
            }
            XCTAssertEqual(try XCTUnwrap(steps.last).distance, SparringWalk.reach, accuracy: 0.01, exercise.id)
        }
    }

    func testRetreatingFootIsNotTheFrontFoot() {
        var wrong = 0
        for exercise in exercises {
            for step in exercise.steps {
                guard let ending = step.defence.ending, step.defence.way == "back",
                    let front = ending.stance.front(of: ending.side)
                else { continue }
                if step.defence.foot == front { wrong += 1 }
            }
        }
        XCTAssertEqual(wrong, 0, "a foot that steps back does not end in front")
    }

    func testFootPositionsOfOneStepNumberOne() throws {
        let walk = SparringWalk(try XCTUnwrap(exercises.first { $0.id == "one-step-1" }))
        let attack = walk.moments[1]
        XCTAssertEqual(attack.attacker.right.place.x - attack.attacker.left.place.x, 1.5, accuracy: 0.001)
        XCTAssertEqual(
            attack.attacker.right.place.y, -0.5, accuracy: 0.001, "the attacker's right foot is to the south")
        XCTAssertEqual(attack.defender.left.place.y, -0.5, accuracy: 0.001, "the defender's left foot too")
        XCTAssertEqual(attack.distance, 0.7, accuracy: 0.001)
    }
}
