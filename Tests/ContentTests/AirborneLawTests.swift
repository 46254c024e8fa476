import Content
import XCTest

/// What a name says of the feet, the steps say too: jumps and slides of all forms.
final class AirborneLawTests: XCTestCase {
    private func moves() throws -> [(id: String, move: Move)] {
        try PatternLawTests.curriculum.patterns().value.flatMap { heading in
            try PatternLawTests.pattern(heading.id).moves.map { (heading.id, $0) }
        }
    }

    /// Movements whose steps say more than their names do.
    private static let unnamed = ["juche": [34, 36]]

    func testAJumpIsInTheNameAndInTheSteps() throws {
        var jumps = 0
        for (id, move) in try moves() {
            let isNamed = (move.hangul ?? "").split { " ,".contains($0) }.contains { $0.hasPrefix("뛰") }
            let isStepped = move.steps.contains { [.jump, .land].contains($0.verb) }
            jumps += isStepped ? 1 : 0
            if Self.unnamed[id]?.contains(move.number) == true {
                XCTAssertNotNil(move.doubt, "\(id) \(move.number)")
                XCTAssertTrue(isStepped && !isNamed, "\(id) \(move.number) is no exception any more")
            } else {
                XCTAssertEqual(isNamed, isStepped, "\(id) \(move.number)")
            }
            if (move.korean ?? "").lowercased().contains("mikul") {
                XCTAssertTrue(move.steps.contains { $0.verb == .slide }, "\(id) \(move.number)")
            }
        }
        XCTAssertEqual(jumps, 46)
    }

    /// No name says that a movement slides, so the books' text is held here. Both feet go, and the way the text says.
    func testSlidesAreTheOnesOfTheBooks() throws {
        let slides = [
            "hwa-rang": [6, 25], "kwang-gae": [5, 7], "choong-jang": [9, 21], "juche": [27, 29, 33, 35, 39], "ko-dang": [28],
            "sam-il": [1],
            "yoo-sin": [2, 3], "choi-yong": [29, 46], "yon-gae": [1, 3, 12, 14, 47, 49], "ul-ji": [33],
            "moon-moo": [25, 28, 34, 37],
            "so-san": [1, 3, 23, 25, 50, 55, 60, 66], "tong-il": [29, 33, 42, 44],
        ]
        let found = Dictionary(grouping: try moves().filter { $0.move.steps.contains { $0.verb == .slide } }, by: \.id)
        XCTAssertEqual(found.mapValues { $0.map(\.move.number) }, slides)
        for id in slides.keys {
            let poses = try PatternLawTests.pattern(id).walk().poses
            for (_, move) in found[id] ?? [] {
                guard case .bearing(let bearing)? = move.steps.last?.to else { continue }
                let way = poses[move.number].centre - poses[move.number - 1].centre
                XCTAssertGreaterThan(way.along(bearing.direction), 0.3, "\(id) \(move.number)")
            }
        }
    }
}
