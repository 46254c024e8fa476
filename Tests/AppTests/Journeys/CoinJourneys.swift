import FeedbackCOINTesting
import Foundation
import Kernel
import TestSupport
import XCTest

/// The JSON that `coin` documents.
struct FeedbackShape: Decodable, Equatable {
    struct Person: Decodable, Equatable { let name, address: String? }
    let id, context, observation, impact, nextSteps, createdAt, updatedAt: String
    let recipient: Person?
    let tags, recipients: [String]
    let sharedAt: String?
    let shareCount: Int
}

struct ShareShape: Decodable { let entryId, recipientEmail, sharedAt: String }

/// Tests that write feedback and share it through a real mail program and a mail server on
/// loopback.
final class CoinJourneys: XCTestCase {
    /// New → list → share → count; the delivered message contains the written text.
    func testFeedbackIsListedAndShared() throws {
        let user = try AppUser("coin", self)
        let server = try mail(user)
        defer { server.stop() }
        let number = Int.random(in: 0...9999, using: &user.random)
        let entry: FeedbackShape = try user.run(
            "new", "--context", "Rückblick \(number) 👩‍👩‍👧‍👦", "--observation", ".\nFrom here: =20 ", "--impact", "김민아",
            "--next-steps",
            "Again", "--to", "Sam O'Neil <sam@example.org>", "--tag", "praise", "--json"
        ).json()
        XCTAssertEqual(try list(user), [entry])
        let preview = try user.run("share", entry.id, "--preview")
        XCTAssertTrue(
            preview.output.contains("COIN Feedback Entry\n" + String(repeating: "═", count: 51)), preview.output)
        XCTAssertEqual(server.deliveries.count, 0)
        try user.run("share", entry.id, "--from", "zoe@example.org", "--to", "sam@example.org, Kim <kim@example.net>")
        let delivery = try XCTUnwrap(server.deliveries.first)
        XCTAssertEqual(delivery.recipients, ["sam@example.org", "kim@example.net"])
        let received = try ReceivedMail(reading: delivery.bytes)
        XCTAssertEqual(received["subject"], "COIN Feedback: Rückblick \(number) 👩‍👩‍👧‍👦")
        for part in [
            "CONTEXT\n───────\nRückblick", "IMPACT\n───────\n김민아\n", "NEXT STEPS\n───────\nAgain\n",
            "App: COIN Feedback",
        ] {
            XCTAssertTrue(received.body.contains(part), received.body)
        }
        let shared = try XCTUnwrap(list(user).first)
        XCTAssertEqual(shared.shareCount, 2)
        XCTAssertEqual(shared.recipients, delivery.recipients)
        XCTAssertNotNil(shared.sharedAt)
        XCTAssertEqual(shared.updatedAt, entry.updatedAt)
        let history: [ShareShape] = try user.run("history", "--json").json()
        XCTAssertEqual(Set(history.map(\.recipientEmail)), Set(delivery.recipients))
    }

    /// With the server down, the command reports the failure and records no share.
    func testFailedDeliveryRecordsNoShare() throws {
        let user = try AppUser("coin", self)
        try mail(user).stop()
        try user.run("new", "--context", "The demo")
        let result = try user.run("share", "latest", "--from", "zoe@example.org", "--to", "sam@example.org", status: 75)
        XCTAssertTrue(result.errors.contains("not sent"), result.errors)
        XCTAssertEqual(try list(user).map(\.shareCount), [0])
        XCTAssertEqual(try list(user).map(\.sharedAt), [nil])
        XCTAssertEqual(try user.run("history", "--json").json([ShareShape].self).count, 0)
    }

    /// Every command is its own process and reads the changes of the previous ones: edit, delete,
    /// undo.
    func testEntriesSurviveRestarts() throws {
        let user = try AppUser("coin", self)
        let contexts = (1...5).map { "Meeting \($0) of \(Int.random(in: 0...99, using: &user.random))" }
        for context in contexts { try user.run("new", "--context", context) }
        let before = try list(user)
        XCTAssertEqual(before.map(\.context), contexts.reversed())
        let chosen = try XCTUnwrap(before.randomElement(using: &user.random))
        try user.run("edit", chosen.id, "--impact", "We shipped a day early")
        XCTAssertEqual(try list(user).first { $0.id == chosen.id }?.impact, "We shipped a day early")
        try user.run("delete", chosen.id, status: 64)
        try user.run("delete", chosen.id, "--yes")
        try user.run("show", chosen.id, status: 1)
        XCTAssertEqual(try list(user).count, 4)
        try user.run("undo")
        try user.run("undo")
        XCTAssertEqual(try list(user), before)
    }

    /// Every export format contains every entry.
    func testExportsContainAllEntries() throws {
        let user = try AppUser("coin", self)
        for context in ["First <b>", "=HYPERLINK(1)", "Third, \"quoted\""] { try user.run("new", "--context", context) }
        XCTAssertEqual(try user.run("export", "--json").json([FeedbackShape].self), try list(user))
        XCTAssertTrue(try user.run("export", "--csv").output.contains("'=HYPERLINK(1)"))
        XCTAssertTrue(try user.run("export", "--html").output.contains("First &lt;b&gt;"))
        XCTAssertTrue(try user.run("export", "--markdown").output.contains("Third, \"quoted\""))
        try user.run("export", "--csv", "all.csv")
        XCTAssertTrue(FileManager.default.fileExists(atPath: "\(user.home)/all.csv"))
        try user.run("export", "--csv", "all.csv", status: 73)
    }

    /// Header injection is refused and records no share.
    func testHeadersCannotBeForged() throws {
        let user = try AppUser("coin", self)
        let server = try mail(user)
        defer { server.stop() }
        try user.run("new", "--context", "The demo\r\nBcc: everybody@example.org")
        for (option, value) in [
            ("--to", "sam@example.org\r\nBcc: eve@example.org"), ("--subject", "Hello\nBcc: eve@example.org"),
            ("--from", "zoe@example.org\nX: y"),
        ] {
            var words = ["share", "latest", "--from", "zoe@example.org", "--to", "sam@example.org"]
            if let place = words.firstIndex(of: option) { words[place + 1] = value } else { words += [option, value] }
            XCTAssertTrue([64, 65].contains(try status(user, words)), option)
        }
        let many = (1...101).map { "p\($0)@example.org" }.joined(separator: ",")
        XCTAssertTrue(
            [64, 65].contains(try status(user, ["share", "latest", "--from", "z@example.org", "--to", many])))
        XCTAssertEqual(server.deliveries.count, 0)
        try user.run("plan", "sandbox", "buy", "com.coin.premium.monthly", "--yes")
        try user.run(
            "share", "latest", "--from", "zoe@example.org", "--to", String(many.dropLast(",p101@example.org".count)))
        XCTAssertEqual(server.deliveries.map(\.recipients.count), [100])
        XCTAssertEqual(try list(user).map(\.shareCount), [100])
        let message = String(decoding: try XCTUnwrap(server.deliveries.first).bytes, as: UTF8.self)
        let header = message.components(separatedBy: "\r\n\r\n")[0]
        XCTAssertFalse(header.lowercased().contains("bcc:") || header.contains("eve@"), header)
    }

    // MARK: - Helpers

    /// A mail server on loopback and an msmtp configuration that uses it.
    private func mail(_ user: AppUser) throws -> SMTPSink {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/usr/sbin/sendmail")
        guard target?.hasSuffix("msmtp") == true else {
            throw XCTSkip("msmtp is not the sendmail of this machine: apt-get install msmtp msmtp-mta")
        }
        let server = try SMTPSink()
        let settings = "account default\nhost 127.0.0.1\nport \(server.port)\nfrom zoe@example.org\nauth off\ntls off\n"
        try user.write(".msmtprc", Array(settings.utf8), mode: 0o600)
        return server
    }

    private func list(_ user: AppUser) throws -> [FeedbackShape] { try user.run("list", "--json").json() }

    private func status(_ user: AppUser, _ words: [String]) throws -> Int32 {
        try user.runTogether([words])[0].status
    }
}
