import Documents
import FeedbackCOIN
import FeedbackCOINCommands
import Foundation
import Interface
import Kernel
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Tests export, import of our own and of foreign files, and documents.
final class ExchangeTests: XCTestCase {
    private let fixture = JournalFixture()

    private func app(_ fixture: JournalFixture) -> AppFixture {
        let post = MailConfiguration(sendmail: fixture.outbox.mailer, mailto: fixture.outbox.mailer) {
            JournalFixture.sender
        }
        return AppFixture("coin", over: fixture.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000))) {
            [FeedbackPlugin(fixture.journal, post: post, press: JournalFixture.press)]
        }
    }

    /// - Parameter files: Contents of the files that the console offers, by name.
    private func run(
        _ words: [String], _ files: [String: [UInt8]] = [:], in other: JournalFixture? = nil, status: Int32 = 0,
        line: UInt = #line
    ) throws -> ScriptedConsole {
        let console = ScriptedConsole(files: files)
        XCTAssertEqual(try app(other ?? fixture).shell().run(words, on: console), status, console.error, line: line)
        return console
    }

    private func file(_ name: String, _ more: String...) throws -> [UInt8] {
        try XCTUnwrap(run(["export", name] + more).fileContents[name])
    }

    /// Writes random entries that use every field.
    private func fill(_ seed: UInt64, _ count: Int) throws {
        var texts = RandomText(random: RandomSource(seed: seed))
        for _ in 0..<count {
            let context =
                try InputTextRule(upTo: 20_000, .many).validatedIfPresent(texts.nextStorable()) { _ in
                    Failure(.importUnclear, "")
                }
                ?? "c"
            var change = FeedbackChange()
            change.kind = [FieldChange.set(.praise), .set(.growth), nil].randomElement(using: &texts.random) ?? nil
            change.recipient =
                [.set(try Recipient("Sam, \"Lee\" <sam@example.org>")), .set(try Recipient("'=Kim")), nil]
                .randomElement(using: &texts.random) ?? nil
            change.direction = Bool.random(using: &texts.random) ? .received : .given
            change.happenedOn =
                Bool.random(using: &texts.random)
                ? .set(Day(ordinal: Int.random(in: 18_000...20_700, using: &texts.random))) : nil
            change.project = Bool.random(using: &texts.random) ? .set("=Shop; \"two\"") : nil
            change.followUp =
                Bool.random(using: &texts.random)
                ? .set(
                    FollowUp(
                        "- ask", due: Day(ordinal: 20_800),
                        doneOn: Bool.random(using: &texts.random) ? Day(ordinal: 20_790) : nil
                    )) : nil
            let text = FeedbackText(
                context: context, observation: texts.nextStorable(), impact: texts.nextStorable(),
                nextSteps: "=cmd()\n'+1\n\"a,b;c\"")
            let entry = try fixture.journal.write(text, tags: ["=t;u", "Größe"])
            _ = try fixture.journal.change(entry.id, change)
            if Bool.random(using: &texts.random), change.direction == .given {
                _ = try fixture.journal.share(
                    fixture.letter(entry, to: "Kim <kim@example.org>"), from: Mailbox(JournalFixture.sender),
                    through: fixture.outbox.mailer)
            }
        }
    }

    func testExportedFilesImportAgain() throws {
        try fill(41, 60)
        let entries = try fixture.journal.entries(EntryFilter())
        let shares = try fixture.journal.shares(limit: nil)
        XCTAssertGreaterThan(shares.count, 10)
        let json = JournalFixture(ids: .counting(prefix: "o"))
        _ = try run(["import", "f.json"], ["f.json": file("f.json")], in: json)
        XCTAssertEqual(try json.journal.entries(EntryFilter()), entries)
        XCTAssertEqual(Set(try json.journal.shares(limit: nil)), Set(shares))
        XCTAssertTrue(
            try run(["import", "f.json"], ["f.json": file("f.json")], in: json).error.contains("60 are there already")
                || run(["import", "f.json"], ["f.json": file("f.json")], in: json).output.contains(
                    "60 are there already")
        )

        // A table has no shares. A Markdown page has neither shares nor times.
        let table = JournalFixture()
        _ = try run(["import", "f.csv"], ["f.csv": file("f.csv")], in: table)
        func textOnly(_ entry: FeedbackEntry) -> String {
            "\(entry.id) \(entry.text) \(entry.recipient.map { "\($0)" } ?? "-") \(entry.personKey?.rawValue ?? "-") \(entry.tags) \(entry.createdAt) \(entry.updatedAt)"
                + " \(String(describing: entry.kind)) \(entry.direction) \(String(describing: entry.followUp)) \(String(describing: entry.happenedOn)) \(entry.project ?? "-")"
        }
        XCTAssertEqual(try table.journal.entries(EntryFilter()).map(textOnly), entries.map(textOnly))
        let page = JournalFixture()
        _ = try run(["import", "f.md"], ["f.md": file("f.md")], in: page)
        XCTAssertEqual(Set(try page.journal.entries(EntryFilter()).map(\.text)), Set(entries.map(\.text)))
        XCTAssertEqual(
            try run(["import", "f.md"], ["f.md": file("f.md")]).error, "",
            "equal texts for the same person are duplicates")
        XCTAssertEqual(try fixture.journal.counts().all, 60)
    }

    func testForeignTableColumnsAreMappedAndReported() throws {
        let table =
            "\u{FEFF}Situation;Comment;Effect;Employee;E-Mail;Date;Category;Rating\r\n"
            + "Demo;\"Two \"\"late\"\"\nfigures\";We waited;Sam Lee;sam@example.org;20.11.2025;team|praise;5\r\n"
            + ";No context;;;;;;\r\nOther;;;;nobody;;;\r\nThird;;;;;yesterday;;\r\n"
        let console = try run(["import", "o.csv", "--dry-run"], ["o.csv": Array(table.utf8)])
        for words in [
            "from “Situation”", "from “E-Mail”", "left out", "Rating", "needs a context", "“nobody” is not",
            "is no day",
            "Imported 1 entry",
        ] {
            XCTAssertTrue(
                (console.output + console.error).contains(words), "\(words) in \(console.output)\(console.error)")
        }
        XCTAssertEqual(
            try fixture.journal.counts().all, 1, "this fixture has no dry-run store; AppTests test dry runs")
        let entry = try fixture.journal.entry("latest")
        XCTAssertEqual(
            entry.text, FeedbackText(context: "Demo", observation: "Two \"late\"\nfigures", impact: "We waited"))
        XCTAssertEqual(entry.recipient?.title, "Sam Lee <sam@example.org>")
        XCTAssertEqual(entry.tags, ["team", "praise"])
        XCTAssertEqual(fixture.journal.day(of: entry.createdAt), Day("2025-11-20"))
        let again = try run(["import", "o.csv", "--json"], ["o.csv": Array(table.utf8)])
        XCTAssertEqual(try JSONValue(Data(again.output.utf8))["known"], .integer(1))
        _ = try run(
            ["import", "n.csv", "--column", "context=Was", "--column", "observation=Note"],
            ["n.csv": Array("Was,Note\nA,=B\n".utf8)])
        XCTAssertEqual(try fixture.journal.entry("latest").text, FeedbackText(context: "A", observation: "=B"))
    }

    func testUnreadableFilesFailWithTheCause() throws {
        let files: [(String, [UInt8], String)] = [
            (
                "latin.csv", [0x63, 0x6F, 0x6E, 0x74, 0x65, 0x78, 0x74, 0x0A, 0x47, 0x72, 0xF6, 0xDF, 0x65],
                "Line 2 is neither UTF-8 nor UTF-16"
            ),
            ("open.csv", Array("context\n\"never closed\n".utf8), "opens in line 2 is never closed"),
            ("x.csv", Array("a,b\n1,2\n".utf8), "No column holds the context. There are: “a”, “b”."),
            ("b.xlsx", Array("PK\u{3}\u{4}".utf8), "a workbook or another archive"),
            ("x.json", Array("[{".utf8), "no JSON"), ("o.json", Array("{\"a\":1}".utf8), "no list of entries"),
            ("empty.csv", [], "No column holds the context"),
        ]
        for (name, bytes, words) in files {
            let error = try run(["import", name], [name: bytes], status: 65).error
            XCTAssertTrue(error.contains(words), "\(name): \(error)")
        }
        _ = try run(["import", "a.csv", "--column", "color=Red"], ["a.csv": []], status: 64)
        _ = try run(["import", "gone.csv"], status: 66)
        XCTAssertEqual(try fixture.journal.counts().all, 0)
        // An existing entry keeps its text, and an invalid ID is replaced.
        let entry = try fixture.journal.write(FeedbackText(context: "Mine"))
        let json =
            #"[{"id":"\#(entry.id)","context":"Theirs"},{"id":"../../x","context":"New"},{"context":"a\u0000b"},{"context":1},7]"#
        let console = try run(["import", "x.json"], ["x.json": Array(json.utf8)])
        XCTAssertTrue(
            (console.output + console.error).contains("1 is there in other words"), console.output + console.error)
        XCTAssertEqual(try fixture.journal.entries().map(\.text.context).sorted(), ["Mine", "New"])
        XCTAssertFalse(try fixture.journal.entries().contains { $0.id.rawValue.contains("/") })
    }

    func testImportReadsUTF16AndTwentyThousandRows() throws {
        let units = Array("context\tcomment\nA\tB\n".utf16)
        _ = try run(
            ["import", "u.csv"], ["u.csv": [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }])
        XCTAssertEqual(try fixture.journal.entry("latest").text, FeedbackText(context: "A", observation: "B"))
        let rows =
            "context,observation,recipientName\n" + (0..<20_000).map { "c\($0),\"o, \($0)\",Sam \($0 % 50)\n" }.joined()
        let start = ContinuousClock.now
        _ = try run(["import", "r.csv"], ["r.csv": Array(rows.utf8)])
        print("import of 20,000 rows into memory: \(ContinuousClock.now - start) (debug build)")
        XCTAssertEqual(try fixture.journal.counts().all, 20_001)
    }

    func testDocumentsContainTheChosenEntries() throws {
        for context in ["One", "Two \u{5E9}", "Three"] {
            try _ = fixture.journal.write(FeedbackText(context: context, observation: "<o>"))
        }
        let word = try ZipArchive(file("f.docx", "--entry", "1", "--entry", "3"), names: .folders)
        let text = String(
            decoding: try XCTUnwrap(word.contents(of: "word/document.xml", limit: 1 << 20)), as: UTF8.self)
        XCTAssertTrue(text.contains("Three") && text.contains("One") && text.contains("&lt;o&gt;"))
        XCTAssertFalse(text.contains("Two"))
        let pages = String(decoding: try file("f.pdf", "--entry", "2"), as: UTF8.self)
        XCTAssertTrue(pages.hasPrefix("%PDF <!DOCTYPE html>") && pages.contains("Two") && !pages.contains("Three"))
        _ = try run(["export", "--pdf", "--docx", "x"], status: 64)
        _ = try run(["export", "x.doc"], status: 64)
        _ = try run(["export", "--entry", "nobody", "x.pdf"], status: 1)
    }

    func testDocumentExportNeedsPremium() throws {
        let closed = JournalFixture(
            gates: GateKeeper { _, _ in
                GateAnswer(allowed: false, reason: "PDF and Word are for Premium", variant: "free")
            })
        for name in ["x.pdf", "x.docx"] {
            let console = try run(["export", name], in: closed, status: 1)
            XCTAssertTrue(console.error.contains("for Premium"), console.error)
            XCTAssertEqual(console.fileContents, [:])
        }
        _ = try run(["export", "x.csv"], in: closed)
    }
}
