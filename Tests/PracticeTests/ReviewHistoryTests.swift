import Kernel
import Practice
import XCTest

/// Tests of review histories that other programs wrote.
final class ReviewHistoryTests: XCTestCase {
    private func read(_ text: String) throws -> [ReviewHistory] { try ReviewHistory.all(in: Array(text.utf8)) }

    private func refusal(of text: String) -> String {
        do { return "read: \(try read(text))" } catch {
            guard let failure = error as? Failure, failure.code == .historyInvalid, failure.kind == .badData else {
                return "\(error)"
            }
            return failure.message
        }
    }

    func testHistoriesAreReplayed() throws {
        for history in FSRSFigures.all where history.setup == .standard {
            var last = 0
            let reviews = history.reviews.prefix { review in
                defer { last = review.seconds }
                return review.seconds >= last
            }
            let rows = reviews.map {
                #"{"rating": \#($0.rating.rawValue), "t_offset_s": \#($0.seconds), "note": [null, {}]}"#
            }
            let read = try read(
                #" [{"reviews": [\#(rows.joined(separator: ",\n"))], "id": "\#(history.name)"}, {"id": 7, "reviews": []}] "#
            )
            XCTAssertEqual(read.map(\.id), [.string(history.name), .integer(7)])
            let states = read[0].replayed(by: .standard)
            XCTAssertEqual(states.count, reviews.count)
            for (state, review) in zip(states, reviews) {
                XCTAssertEqual(state.stability, review.stability, accuracy: 1e-9)
                XCTAssertEqual(state.difficulty, review.difficulty, accuracy: 1e-9)
                XCTAssertEqual(state.interval, review.interval)
            }
            XCTAssertEqual(read[1].replayed(by: .standard), [])
        }
        XCTAssertEqual(try read("[]"), [])
    }

    func testInvalidHistoriesFailWithPosition() {
        let notJSON = "It is not JSON, or it is cut short."
        for text in [
            "", "hello", "[", "[{]", "\u{0}", #"[{"id": 1, "reviews": ["#, String(repeating: "[", count: 100_000),
        ] {
            XCTAssertEqual(refusal(of: text), notJSON, String(text.prefix(20)))
        }
        XCTAssertEqual(refusal(of: "{}"), "It is not a list of histories.")
        XCTAssertEqual(refusal(of: "3"), "It is not a list of histories.")
        for text in ["[1]", "[{}]", #"[{"id": null, "reviews": []}]"#, #"[{"id": 1.5, "reviews": []}]"#] {
            XCTAssertEqual(refusal(of: text), "History 1 has no id that is text or a whole number.", text)
        }
        for text in [#"[{"id": 1}]"#, #"[{"id": 1, "reviews": {}}]"#, #"[{"id": 1, "reviews": null}]"#] {
            XCTAssertEqual(refusal(of: text), "History 1 has no list of reviews.", text)
        }
        for rating in ["5", "0", "-1", "2.5", #""3""#, "null", "true", "99999999999999999999", "1e400"] {
            let text = #"[{"id": 1, "reviews": []}, {"id": 2, "reviews": [{"rating": \#(rating), "t_offset_s": 0}]}]"#
            let message = refusal(of: text)
            XCTAssertTrue(
                [notJSON, "History 2, review 1: its rating is not 1, 2, 3 or 4."].contains(message),
                "\(rating): \(message)")
            if rating != "1e400" { XCTAssertNotEqual(message, notJSON, rating) }
        }
        for time in [
            "-1", "9467280001", "9223372036854775807", "99999999999999999999", "1e300", "0.5", #""0""#, "null",
        ] {
            XCTAssertEqual(
                refusal(of: #"[{"id": 1, "reviews": [{"rating": 3, "t_offset_s": \#(time)}]}]"#),
                "History 1, review 1: its t_offset_s is not a whole number from 0 to 9467280000.", time)
        }
        XCTAssertEqual(
            refusal(of: #"[{"id": 1, "reviews": [{"rating": 3, "t_offset_s": 60}, {"rating": 3, "t_offset_s": 59}]}]"#),
            "History 1, review 2: its time is before that of the review ahead of it.")
        XCTAssertEqual(
            (try? ReviewHistory.all(in: [0xFF, 0xFE, 0x5B]))?.count, nil)
        XCTAssertEqual(
            refusal(of: String(repeating: " ", count: ReviewHistory.largestFile + 1)), "It is larger than 64 MB.")
    }

    func testReplayedStatesAreFinite() throws {
        var random = RandomSource(seed: 6)
        for _ in 0..<200 {
            var time = 0
            let rows = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                time = min(
                    time + Int.random(in: 0...(1 << Int.random(in: 0...33, using: &random)), using: &random),
                    ReviewHistory.latest
                )
                return #"{"rating":\#(Int.random(in: 1...4, using: &random)),"t_offset_s":\#(time)}"#
            }
            for state in try read(#"[{"id":1,"reviews":[\#(rows.joined(separator: ","))]}]"#)[0].replayed(by: .standard)
            {
                XCTAssertTrue(state.stability.isFinite && state.stability > 0 && state.interval > 0)
            }
        }
    }
}
