import Content
import ContentCommands
import Kernel
import Programs
import TestSupport
import XCTest

/// The commands `term add`, `set …`, `import` and `export`.
final class OwnWordCommandTests: XCTestCase {
    private let fixture = OwnWordsFixture()

    private func json(_ text: String) throws -> JSONValue { try JSONValue(Data(text.utf8)) }

    func testOwnWordIsAddedShownAndListed() throws {
        let added = try fixture.run(
            "term", "add", "elbow guard", "--hangul", "팔굽 막기", "--romanization", "chagi", "--belt", "8k", "--category",
            "blocks",
            "--note", "ours", "--meaning", "arm up")
        XCTAssertEqual(added.status, 0, added.error)
        XCTAssertTrue(added.output.contains("Added “elbow guard” (own/elbow-guard-palgup-makgi)."), added.output)
        XCTAssertTrue(added.output.contains("팔굽 막기 and “chagi” do not sound alike."), added.output)
        XCTAssertEqual(try fixture.wordRows(), ["elbow guard|팔굽 막기|chagi|8k|blocks|ours"])
        let output = try fixture.run("term", "ELBOW GUARD", columns: 40).output
        for part in ["팔굽 막기", "ours", "Your own words", "arm up"] { XCTAssertTrue(output.contains(part), output) }
        XCTAssertEqual(try fixture.run("terms", "--own", "--plain").output.split(separator: "\n").count, 1)
        XCTAssertTrue(try fixture.run("terms", "--belt", "8k").output.contains("elbow guard"))
        XCTAssertTrue(try fixture.run("search", "arm up").output.contains("own/elbow-guard-palgup-makgi"))
        XCTAssertEqual(try fixture.run("term", "add", "Elbow Guard", "--hangul", "팔굽막기").status, 1)
        XCTAssertEqual(try fixture.run("term", "delete", "elbow guard").status, 64, "asks first")
        XCTAssertEqual(try fixture.words.words().count, 1)
    }

    func testPackTermsAllowOnlyAMeaningEdit() throws {
        XCTAssertEqual(try fixture.run("term", "edit", "walking-stance", "--meaning", "a long step").status, 0)
        XCTAssertTrue(try fixture.run("term", "walking-stance").output.contains("a long step"))
        let refused = try fixture.run("term", "edit", "walking stance", "--note", "x")
        XCTAssertEqual(refused.status, 64)
        XCTAssertTrue(refused.error.contains("--meaning TEXT"), refused.error)
        XCTAssertEqual(try fixture.run("term", "edit", "walking-stance").status, 64)
        XCTAssertEqual(try fixture.run("term", "delete", "walking-stance").status, 64)
        XCTAssertEqual(try fixture.run("term", "edit", "walking-stance", "--clear", "meaning").status, 0)
        XCTAssertFalse(try fixture.run("term", "walking-stance").output.contains("a long step"))
        _ = try fixture.run(
            "term", "add", "elbow guard", "--hangul", "팔굽 막기", "--romanization", "palkup makgi", "--note", "ours")
        let cleared = try fixture.run(
            "term", "edit", "elbow guard", "--clear", "note", "--clear", "hangul", "--meaning", "arm up", "--json")
        XCTAssertEqual(cleared.status, 0, cleared.error)
        XCTAssertEqual(try json(cleared.output)["wording"], .string("arm up"))
        XCTAssertEqual(try fixture.wordRows(), ["elbow guard||palkup makgi|9k|basics|"])
        XCTAssertEqual(try fixture.run("term", "edit", "elbow guard", "--clear", "romanization").status, 65)
    }

    func testSetsAreCreatedEditedAndListed() throws {
        XCTAssertTrue(try fixture.run("set", "list").output.contains("set new NAME WORD"))
        XCTAssertEqual(try fixture.run("set", "new", "Next grading", "walking stance", "charyot").status, 0)
        XCTAssertEqual(try fixture.run("set", "add", "next grading", "--category", "commands").status, 0)
        let object = try json(fixture.run("set", "list", "--json").output)
        guard case .array(let sets) = object, case .array(let terms)? = sets.first?["terms"] else {
            return XCTFail("\(object)")
        }
        let commands = OwnWordsFixture.packs.terms.filter { $0.category.rawValue == "commands" }
        XCTAssertEqual(Set(terms), Set((commands.map(\.id) + ["walking-stance"]).map(JSONValue.string)))
        XCTAssertTrue(try fixture.run("set", "list").output.contains("Next: app set study 'Next grading'"))
        XCTAssertEqual(try fixture.run("set", "show", "Other").status, 64)
        XCTAssertEqual(try fixture.run("set", "add", "Next grading", "no such word").status, 64)
        XCTAssertEqual(try fixture.run("set", "add", "Next grading").status, 64)
        XCTAssertEqual(try fixture.run("set", "remove", "Next grading", "no such word").status, 64)
    }

    func testImportWithFaultsImportsNothing() throws {
        let csv = Array("english,hangul,colour\nguard,막기,red\n,늑목,\n".utf8)
        let refused = try fixture.run("import", "words.csv", "--json", files: ["words.csv": csv])
        XCTAssertEqual(refused.status, 65)
        let report = try json(refused.output)
        XCTAssertEqual(report["faults"], .array([.string("line 3: The English is empty.")]))
        XCTAssertEqual(report["added"], .integer(0))
        XCTAssertTrue(refused.error.contains("nothing was imported"), refused.error)
        let people = try fixture.run("import", "words.csv", files: ["words.csv": csv])
        XCTAssertTrue(people.output.contains("Line 3: The English is empty."), people.output)
        XCTAssertTrue(people.output.contains("Not read: the column “colour”."), people.output)
        XCTAssertEqual(try fixture.words.words(), [])
        let imported = try fixture.run(
            "import", "words.csv", "--skip", "--set", "Club", "--belt", "7k", "--category", "blocks",
            files: ["words.csv": csv])
        XCTAssertEqual(imported.status, 0, imported.error)
        XCTAssertTrue(imported.output.contains("Imported 1 new word; 1 line left out."), imported.output)
        XCTAssertTrue(imported.output.contains("Next: app set study Club"), imported.output)
        XCTAssertEqual(try fixture.wordRows(), ["guard|막기||7k|blocks|"])
        let again = try fixture.run("import", "words.csv", "--skip", files: ["words.csv": csv])
        XCTAssertTrue(again.output.contains("Nothing is new; 1 was there already; 1 line left out."), again.output)
        XCTAssertEqual(
            try fixture.run("import", "words.csv", "--columns", "english,colour", files: ["words.csv": csv]).status, 64)
        XCTAssertEqual(try fixture.run("import", "none.csv").status, 66)
        let named = try fixture.run("import", "Deck.APKG", files: ["Deck.APKG": csv])
        XCTAssertEqual(named.status, 65)
        XCTAssertTrue(named.error.contains("It is not a ZIP archive"), named.error)
        let workbook = [0x50, 0x4B, 3, 4] + Array(repeating: 0, count: 26) + Array("[Content_Types].xml".utf8)
        let refusedBook = try fixture.run("import", "words.xlsx", files: ["words.xlsx": workbook])
        XCTAssertEqual(refusedBook.status, 65)
        XCTAssertTrue(refusedBook.error.contains("CSV UTF-8"), refusedBook.error)
    }

    func testExportContainsOpenTermsOrTheGivenSelection() throws {
        _ = try fixture.run("term", "add", "elbow guard", "--hangul", "팔굽 막기")
        _ = try fixture.run("set", "new", "Club", "elbow guard", "walking-stance")
        func rows(_ words: String...) throws -> Int {
            let output = try fixture.run("export", words.first ?? "--csv", words.count > 1 ? words[1] : "-").output
            return output.split(separator: "\n").count - 1
        }
        let open = OwnWordsFixture.packs.terms.filter { ["10k", "9k"].contains($0.grade.id) }.count + 1
        XCTAssertEqual(try rows(), open)
        XCTAssertEqual(try rows("--belt", "1k"), OwnWordsFixture.packs.terms.filter { $0.grade.id == "1k" }.count)
        XCTAssertEqual(try rows("--set", "Club"), 2)
        let whole = try fixture.run("export", "--all", "--own").output
        XCTAssertEqual(whole.split(separator: "\n").count, 2)
        XCTAssertEqual(try fixture.run("export", "--anki", "words.doc").status, 64)
        XCTAssertEqual(try fixture.run("export", "--anki", "a.txt", "--csv", "b.csv").status, 64)
        let package = try fixture.run("export", "--anki", "words.apkg", "--set", "Club")
        XCTAssertEqual(package.status, 0, package.error)
        XCTAssertTrue(package.output.contains("Wrote 2 words to words.apkg."), package.output)
        XCTAssertEqual(package.files["words.apkg"]?.starts(with: [0x50, 0x4B, 3, 4]), true)
        XCTAssertTrue(
            try fixture.run("export", "--anki", "-", "--set", "Club").output.hasPrefix("#separator:tab\n#html:false\n"))
        let missing = try fixture.run("export", "--anki", "words.apkg", programs: ProgramPath(path: "/nowhere"))
        XCTAssertEqual(missing.status, 69)
        XCTAssertTrue(missing.error.contains("apt-get install sqlite3"), missing.error)
    }
}
