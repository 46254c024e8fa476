import FeedbackCOIN
import Kernel
import XCTest

final class EditorTextTests: XCTestCase {
    func testWhateverIsKeptIsReadBackAsItWas() throws {
        var texts = RandomText(random: RandomSource(seed: 1))
        var checked = 0
        for round in 0..<2000 {
            let desk = Desk()
            let text = FeedbackText(
                context: "c" + texts.kept(), observation: texts.kept(), impact: texts.kept(), nextSteps: texts.kept())
            let kept = try desk.journal.write(text).text
            XCTAssertEqual(EditorText.read(EditorText.write(kept)), kept, "seed 1, round \(round)")
            checked += kept.impact.contains("## ") ? 1 : 0
        }
        XCTAssertGreaterThan(checked, 50, "the texts must look like headings now and then")
    }

    func testEmptySectionsStayEmptyBelowTheirGuidance() {
        let template = EditorText.write(FeedbackText())
        XCTAssertEqual(EditorText.read(template), FeedbackText())
        XCTAssertTrue(EditorText.read(template).isBlank)
        for section in FeedbackSection.allCases { XCTAssertTrue(template.contains("## \(section.heading)\n")) }
    }

    func testPeopleWriteHeadingsAsTheyLike() {
        let written =
            "\u{FEFF}Above all\r\n### IMPACT:\r\nOne\r\n\r\n#next-steps\rTwo\n  ## Observation ##\nThree\n## impact\nFour\n"
        let read = EditorText.read(written)
        XCTAssertEqual(read, FeedbackText(context: "Above all", observation: "Three", impact: "One\n\nFour", nextSteps: "Two"))
    }

    func testWhatIsNoHeadingStays() {
        let read = EditorText.read("## Context\n####### Impact\n## Impacts\n#\nImpact\n\\x\n")
        XCTAssertEqual(read.context, "####### Impact\n## Impacts\n#\nImpact\n\\x")
    }
}
