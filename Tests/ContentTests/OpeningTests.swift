import Content
import ContentAdapters
import Footwork
import Foundation
import XCTest

/// Step sparring: openings, numbers 2 and 9, and names in both languages.
final class OpeningTests: XCTestCase {
    private let exercises = Curriculum(BundledPacks.sources).sparring().value

    func testThreeAndTwoStepSparringHaveAnOpening() throws {
        XCTAssertEqual(Curriculum(BundledPacks.sources).sparring().findings.map(\.sentence), [])
        for exercise in exercises {
            guard [.threeStep, .twoStep].contains(exercise.kind) else {
                XCTAssertNil(exercise.opening, exercise.id)
                continue
            }
            let opening = try XCTUnwrap(exercise.opening, exercise.id)
            XCTAssertEqual(
                opening.attack.phrase,
                exercise.kind == .threeStep
                    ? "right foot back, left walking stance: left obverse low outer-forearm block"
                    : "right foot back, right L-stance: middle forearm guarding block")
            XCTAssertEqual(opening.defence.phrase, "parallel ready stance")
            XCTAssertTrue(opening.note.contains("kihap"), opening.note)
            XCTAssertTrue(opening.attack.misnamedTechniques.isEmpty)
        }
    }

    /// The diagram starts with the opening: the attacker's left foot in front, the defender's feet
    /// parallel.
    func testDiagramShowsTheOpening() throws {
        for exercise in exercises {
            let diagram = SparringDiagram(exercise, colors: DiagramColors(belt: []))
            let ready = try XCTUnwrap(diagram.walk.moments.first)
            XCTAssertEqual(ready.title, "Ready")
            XCTAssertEqual(
                ready.actions.map(\.phrase), exercise.opening.map { [$0.attack.phrase, $0.defence.phrase] } ?? [])
            guard let opening = exercise.opening else { continue }
            XCTAssertTrue(ready.attacker.left.isFront)
            XCTAssertGreaterThan(ready.attacker.left.place.x - ready.attacker.right.place.x, 1, exercise.id)
            XCTAssertEqual(ready.defender.left.place.x, ready.defender.right.place.x, accuracy: 0.001)
            let picture = diagram.svg()
            XCTAssertTrue(picture.contains(opening.attack.phrase), exercise.id)
            XCTAssertTrue(picture.contains(">D counters<") && !picture.contains(">A counters<"), exercise.id)
            XCTAssertEqual(
                picture.components(separatedBy: ">D counters<").count, 2, "nobody counters before the first attack")
            // The attacker's first step is with the right foot, which is behind.
            XCTAssertEqual(exercise.steps.first?.attack.foot, .right, exercise.id)
        }
    }

    func testThreeStepNumberTwoStepsForItsCounter() throws {
        let exercise = try XCTUnwrap(exercises.first { $0.id == "three-step-2" })
        let counter = try XCTUnwrap(exercise.steps.last?.counter)
        XCTAssertEqual(
            counter.phrase,
            "left foot forward at 45°, then right foot behind the attacker’s front leg, left L-stance: right high knife-hand outward strike"
        )
        let moments = SparringWalk(exercise).moments
        let before = moments[moments.count - 2]
        let after = moments[moments.count - 1]
        let front = after.attacker.right
        XCTAssertTrue(front.isFront)
        XCTAssertLessThan(after.defender.right.place.x, front.place.x - 0.3, "behind it")
        XCTAssertLessThan(after.defender.right.place.y, front.place.y - 0.2, "on the outer side of the leg")
        XCTAssertTrue(after.defender.right.isFront, "a left L-stance has the right foot in front")
        let step = after.defender.left.place - before.defender.left.place
        XCTAssertEqual(abs(step.y / step.x), 1, accuracy: 0.35, "at 45°")
        XCTAssertLessThan(step.x, -1, "forward")
        let feet = [after.attacker.left, after.attacker.right, after.defender.left, after.defender.right].map(\.place)
        for (index, foot) in feet.enumerated() {
            for other in feet[(index + 1)...] {
                XCTAssertGreaterThan((foot - other).length, 0.4, "feet have different places")
            }
        }
    }

    func testInwardBlocksAreNamedInward() throws {
        for (id, step) in [("three-step-9", 0), ("three-step-9", 1), ("three-step-9", 2), ("two-step-4", 1)] {
            let exercise = try XCTUnwrap(exercises.first { $0.id == id })
            XCTAssertTrue(
                exercise.steps[step].defence.action.contains("palm inward pushing block"),
                exercise.steps[step].defence.action)
        }
        let waist = try XCTUnwrap(exercises.first { $0.id == "two-step-8" }?.steps.first?.defence.action)
        XCTAssertTrue(waist.contains("inner-forearm inward waist block"), waist)
    }

    /// Exactly the movements with 옆 지르기 are side punches in English. Strikes likewise.
    func testSidePunchesAndStrikesAgreeInBothLanguages() throws {
        let curriculum = Curriculum(BundledPacks.sources)
        var checked = 0
        for heading in curriculum.patterns().value {
            for move in try curriculum.pattern(heading.id).value.moves {
                for (korean, english) in [("옆 지르기", "side punch"), ("옆 때리기", "side strike")] {
                    let isSaid = move.hangul?.contains(korean) ?? false
                    XCTAssertEqual(
                        isSaid, move.actions.contains { $0.action == english }, "\(heading.id) \(move.number) \(korean)"
                    )
                    checked += isSaid ? 1 : 0
                }
            }
        }
        XCTAssertGreaterThan(checked, 30)
    }
}
