import FeedbackCOIN
import FeedbackCOINAdapters
import FeedbackCOINTesting
import Foundation
import Kernel
import Programs
import TestSupport
import XCTest

/// Tests sending from the journal through msmtp to a mail server on loopback.
final class SMTPTests: XCTestCase {
    private func mailer(to port: UInt16, in folder: Home) throws -> Mailer {
        guard ProgramPath(path: "/usr/bin:/usr/local/bin").find("msmtp") != nil,
            FileManager.default.isExecutableFile(atPath: "/usr/sbin/sendmail"),
            try FileManager.default.destinationOfSymbolicLink(atPath: "/usr/sbin/sendmail").hasSuffix("msmtp")
        else { throw XCTSkip("msmtp is not the sendmail of this machine: apt-get install msmtp msmtp-mta") }
        try folder.file(
            ".msmtprc", "account default\nhost 127.0.0.1\nport \(port)\nfrom zoe@example.org\nauth off\ntls off\n")
        let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path("none"), "PATH": "/usr/bin:/bin"]
        return .sendmail(of: ProgramPath(path: ""), environment: environment)
    }

    func testSendmailKeepsTheContract() throws {
        let folder = try Home()
        _ = try mailer(to: 9, in: folder)
        var sinks: [SMTPSink] = []
        let contract = MailerContract.over {
            let sink = try SMTPSink()
            sinks.append(sink)
            return MailerFixture(try self.mailer(to: sink.port, in: folder)) {
                try sink.deliveries.map { try ReceivedMail(reading: $0.bytes) }
            }
        }
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
        sinks.forEach { $0.stop() }
    }

    func testMessageArrivesUnchanged() throws {
        let folder = try Home()
        let sink = try SMTPSink()
        defer { sink.stop() }
        let mailer = try mailer(to: sink.port, in: folder)
        let fixture = JournalFixture()
        let entry = try fixture.journal.write(
            FeedbackText(context: "Rückblick auf Montag 👩‍👩‍👧‍👦", observation: ".\nFrom here: =20 ", impact: "김민아"),
            to: Recipient("Sam O'Neil <sam@example.org>"))
        let letter = try fixture.letter(entry, to: "\"Lee, Sam\" <sam@example.org>, 김 <kim@example.net>")
        let shared = try fixture.journal.share(letter, from: Mailbox(JournalFixture.sender), through: mailer)

        let delivery = try XCTUnwrap(sink.deliveries.first)
        XCTAssertEqual(sink.deliveries.count, 1)
        XCTAssertEqual(delivery.sender, "zoe@example.org")
        XCTAssertEqual(delivery.recipients, ["sam@example.org", "kim@example.net"])
        let received = try ReceivedMail(reading: delivery.bytes)
        XCTAssertEqual(received.body, letter.body)
        XCTAssertEqual(received["subject"], "COIN Feedback: Rückblick auf Montag 👩‍👩‍👧‍👦")
        XCTAssertEqual(received["from"], JournalFixture.sender)
        XCTAssertEqual(received["to"], "\"Lee, Sam\" <sam@example.org>, 김 <kim@example.net>")
        XCTAssertNil(received["bcc"])
        XCTAssertEqual(received["mime-version"], "1.0")
        XCTAssertTrue(hasOnlyCRLF(delivery.bytes))
        XCTAssertEqual(shared.shareCount, 2)
        XCTAssertEqual(shared.recipients, delivery.recipients)
    }

    func testUnreachableServerRecordsNothing() throws {
        let folder = try Home()
        let sink = try SMTPSink()
        sink.stop()
        try expectNotSent(.mailNotSent, .temporary, through: mailer(to: sink.port, in: folder))
    }

    /// The server's reply is quoted and decides between temporary and permanent failure.
    func testServerRefusalIsQuotedAndRecordsNothing() throws {
        for (reply, code, kind, advice) in [
            ("550 5.1.1 No such user here", Failure.Code.mailRefused, Failure.Kind.failed, "Check the addresses."),
            ("450 4.2.1 The mailbox is busy", .mailNotSent, .temporary, "Try again later, or use --via eml."),
        ] {
            let folder = try Home()
            let sink = try SMTPSink(refusing: reply)
            defer { sink.stop() }
            let mailer = try mailer(to: sink.port, in: folder)
            try expectNotSent(code, kind, through: mailer)
            XCTAssertThrowsError(try mailer.handOver(MailerTests.message())) {
                let failure = $0 as? Failure
                XCTAssertTrue(failure?.message.contains(reply) == true, "\($0)")
                XCTAssertEqual(failure?.advice, advice)
            }
            XCTAssertEqual(sink.deliveries.count, 0)
        }
    }

    func testPythonParsesTheMessage() throws {
        guard let program = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "").find("python3") else {
            throw XCTSkip("python3 is not installed")
        }
        let message = try MailerTests.message()
        let script = """
            import sys, email, email.policy
            sys.stdout.reconfigure(encoding='utf-8')
            m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
            assert not m.defects, m.defects
            sys.stdout.write(m['Subject'] + '\\n' + str(m['From']) + '\\n' + m.get_content().replace('\\r\\n', '\\n'))
            """
        let result = try ProgramCall(
            program, ["-c", script], input: Array(message.text.utf8),
            environment: ["PYTHONIOENCODING": "utf-8", "PATH": "/usr/bin:/bin"]
        ).run().succeeded()
        XCTAssertEqual(result.text, "COIN Feedback: c\n\(JournalFixture.sender)\n\(message.letter.body)")
    }

    private func expectNotSent(_ code: Failure.Code, _ kind: Failure.Kind, through mailer: Mailer) throws {
        let fixture = JournalFixture()
        let entry = try fixture.journal.write(FeedbackText(context: "c"))
        XCTAssertThrowsError(
            try fixture.journal.share(fixture.letter(entry), from: Mailbox(JournalFixture.sender), through: mailer)
        ) {
            XCTAssertEqual(($0 as? Failure)?.code, code, "\($0)")
            XCTAssertEqual(($0 as? Failure)?.kind, kind)
        }
        XCTAssertEqual(try fixture.journal.entry(entry.id.rawValue), entry)
        XCTAssertEqual(try fixture.journal.shares().count, 0)
    }

    private func hasOnlyCRLF(_ bytes: [UInt8]) -> Bool {
        zip([0] + bytes, bytes).allSatisfy { before, byte in (byte == 10) == (before == 13) }
    }
}
