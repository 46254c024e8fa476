import Learning
import XCTest

/// Tests of answers that a learner types in their own language.
final class AnswerLanguageTests: XCTestCase {
    private let spanish = AnswerLanguage {
        [
            "front kick": "patada frontal", "low block": "bloqueo bajo", "fist": "puño, mano cerrada",
            "dojang": "dojang",
        ][$0]
    }

    func testTranslatedAnswersMapToEnglish() {
        let known = ["front kick", "low block", "fist", "dojang"]
        for (typed, english) in [
            ("patada frontal", "front kick"), ("La Patada Frontal", "front kick"), ("el bloqueo bajo", "low block"),
            ("puño", "fist"), ("puno", "fist"), ("mano cerrada", "fist"), ("puño, mano cerrada", "fist"),
        ] {
            XCTAssertEqual(spanish.english(of: typed, among: known), english, typed)
        }
        // Other input returns nil, and the judge of English answers decides.
        for typed in ["front kick", "patada", "dojang", "", "bloqueo alto"] {
            XCTAssertNil(spanish.english(of: typed, among: known), typed)
        }
        XCTAssertNil(AnswerLanguage.english.english(of: "patada frontal", among: known))
    }
}
