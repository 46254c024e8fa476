import Content
import Kernel
import XCTest

/// Column headings as programs and people write them.
final class HeadingTests: XCTestCase {
    func testHeadingVariantsAreRecognized() throws {
        for heading in [
            "english,hangul", "English Meaning,Korean Word", "Meaning,Term", "Definition,Term", "Deutsch,Koreanisch",
            "영어,한국어",
            "Français,Coréen", "English,Korean (Hangul)", "My English,Korean spelling", "Translation,Front",
            "Meaning,Vocabulary", "ENGLISH MEANING,한글",
        ] {
            let fixture = OwnWordsFixture()
            try fixture.importFile("\(heading)\nelbow guard,팔굽 막기\n")
            XCTAssertEqual(try fixture.wordRows(), ["elbow guard|팔굽 막기||9k|basics|"], heading)
        }
        let fixture = OwnWordsFixture()
        try fixture.importFile(
            "No,Korean (Hangul),Romanized Korean,English,Example sentence,Page\n1,팔굽 막기,palkup makgi,elbow guard,ours,12\n"
        )
        XCTAssertEqual(try fixture.wordRows(), ["elbow guard|팔굽 막기|palkup makgi|9k|basics|ours"])
    }

    func testMeaningColumnIsAWordingWhenEnglishExists() throws {
        let fixture = OwnWordsFixture()
        try fixture.importFile("english,hangul,meaning\nelbow guard,팔굽 막기,arm up\n")
        XCTAssertEqual(try fixture.words.library().terms.first { $0.english == "elbow guard" }?.wording, "arm up")
    }

    func testWordsAreNotTakenForHeadings() throws {
        for row in ["Korean teacher,사범님", "word,단어", "English class,영어 수업", "term of address,호칭"] {
            let fixture = OwnWordsFixture()
            try fixture.importFile("\(row)\nelbow guard,팔굽 막기\n")
            XCTAssertEqual(try fixture.wordRows().count, 2, row)
        }
    }

    func testUnknownHeadingsFailWithAdvice() throws {
        let fixture = OwnWordsFixture()
        let file = Array("Sana,Merkitys\n팔굽 막기,elbow guard\n".utf8)
        let refused = try fixture.run("import", "words.csv", files: ["words.csv": file])
        XCTAssertEqual(refused.status, 65)
        XCTAssertTrue(refused.output.contains("If line 1 holds headings: --columns names"), refused.output)
        XCTAssertEqual(try fixture.run("import", "words.csv", "--skip", files: ["words.csv": file]).status, 0)
        XCTAssertEqual(try fixture.wordRows(), ["elbow guard|팔굽 막기||9k|basics|"])
    }
}
