import Community
import CommunityAdapters
import Kernel
import XCTest

/// Runs the example of `Modules/Community/README.md`.
final class CommunityReadmeTests: XCTestCase {
    func testExampleAnswersFeedback() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        let hub = fixture.developer()
        guard case .feedback(let feedback) = try mina.sendFeedback(.bug, "It breaks").submission else {
            return XCTFail("no feedback")
        }
        _ = try hub.respond(to: feedback.id, "Fixed", status: .implemented, target: "v1.1")
        _ = try mina.announceAnswers()
        XCTAssertEqual(try mina.unread(), 1)
    }
}
