import FeedbackCOIN
import Kernel
import XCTest

final class EditorTextTests: XCTestCase {
    func testEditorTextRoundTrips() throws {
        var texts = RandomText(random: RandomSource(seed: 1))
        var checked = 0
        for round in 0..<2000 {
            let fixture = JournalFixture()
            let text = FeedbackText(
                context: "c" + texts.nextStorable(), observation: texts.nextStorable(), impact: texts.nextStorable(),
                nextSteps: texts.nextStorable())
            let stored = try fixture.journal.write(text).text
            XCTAssertEqual(EditorText.read(EditorText.write(stored)), stored, "seed 1, round \(round)")
            checked += stored.impact.contains("## ") ? 1 : 0
        }
        XCTAssertGreaterThan(checked, 50, "some texts must resemble headings")
    }

    func testTemplateWithGuidanceReadsAsEmptySections() {
        let template = EditorText.write(FeedbackText())
        XCTAssertEqual(EditorText.read(template), FeedbackText())
        XCTAssertTrue(EditorText.read(template).isBlank)
        for section in FeedbackSection.allCases { XCTAssertTrue(template.contains("## \(section.heading)\n")) }
    }

    func testHeadingVariantsAreRecognized() {
        let written =
            "\u{FEFF}Above all\r\n### IMPACT:\r\nOne\r\n\r\n#next-steps\rTwo\n  ## Observation ##\nThree\n## impact\nFour\n"
        let read = EditorText.read(written)
        XCTAssertEqual(
            read, FeedbackText(context: "Above all", observation: "Three", impact: "One\n\nFour", nextSteps: "Two"))
    }

    func testOtherHeadingLinesRemainText() {
        let read = EditorText.read("## Context\n####### Impact\n## Impacts\n#\nImpact\n\\x\n")
        XCTAssertEqual(read.context, "####### Impact\n## Impacts\n#\nImpact\n\\x")
    }
}
