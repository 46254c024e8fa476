import FeedbackCOIN
import FeedbackCOINAdapters
import FeedbackCOINTesting
import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

/// Tests line limits, mailbox lists, and the answers of mail programs.
final class MailFormatTests: XCTestCase {
    private func words(_ letter: String, _ count: Int) -> String { String(repeating: letter, count: count) }

    private func header(to: String = "a@x.org", subject: String? = nil, from: String = "a@x.org") throws -> String {
        let entry = FeedbackEntry(id: "e1", text: FeedbackText(context: "c"), createdAt: .earliest)
        let letter = try Letter(entry, to: Mailbox.list(to), subject: subject, on: Day(ordinal: 0))
        let mail = MailMessage(letter, from: try Mailbox(from), id: "a", date: .earliest, offset: 0)
        return mail.text.replacing("\r\n", with: "\n").components(separatedBy: "\n\n")[0]
    }

    // MARK: - Lines

    func testBodyLinesHaveAtMostSeventySixCharacters() {
        for (text, encoded) in [
            (words("a", 76), words("a", 76)), (words("a", 77), words("a", 75) + "=\r\naa"),
            (words("a", 151), words("a", 75) + "=\r\n" + words("a", 76)),
            (words("a", 152), words("a", 75) + "=\r\n" + words("a", 75) + "=\r\naa"),
            (words("a", 74) + "=", words("a", 74) + "=\r\n=3D"),
            (words("a", 73) + "=", words("a", 73) + "=3D"), ("Fine", "Fine"), ("From", "From"), ("From x", "=46rom x"),
            (".", "=2E"), ("..", ".."), ("x.", "x."), ("\u{F}\u{10}", "=0F=10"), ("", ""),
        ] {
            XCTAssertEqual(QuotedPrintable.encode(text), encoded)
        }
    }

    func testEncodedWordHoldsThirtyNineBytes() {
        for (bytes, count) in [(0, 0), (1, 1), (39, 1), (40, 2), (78, 2), (79, 3)] {
            XCTAssertEqual(EncodedWord.encode(words("a", bytes)).count, count, "\(bytes)")
        }
        let marked = "e" + words("\u{301}", 19)
        XCTAssertEqual(
            EncodedWord.encode("a" + marked).map(ReceivedMail.decodedWords), ["a", marked], "39 bytes are one word")
        XCTAssertEqual(EncodedWord.encode(marked + "\u{301}").count, 2)
    }

    func testHeaderFoldsAfterSeventySixCharactersAndAfterItsFirstWord() throws {
        // After "Subject:" 68 characters remain, with a space before each word.
        for (lengths, isFolded) in [([30, 36], false), ([30, 37], true), ([60, 6], false), ([60, 7], true)] {
            let subject = lengths.map { words("w", $0) }.joined(separator: " ")
            let lines = try header(subject: subject).split(separator: "\n")
            XCTAssertEqual(lines.contains("Subject: \(subject)"), !isFolded, "\(lengths)")
            XCTAssertEqual(lines.contains("Subject: \(words("w", lengths[0]))"), isFolded, "\(lengths)")
        }
        let long = words("a", 64) + "@" + words("b", 40) + ".org"
        XCTAssertTrue(try header(from: long).contains("\nFrom: \(long)\n"))
        XCTAssertTrue(try header(from: "Sam <\(long)>").contains("\nFrom: Sam\n <\(long)>\n"))
    }

    func testWordsOverSixtyCharactersAreEncoded() throws {
        XCTAssertTrue(try header(subject: words("w", 60)).contains("Subject: \(words("w", 60))"))
        XCTAssertTrue(try header(subject: words("w", 61)).contains("Subject: =?UTF-8?B?"))
        for (rest, isQuoted) in [(55, true), (56, false)] {
            let name = "Lee, " + words("w", rest)
            XCTAssertEqual(try header(from: "\"\(name)\" <a@x.org>").contains("\n \"\(name)\"\n"), false)
            XCTAssertEqual(try header(from: "\"\(name)\" <a@x.org>").contains("From: \"\(name)\""), isQuoted, "\(rest)")
        }
        XCTAssertTrue(
            try header(to: #""Lee, \"S\\m\"" <a@x.org>"#).contains(#"To: "Lee, \"S\\m\"" <a@x.org>"#),
            "quotation marks are escaped")
    }

    func testMessageDateOffsetIsLimitedAndInWholeMinutes() throws {
        // Second of the day in UTC, offset in seconds, header.
        let table: [(Int64, Int, String)] = [
            (0, 0, "Thu, 01 Jan 1970 00:00:00 +0000"), (60, 0, "Thu, 01 Jan 1970 00:01:00 +0000"),
            (3600, 0, "Thu, 01 Jan 1970 01:00:00 +0000"), (86_399, 0, "Thu, 01 Jan 1970 23:59:59 +0000"),
            (0, 19_800, "Thu, 01 Jan 1970 05:30:00 +0530"), (0, -60, "Wed, 31 Dec 1969 23:59:00 -0001"),
            (0, 59, "Thu, 01 Jan 1970 00:00:00 +0000"), (0, 82_740, "Thu, 01 Jan 1970 22:59:00 +2259"),
            (0, 82_860, "Thu, 01 Jan 1970 23:00:00 +2300"), (0, -82_740, "Wed, 31 Dec 1969 01:01:00 -2259"),
            (0, -82_860, "Wed, 31 Dec 1969 01:00:00 -2300"),
        ]
        let letter = try MailerTests.message().letter
        for (second, offset, date) in table {
            let mail = MailMessage(
                letter, from: try Mailbox("a@x.org"), id: "a", date: Instant(milliseconds: second * 1000),
                offset: offset)
            XCTAssertTrue(
                mail.text.hasPrefix("Date: \(date)\r\n"), "\(second) \(offset): \(mail.text.prefix(40))")
        }
    }

    func testMessageIDHasASCIILettersDigitsAndDashes() throws {
        let letter = try MailerTests.message().letter
        for (id, unique) in [("a-B_9.é김٣ <>", "a-B9"), (words("x", 41), words("x", 40))] {
            let mail = MailMessage(letter, from: try Mailbox("a@X.org"), id: id, date: .earliest, offset: 0)
            XCTAssertEqual(mail.messageID, "coin-\(unique)@x.org")
        }
    }

    func testMailtoLinkHasAtMostSixteenKibibytes() throws {
        func link(_ length: Int) throws -> String {
            let entry = FeedbackEntry(
                id: "e", text: FeedbackText(context: "c", impact: words("a", length)), createdAt: .earliest)
            return try MailtoLink.link(Letter(entry, to: Mailbox.list("k@x.org"), on: Day(ordinal: 0)))
        }
        let room = 16_384 - (try link(0)).utf8.count
        XCTAssertEqual(try link(room).utf8.count, 16_384)
        XCTAssertEqual(code { try link(room + 1) }, "mailtoTooLong")
    }

    // MARK: - People

    func testMailboxListSplitsAtUnquotedCommas() throws {
        let table: [(String, [String?])] = [
            (#""Lee, Sam" <a@x.org>, b@x.org"#, ["Lee, Sam", nil]), (#""\"Sam\" Lee" <a@x.org>"#, ["\"Sam\" Lee"]),
            (#""a\\" <a@x.org>, b@x.org"#, ["a\\", nil]), (#""a\\\\b" <a@x.org>"#, [#"a\\b"#]),
            (#"x\"a, b\" <a@x.org>"#, [#"x\"a, b\""#]), ("\"\" <a@x.org>", [nil]), (#"" <a@x.org>"#, ["\""]),
            ("Sam <a@x.org>  ", ["Sam"]), ("<a@x.org>,<b@x.org>", [nil, nil]), (" , ,", []),
        ]
        for (text, names) in table { XCTAssertEqual(try Mailbox.list(text).map(\.name), names, text) }
        XCTAssertThrowsError(try Mailbox.list("<a,b@x.org>")) {
            XCTAssertTrue("\($0)".contains("“a,b@x.org”"), "\($0)")
        }
        XCTAssertEqual(code { try Mailbox("Sam <a@x.org>\n") }, "headerInjection")
        XCTAssertEqual(code { try Mailbox("> a@x.org <") }, "addressInvalid")
    }

    func testAdviceForNonASCIIAddressesNamesASCII() {
        for (text, advice) in [
            ("sam", "Write it as in sam@example.org."), ("sam@bücher.example", "Only ASCII can be sent"),
        ] {
            XCTAssertThrowsError(try EmailAddress(text)) {
                XCTAssertTrue(($0 as? Failure)?.advice.hasPrefix(advice) == true, "\($0)")
            }
        }
    }

    // MARK: - Programs

    func testSendmailStatusesMapToMessages() throws {
        let folder = try Home()
        let mailer = Mailer.sendmail(of: ProgramPath(path: folder.path), searching: [])
        for status in [1, 2] + Array(63...79) + [255] {
            try folder.program("sendmail", "cat >/dev/null\nexit \(status)")
            let message =
                switch status {
                case 69, 74, 75: "cannot accept the message now"
                case 65, 67, 68: "does not accept this recipient or message"
                case 64, 77, 78: "is not set up"
                default: "refused the message"
                }
            XCTAssertThrowsError(try mailer.handOver(MailerTests.message()), "\(status)") {
                XCTAssertTrue("\($0)".contains(message), "\(status): \($0)")
            }
        }
    }

    func testFailureQuotesAtMostFourHundredCharactersOfOutput() throws {
        let folder = try Home()
        let mailer = Mailer.sendmail(of: ProgramPath(path: folder.path), searching: [])
        for (lines, message) in [
            ("first\\n\(words("x", 250))\\n \\n\\n", "first; \(words("x", 250))"), (words("y", 500), words("y", 400)),
            (
                "msmtp: server message: 550 no\\nmsmtp: could not send mail (account default)\\n",
                "msmtp: server message: 550 no"
            ),
            ("msmtp: could not send mail\\n", "msmtp: could not send mail"),
        ] {
            try folder.program("sendmail", "cat >/dev/null\nprintf '\(lines)' >&2\nexit 1")
            XCTAssertThrowsError(try mailer.handOver(MailerTests.message())) {
                XCTAssertEqual(($0 as? Failure)?.message.components(separatedBy: " It says: ").last, message)
            }
        }
    }

    func testServerReplyOverridesTheProgramStatus() throws {
        let folder = try Home()
        let mailer = Mailer.sendmail(of: ProgramPath(path: folder.path), searching: [])
        for (line, status, message) in [
            ("server message: 451 4.3.0 try later", 65, "cannot accept the message now"),
            ("421 closing", 70, "cannot accept the message now"),
            ("554 5.7.1 spam", 69, "refused the message"), ("550 5.1.1 unknown", 65, "does not accept this recipient"),
            ("port 2525 after 4000 ms", 69, "cannot accept the message now"),
        ] {
            try folder.program("sendmail", "cat >/dev/null\necho '\(line)' >&2\nexit \(status)")
            XCTAssertThrowsError(try mailer.handOver(MailerTests.message()), line) {
                XCTAssertTrue("\($0)".contains(message), "\(line): \($0)")
            }
        }
    }
}
