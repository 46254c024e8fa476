import Content
import Kernel
import XCTest

/// The headings that tables have, as programs and people write them.
final class HeadingTests: XCTestCase {
    func testHeadingsAreKnownHoweverTheySayIt() throws {
        for heading in [
            "english,hangul", "English Meaning,Korean Word", "Meaning,Term", "Definition,Term", "Deutsch,Koreanisch", "영어,한국어",
            "Français,Coréen", "English,Korean (Hangul)", "My English,Korean spelling", "Translation,Front",
            "Meaning,Vocabulary", "ENGLISH MEANING,한글",
        ] {
            let bench = OwnWordsBench()
            try bench.take("\(heading)\nelbow guard,팔굽 막기\n")
            XCTAssertEqual(try bench.told(), ["elbow guard|팔굽 막기||9k|basics|"], heading)
        }
        let bench = OwnWordsBench()
        try bench.take(
            "No,Korean (Hangul),Romanized Korean,English,Example sentence,Page\n1,팔굽 막기,palkup makgi,elbow guard,ours,12\n")
        XCTAssertEqual(try bench.told(), ["elbow guard|팔굽 막기|palkup makgi|9k|basics|ours"])
    }

    func testTheMeaningIsTheEnglishOnlyWhereThereIsNoOther() throws {
        let bench = OwnWordsBench()
        try bench.take("english,hangul,meaning\nelbow guard,팔굽 막기,arm up\n")
        XCTAssertEqual(try bench.words.library().terms.first { $0.english == "elbow guard" }?.wording, "arm up")
    }

    func testAWordIsNoHeading() throws {
        for row in ["Korean teacher,사범님", "word,단어", "English class,영어 수업", "term of address,호칭"] {
            let bench = OwnWordsBench()
            try bench.take("\(row)\nelbow guard,팔굽 막기\n")
            XCTAssertEqual(try bench.told().count, 2, row)
        }
    }

    func testUnknownHeadingsSayWhatToDo() throws {
        let bench = OwnWordsBench()
        let file = Array("Sana,Merkitys\n팔굽 막기,elbow guard\n".utf8)
        let refused = try bench.run("import", "words.csv", files: ["words.csv": file])
        XCTAssertEqual(refused.status, 65)
        XCTAssertTrue(refused.output.contains("If line 1 holds headings: --columns names"), refused.output)
        XCTAssertEqual(try bench.run("import", "words.csv", "--skip", files: ["words.csv": file]).status, 0)
        XCTAssertEqual(try bench.told(), ["elbow guard|팔굽 막기||9k|basics|"])
    }
}
