import Synchronization
import TestSupport
import XCTest

/// Runs the story of `Modules/Club/CLUB.md`.
final class ClubMonthTests: XCTestCase {
    func testClubPageMatchesProgramOutput() throws {
        let home = try Home()
        let place = home.path("tigers")
        // The last invitation code that a program printed.
        let code = Mutex("")
        let page = DocumentedSession(
            path: "Modules/Club/CLUB.md", fixed: ["--today", "2026-11-28", "--seed", "1"],
            meant: { word in
                word.replacing("…@/shared/tigers", with: code.withLock { $0 }).replacing("/shared/tigers", with: place)
            },
            shown: { message in
                if let fresh = message.firstMatch(of: /[0-9a-f]{32}@[^ \n]+/) {
                    code.withLock { $0 = String(fresh.output) }
                }
                return message.replacing(place, with: "/shared/tigers")
                    .replacing(/[0-9a-f]{32}@/, with: "…@").replacing(/1[0-9a-z]{15}\)/, with: "…)")
            })
        XCTAssertEqual(try page.live(self), ["kim", "ines", "jun", "hana"])
    }
}
