import Learning
import XCTest

/// Answers in the language that a learner reads.
final class AnswerLanguageTests: XCTestCase {
    private let spanish = AnswerLanguage {
        ["front kick": "patada frontal", "low block": "bloqueo bajo", "fist": "puño, mano cerrada", "dojang": "dojang"][$0]
    }

    func testWhatIsTypedInTheLanguageIsTheEnglish() {
        let known = ["front kick", "low block", "fist", "dojang"]
        for (typed, english) in [
            ("patada frontal", "front kick"), ("La Patada Frontal", "front kick"), ("el bloqueo bajo", "low block"),
            ("puño", "fist"), ("puno", "fist"), ("mano cerrada", "fist"), ("puño, mano cerrada", "fist"),
        ] {
            XCTAssertEqual(spanish.english(of: typed, among: known), english, typed)
        }
        // What is none of them stays what it is: the judge of English has its say.
        for typed in ["front kick", "patada", "dojang", "", "bloqueo alto"] {
            XCTAssertNil(spanish.english(of: typed, among: known), typed)
        }
        XCTAssertNil(AnswerLanguage.english.english(of: "patada frontal", among: known))
    }
}
