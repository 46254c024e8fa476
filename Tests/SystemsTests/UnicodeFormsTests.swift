import Foundation
import Systems
import XCTest

/// Normal forms match those of Foundation on every system.
final class UnicodeFormsTests: XCTestCase {
    func testNormalFormsMatchFoundation() {
        for text in [
            "", "a", "caf\u{E9}", "cafe\u{301}", "걷는 서기", "\u{1100}\u{1161}\u{11A8}", "\u{212B}\u{FB01}",
            "a\u{323}\u{307}",
            "\u{1F1F0}\u{1F1F7}",
        ] {
            XCTAssertEqual(
                Array(UnicodeForms.composed(text).unicodeScalars),
                Array(text.precomposedStringWithCanonicalMapping.unicodeScalars))
            XCTAssertEqual(
                Array(UnicodeForms.decomposed(text).unicodeScalars),
                Array(text.decomposedStringWithCanonicalMapping.unicodeScalars))
        }
    }
}
