import FeedbackCOIN
import FeedbackCOINAdapters
import FeedbackCOINTesting
import Foundation
import Kernel
import Programs
import Synchronization
import TestSupport
import XCTest

final class MailerTests: XCTestCase {
    func testOutboxKeepsTheContract() {
        expectKept {
            let outbox = Outbox()
            return MailerFixture(outbox.mailer) {
                try outbox.messages.map { try ReceivedMail(reading: Array($0.text.utf8)) }
            }
        }
    }

    func testEMLKeepsTheContract() {
        expectKept {
            let files = Recorder<[UInt8]>()
            return MailerFixture(.eml(outcome: "", write: files.append)) {
                try files.all.map { try ReceivedMail(reading: $0) }
            }
        }
    }

    func testDesktopKeepsTheContract() throws {
        let folder = try Home()
        try folder.program("xdg-open", "printf '%s\\n' \"$1\" >> '\(folder.path("links"))'")
        expectKept {
            try folder.file("links", "")
            return MailerFixture(.desktop(of: ProgramPath(path: folder.path)), carriesPages: false) {
                try folder.text("links").split(separator: "\n").map { try MailerTests.mail(inLink: String($0)) }
            }
        }
    }

    func testContractFindsDuplicatesAndTruncatedLines() {
        func broken(_ fault: @escaping @Sendable (MailMessage) -> [String]) -> [String] {
            MailerContract.over {
                let texts = Recorder<String>()
                let mailer = Mailer("faulty", outcome: "") { message in fault(message).forEach(texts.append) }
                return MailerFixture(mailer) { try texts.all.map { try ReceivedMail(reading: Array($0.utf8)) } }
            }.brokenPromises().map(\.promise)
        }
        XCTAssertEqual(broken { [$0.text] }, [])
        XCTAssertEqual(broken { [$0.text, $0.text] }.count, 7, "every promise expects one message")
        let truncated = broken {
            [$0.text.components(separatedBy: "\r\n").map { String($0.prefix(70)) }.joined(separator: "\r\n")]
        }
        XCTAssertTrue(truncated.contains("a message keeps lines longer than mail allows"), "\(truncated)")
    }

    func testDesktopMailerMapsFailures() throws {
        let folder = try Home()
        expect(.missingProgram, .missingProgram, of: .desktop(of: ProgramPath(path: folder.path)))
        for (status, code) in [(3, "mailProgramMissing"), (4, "draftNotOpened")] {
            try folder.program("xdg-open", "exit \(status)")
            expect(
                .init(code), status == 3 ? .missingProgram : .failed, of: .desktop(of: ProgramPath(path: folder.path)))
        }
        try folder.program("xdg-open", "exec sleep 20")
        expect(.mailUncertain, .failed, of: .desktop(of: ProgramPath(path: folder.path), within: .milliseconds(200)))
    }

    func testSendmailMapsFailures() throws {
        let folder = try Home()
        let mailer = Mailer.sendmail(of: ProgramPath(path: folder.path), searching: [folder.path("nowhere")])
        expect(.missingProgram, .missingProgram, of: mailer)
        let cases: [(Int, String, Failure.Kind)] = [
            (75, "mailNotSent", .temporary), (67, "mailRefused", .failed), (78, "mailNotConfigured", .failed),
            (1, "mailRefused", .failed),
        ]
        for (status, code, kind) in cases {
            try folder.program("sendmail", "cat >/dev/null\nprintf 'oh \\033[31mno\\n' >&2\nexit \(status)")
            expect(.init(code), kind, of: mailer, saying: "It says: oh [31mno")
        }
        try folder.program("sendmail", "kill -KILL $$")
        expect(.mailUncertain, .failed, of: mailer)
    }

    func testSendmailGetsOptionsForHeaderRecipientsAndDots() throws {
        let folder = try Home()
        try folder.program("sendmail", "echo \"$@\" > '\(folder.path("arguments"))'\ncat > '\(folder.path("input"))'")
        try Mailer.sendmail(of: ProgramPath(path: folder.path), searching: []).handOver(MailerTests.message())
        XCTAssertEqual(folder.text("arguments"), "-t -i\n")
        XCTAssertEqual(folder.text("input"), try MailerTests.message().localText)
    }

    func testFailedHandOverRecordsNothing() throws {
        let fixture = JournalFixture()
        let entry = try fixture.journal.write(FeedbackText(context: "c"))
        let down = Mailer("down", outcome: "") { _ in throw Failure(.mailNotSent, "Down.", kind: .temporary) }
        XCTAssertThrowsError(
            try fixture.journal.share(fixture.letter(entry), from: Mailbox(JournalFixture.sender), through: down))
        XCTAssertEqual(try fixture.journal.entry(entry.id.rawValue), entry)
        XCTAssertEqual(try fixture.journal.shares().count, 0)
    }

    func testUnrecordedShareFailsWithItsOwnCode() throws {
        let fixture = JournalFixture()
        let entry = try fixture.journal.write(FeedbackText(context: "c"))
        // Another process deletes the entry while the mailer runs.
        let racing = Mailer("racing", outcome: "") { _ in try fixture.journal.delete(entry.id) }
        XCTAssertThrowsError(
            try fixture.journal.share(fixture.letter(entry), from: Mailbox(JournalFixture.sender), through: racing)
        ) {
            XCTAssertEqual(($0 as? Failure)?.code, .sharedNotRecorded)
            XCTAssertTrue("\($0)".contains("was handed over to racing"), "\($0)")
        }
        XCTAssertEqual(try fixture.journal.shares().count, 0)
    }

    func testGateDeniesSharingBeyondItsLimit() throws {
        let calls = Recorder<Int>()
        let closed = GateKeeper { gate, used in
            calls.append(used)
            return GateAnswer(
                allowed: used < 2, used: used, limit: 2, reason: "Two \(gate.title) are free.", variant: "free")
        }
        let fixture = JournalFixture(gates: closed)
        let letter = try fixture.letter(fixture.journal.write(FeedbackText(context: "c")), to: "a@x.org, b@x.org")
        _ = try fixture.journal.share(letter, from: Mailbox(JournalFixture.sender), through: fixture.outbox.mailer)
        XCTAssertThrowsError(
            try fixture.journal.share(letter, from: Mailbox(JournalFixture.sender), through: fixture.outbox.mailer)
        ) {
            XCTAssertEqual(($0 as? Failure)?.code, .sharingDenied)
            XCTAssertEqual(($0 as? Failure)?.message, "Two shared feedback are free.")
        }
        XCTAssertEqual(calls.all, [0, 2])
        XCTAssertEqual(fixture.outbox.messages.count, 1)
    }

    func testLetterHasAtMostOneHundredRecipients() throws {
        let fixture = JournalFixture()
        let entry = try fixture.journal.write(FeedbackText(context: "c"))
        let people = (1...101).map { "p\($0)@example.org" }
        XCTAssertThrowsError(try fixture.letter(entry, to: people.joined(separator: ","))) {
            XCTAssertEqual(($0 as? Failure)?.code, .tooManyRecipients)
        }
        let letter = try fixture.letter(entry, to: (people.dropLast() + ["P1@EXAMPLE.org"]).joined(separator: ","))
        XCTAssertEqual(
            try fixture.journal.share(letter, from: Mailbox(JournalFixture.sender), through: fixture.outbox.mailer)
                .shareCount, 100)
    }

    // MARK: - Helpers

    static func message() throws -> MailMessage {
        let entry = FeedbackEntry(id: "e", text: FeedbackText(context: "c"), createdAt: Instant(milliseconds: 0))
        let letter = try Letter(entry, to: Mailbox.list("sam@example.org"), on: Day(ordinal: 0))
        return MailMessage(letter, from: try Mailbox(JournalFixture.sender), id: "m", date: entry.createdAt, offset: 0)
    }

    private func expectKept(_ make: @escaping () throws -> MailerFixture, line: UInt = #line) {
        for broken in MailerContract.over(make).brokenPromises() { XCTFail(broken.description, line: line) }
    }

    private func expect(
        _ code: Failure.Code, _ kind: Failure.Kind, of mailer: Mailer, saying words: String = "", line: UInt = #line
    ) {
        XCTAssertThrowsError(try mailer.handOver(MailerTests.message()), line: line) {
            XCTAssertEqual(($0 as? Failure)?.code, code, line: line)
            XCTAssertEqual(($0 as? Failure)?.kind, kind, line: line)
            XCTAssertTrue(words.isEmpty || "\($0)".contains(words), "\($0)", line: line)
        }
    }

    private static func mail(inLink link: String) throws -> ReceivedMail {
        let parts = try XCTUnwrap(URLComponents(string: link))
        let query = Dictionary(uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") })
        return ReceivedMail(
            recipients: parts.path.components(separatedBy: ","), subject: query["subject"] ?? "",
            body: (query["body"] ?? "").replacing("\r\n", with: "\n"))
    }
}

/// A thread-safe list of recorded values.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    func append(_ value: Value) { values.withLock { $0.append(value) } }
}
