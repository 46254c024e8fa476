import Club
import Interface
import Kernel
import TerminalTesting
import XCTest

/// Tests the commands of an instructor without a shared club.
final class CommandTests: XCTestCase {
    func testCommandsFollowTheCommandRules() throws {
        let rules = CommandRules(app: "dojang", commands: try Fixture().app.commands()) {
            let fixture = Fixture()
            _ = try fixture.run("club", "create", "Tigers")
            _ = try fixture.run("club", "bills", "plan", "adult", "35")
            _ = try fixture.run("club", "student", "add", "Kim Lee", "--plan", "adult")
            return fixture.app.subject
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testRowMeansTheSameStudentAfterOneHasLeft() throws {
        let fixture = Fixture()
        for words in [
            ["create", "Tigers"], ["student", "add", "Ann"], ["student", "add", "Bo"], ["student", "add", "Cem"],
            ["student", "leave", "Ann", "--yes"],
        ] {
            XCTAssertEqual(fixture.app.run(["club"] + words).status, 0, "\(words)")
        }
        func rows(_ words: String...) -> [String] {
            fixture.app.run(["club", "student", "list", "--plain"] + words).output.split(separator: "\n").map(
                String.init)
        }
        XCTAssertEqual(rows("--left").prefix(rows().count), rows()[...])
        XCTAssertTrue(
            fixture.app.run(["club", "student", "change", "2", "--belt", "8k"]).output.contains("Changed Cem"))
        XCTAssertTrue(fixture.app.run(["club", "student", "return", "3"]).output.contains("Ann is back"))
    }

    func testStartOfAPlanWithoutAPlanChangesNothing() throws {
        let fixture = Fixture()
        for words in [["create", "Tigers"], ["student", "add", "Ann"]] { _ = fixture.app.run(["club"] + words) }
        let run = fixture.app.run(["club", "student", "change", "Ann", "--from", "2027-01-01"])
        XCTAssertEqual(run.status, 64)
        XCTAssertTrue(run.error.contains("Nothing is said that would change."), run.error)
    }

    func testCommandsUnderstandPrepaymentsAndDefaultClasses() throws {
        let fixture = Fixture()
        func says(_ words: String..., expect: String, status: Int32 = 0, line: UInt = #line) throws {
            let run = fixture.app.run(words)
            XCTAssertEqual(run.status, status, "\(words): \(run.error)", line: line)
            XCTAssertTrue((run.output + run.error).contains(expect), "\(words): \(run.output)\(run.error)", line: line)
        }
        try says("club", "create", "Tigers", "--as", "Kim", expect: "Add --place PLACE to share it", status: 64)
        try says("club", "create", "Tigers", expect: "Began the club")
        try says("club", "bills", "plan", "child", "20", expect: "Offered")
        try says("club", "student", "add", "Mina", "--belt", "9k", "--plan", "child", expect: "on the roll")
        // A prepayment is shown.
        try says("club", "bills", "pay", "mina", "29.50", expect: "Nothing is open.")
        try says("club", "bills", "show", "mina", expect: "Mina: nothing open, 9.50 GBP paid ahead")
        // Today's only class is the default.
        try says("club", "attendance", "mark", "mina", "--class", "kids", expect: "Marked 1 student")
        try says("club", "lesson", expect: "Tigers, kids, 2027-01-15")
        try says("club", "attendance", "mark", "mina", "--class", "adults", expect: "Marked 1 student")
        try says("club", "lesson", expect: "Name one with --class NAME.", status: 64)
        try says("club", "lesson", "--class", "kids", expect: "Tigers, kids")
    }

    func testInstructorWorkflow() throws {
        let fixture = Fixture()
        func says(_ words: String..., expect: String) throws {
            let run = fixture.app.run(words)
            XCTAssertEqual(run.status, 0, "\(words): \(run.error)")
            XCTAssertTrue((run.output + run.error).contains(expect), "\(words): \(run.output)\(run.error)")
        }
        try says("club", "create", "Tigers", expect: "Began the club Tigers")
        try says("club", "bills", "plan", "child", "20.50", expect: "20.50 GBP every month")
        try says(
            "club", "student", "add", "Mina Park", "--belt", "9k", "--since", "2026-09-01", "--plan", "child",
            "--guardian",
            "Hana",
            expect: "Mina Park is on the roll")
        try says("club", "student", "add", "Jun", expect: "Jun is on the roll (10k")
        try says(
            "club", "attendance", "mark", "mina", "jun", "jun",
            expect: "Marked 2 students in class on 2027-01-15. Named twice, marked once: Jun.")
        try says("club", "attendance", "mark", "mina", expect: "1 student had been marked before.")
        try says("club", "lesson", "--minutes", "45", expect: "Step sparring")
        try says("club", "grading", "rule", "--classes", "1", expect: "1 class and 60 % mastered")
        try says("club", "grading", expect: "1 student ready")
        try says(
            "club", "grading", "record", "mina", "pass", "--examiner", "Kim",
            expect: "Mina Park passed, and is grade 8k now")
        try says("club", "bills", "--open", expect: "20.50 GBP open")
        try says("club", "bills", "remind", expect: "For Mina Park (Hana): 20.50 GBP is open")
        try says("club", "bills", "pay", "mina", "10", expect: "10.50 GBP is open.")
        try says("club", "bills", "export", expect: "Mina Park,Hana,child,20.50,10.00,10.50")
        try says("club", expect: "2 students")
        try says("undo", expect: "Noted a payment of Mina Park")
        try says("club", "bills", "show", "mina", expect: "20.50 GBP open")
    }

    func testInvalidCommandsChangeNothing() throws {
        let fixture = Fixture()
        _ = try fixture.run("club", "create", "Tigers")
        _ = try fixture.run("club", "student", "add", "Mina Park")
        _ = try fixture.run("club", "student", "add", "Mina Lee")
        let before = try fixture.app.fingerprint()
        let refused: [(words: [String], sentence: String)] = [
            (["club", "attendance", "mark", "mina"], "may be Mina Lee, Mina Park"),
            (
                ["club", "attendance", "mark", "Mina Park", "Nobody"],
                "Nobody on the roll is called “Nobody”. Nobody was marked."
            ),
            (["club", "attendance", "mark", "Mina Park", "--day", "tomorrow"], "lies ahead"),
            (["club", "attendance", "mark"], "Nobody is named."),
            (["club", "attendance", "unmark", "Mina Park"], "was not marked"),
            (["club", "create", "tigers"], "already"),
            (["club", "student", "add", "mina park"], "on the roll already"),
            (["club", "student", "add", "X", "--belt", "purple"], "is no belt"),
            (["club", "student", "add", "X", "--plan", "gold"], "no fee plan"),
            (["club", "student", "change", "Mina Park"], "Nothing is said"),
            (["club", "bills", "plan", "p", "0"], "not an amount"),
            (["club", "bills", "plan", "p", "12.345"], "not an amount"),
            (["club", "bills", "pay", "Mina Park", "-5"], "not an amount"),
            (["club", "bills", "pay", "Mina Park", "5", "--day", "tomorrow"], "lies ahead"),
            (["club", "grading", "record", "Mina Park", "pass", "--day", "tomorrow"], "lies ahead"),
            (["club", "lesson"], "Nobody is there to teach."),
            (["club", "lesson", "--belts", "9k,nobelt"], "is no belt"),
            (["club", "--club", "Lions"], "You keep no club called"),
        ]
        for (words, sentence) in refused {
            let run = fixture.app.run(words)
            XCTAssertNotEqual(run.status, 0, "\(words)")
            XCTAssertTrue(run.error.contains(sentence), "\(words): \(run.error)")
        }
        XCTAssertEqual(try fixture.app.fingerprint(), before)
    }

    func testTenThousandNamesFailWithOneSentence() throws {
        let fixture = Fixture()
        _ = try fixture.run("club", "create", "Tigers")
        let names = Array((1...10_000).map { "name \($0)" }.joined(separator: "\n").utf8)
        let run = try fixture.run("club", "attendance", "mark", "--from", "names.txt", files: ["names.txt": names])
        XCTAssertEqual(run.status, 64)
        XCTAssertTrue(
            run.error.hasPrefix("dojang: 10000 names are too many for one class"), String(run.error.prefix(300)))
        XCTAssertLessThan(run.error.count, 300)
    }

    func testTableImportAddsStudentsOrReportsTheLine() throws {
        let fixture = Fixture()
        _ = try fixture.run("club", "create", "Tigers")
        func load(_ text: String) throws -> (output: String, error: String, status: Int32) {
            try fixture.run("club", "student", "import", "roll.csv", files: ["roll.csv": Array(text.utf8)])
        }
        let result = try load("Name;Belt;Since;Guardian\nMina Park;9k;2026-06-01;Hana\nJun;;;\nmina park;8k;;\n")
        XCTAssertEqual(result.status, 0, result.error)
        XCTAssertTrue(
            (result.output + result.error).contains("Put 2 students on the roll. 1 name stood there already."),
            result.output)
        XCTAssertEqual(try fixture.book.roll().students().map(\.belt), ["10k", "9k"])
        let before = try fixture.app.fingerprint()
        for (text, sentence) in [
            ("belt\n9k\n", "no column called name"), ("name,since\nX,soon\n", "Line 2 has “soon”"),
            ("name,belt\n,9k\n", "Line 2 has no name"),
            ("name\n\"X\n", "quote in line 2"), ("name,belt\nX,9k\nY,purple\n", "is no belt"),
            ("", "no column called name"),
            ("name\nEvil\u{1B}[2J\n", "invisible"),
        ] {
            let run = try load(text)
            XCTAssertNotEqual(run.status, 0, text)
            XCTAssertTrue(run.error.contains(sentence), "\(text): \(run.error)")
        }
        XCTAssertEqual(try fixture.app.fingerprint(), before)
    }

    func testGradingSheetListsRequirementsAndEscapesNames() throws {
        let fixture = Fixture()
        _ = try fixture.run("club", "create", "Tigers")
        _ = try fixture.run("club", "student", "add", "<b>Mina</b>", "--belt", "9k", "--since", "2026-01-01")
        _ = try fixture.run("club", "grading", "rule", "--classes", "0")
        let run = try fixture.run("club", "grading", "sheet", "--to", "-")
        XCTAssertTrue(run.output.contains("&lt;b&gt;Mina&lt;/b&gt;") && !run.output.contains("<b>Mina"))
        XCTAssertTrue(run.output.contains("Tul 1") && run.output.contains("Set 1, 4") && run.output.contains("Page 1"))
        XCTAssertTrue(run.output.contains("12 months"))
    }
}
