import Composition
import Guidance
import GuidanceCommands
import Kernel
import Storage
import Terminal
import XCTest

/// No app leaves people alone with a feature.
final class AppGuidanceTests: XCTestCase {
    func testFocusFlowExplainsEveryFeature() throws {
        let environment = Environment(app: "focusflow", options: GlobalOptions(), variables: [:]).with(store: MemoryStore())
        let app = try App.focusflow(environment)
        let exempt: Set = ["news", "tips", "topics", "tour", "usage"]
        let coverage = GuidanceCoverage(registry: app.registry, exempt: exempt)
        XCTAssertEqual(coverage.gaps, [])
        let tours = app.registry.all(.tours)
        XCTAssertEqual(tours.map(\.steps.count), [3])
        let questions = app.registry.all(.helpTopics).flatMap(\.questions)
        XCTAssertTrue((5...10).contains(questions.count))
    }
}
