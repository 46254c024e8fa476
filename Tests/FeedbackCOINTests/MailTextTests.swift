import FeedbackCOIN
import FeedbackCOINTesting
import Foundation
import Kernel
import XCTest

final class MailTextTests: XCTestCase {
    func testEncodedWordsRoundTripWithoutSplittingCharacters() {
        var texts = RandomText(random: RandomSource(seed: 2))
        for round in 0..<3000 {
            let text = texts.next(upTo: 60)
            let words = EncodedWord.encode(text)
            XCTAssertEqual(
                Array(ReceivedMail.decodedWords(words.joined(separator: " ")).unicodeScalars),
                Array(text.unicodeScalars),
                "seed 2, round \(round)")
            for word in words {
                XCTAssertLessThanOrEqual(word.utf8.count, 75)
                // Each word alone is valid UTF-8.
                XCTAssertNotEqual(ReceivedMail.decodedWords(word), word)
            }
        }
        let family = "👩‍👩‍👧‍👦"
        for word in EncodedWord.encode(String(repeating: family, count: 7)) {
            XCTAssertEqual(
                ReceivedMail.decodedWords(word).replacing(family, with: ""), "", "characters that fit are not split")
        }
    }

    func testQuotedPrintableRoundTrips() {
        var texts = RandomText(random: RandomSource(seed: 3))
        for round in 0..<2000 {
            let text = texts.next(upTo: 120)
            let encoded = QuotedPrintable.encode(text)
            XCTAssertEqual(ReceivedMail.quotedPrintable(encoded), Array(text.utf8), "seed 3, round \(round)")
            for line in encoded.components(separatedBy: "\r\n") {
                XCTAssertLessThanOrEqual(line.utf8.count, 76)
                XCTAssertTrue(
                    line.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 9 },
                    "only printable ASCII: \(line.debugDescription)")
                XCTAssertFalse(
                    line.hasSuffix(" ") || line.hasSuffix("\t"), "a blank at the end of a line would be lost")
                XCTAssertFalse(line == "." || line.hasPrefix("From "))
            }
        }
        XCTAssertEqual(QuotedPrintable.encode("a \nb\t\n\u{E9}="), "a=20\r\nb=09\r\n=C3=A9=3D")
    }

    func testBodyMatchesTheFixedLayout() {
        let body = Letter.body(
            of: FeedbackText(context: "A\nB", observation: "O", nextSteps: "N"), on: Day(ordinal: 20_777))
        XCTAssertEqual(
            body,
            """
            COIN Feedback Entry
            ═══════════════════════════════════════════════════

            CONTEXT
            ───────
            A
            B

            OBSERVATION
            ───────
            O

            IMPACT
            ───────


            NEXT STEPS
            ───────
            N

            ═══════════════════════════════════════════════════
            Generated: 2026-11-20
            App: COIN Feedback

            """)
        XCTAssertEqual(body.components(separatedBy: "\n")[1].count, 51)
    }

    func testMessageHasStandardHeaders() throws {
        let entry = FeedbackEntry(id: "e1", text: FeedbackText(context: "Größe"), createdAt: Instant(milliseconds: 0))
        let letter = try Letter(
            entry, to: Mailbox.list("\"Lee, Sam\" <sam@example.org>, 김민아 <kim@example.net>"), on: Day(ordinal: 0))
        let message = MailMessage(
            letter, from: try Mailbox("Zoe Park <zoe@Example.org>"), id: "a1",
            date: Instant(milliseconds: 1_763_661_909_120),
            offset: -5400)
        XCTAssertEqual(
            message.text.components(separatedBy: "\r\n\r\n").first?.components(separatedBy: "\r\n"),
            [
                "Date: Thu, 20 Nov 2025 16:35:09 -0130", "From: Zoe Park <zoe@Example.org>",
                "To: \"Lee, Sam\" <sam@example.org>, =?UTF-8?B?6rmA66+87JWE?= <kim@example.net>",
                "Subject: =?UTF-8?B?Q09JTiBGZWVkYmFjazogR3LDtsOfZQ==?=", "Message-ID: <coin-a1@example.org>",
                "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
            ])
        XCTAssertFalse(message.localText.contains("\r"))
    }

    /// The first and the following lines use the full width.
    func testHeadersAreFoldedAtSeventySixCharacters() throws {
        let entry = FeedbackEntry(id: "e1", text: FeedbackText(context: "c"), createdAt: .earliest)
        func word(_ count: Int) -> String { String(repeating: "w", count: count) }
        let subject = [word(30), word(36), word(37), word(37), word(1)].joined(separator: " ")
        let letter = try Letter(entry, to: Mailbox.list("a@x.org"), subject: subject, on: Day(ordinal: 0))
        let message = MailMessage(letter, from: try Mailbox("a@x.org"), id: "a", date: .earliest, offset: 0)
        XCTAssertTrue(
            message.text.contains("Subject: \(word(30)) \(word(36))\r\n \(word(37)) \(word(37))\r\n w\r\n"),
            message.text)
    }

    func testInputNeverBecomesAHeaderLine() throws {
        let expected = [
            "date", "from", "to", "subject", "message-id", "mime-version", "content-type", "content-transfer-encoding",
        ]
        var texts = RandomText(random: RandomSource(seed: 4))
        var refused = 0
        var injections = 0
        var sent = 0
        for round in 0..<5000 {
            let share = round % 3 == 0 ? 20 : 0
            do {
                let entry = try JournalFixture().journal.write(
                    FeedbackText(context: "c" + texts.next(upTo: 10, hostile: share)))
                let to = [
                    texts.next(upTo: 3, hostile: share) + " <sam@example.org>",
                    texts.next(upTo: 2, hostile: share) + "a@example.org",
                ]
                let subject = round % 2 == 0 ? texts.next(upTo: 12, hostile: share) : nil
                let letter = try Letter(entry, to: to.map { try Mailbox($0) }, subject: subject, on: Day(ordinal: 0))
                let from = try Mailbox(texts.next(upTo: 5, hostile: share) + "<zoe@example.org>")
                let message = MailMessage(
                    letter, from: from, id: texts.next(hostile: 50), date: entry.createdAt, offset: 3600)
                try check(message, expected, "seed 4, round \(round)")
                sent += 1
            } catch let failure as Failure {
                XCTAssertTrue(failure.kind == .badData, "\(failure)")
                refused += 1
                injections += failure.code == .headerInjection ? 1 : 0
            }
        }
        XCTAssertGreaterThan(injections, 200)
        XCTAssertGreaterThan(sent, 500, "\(refused) refused")
    }

    func testInvisibleCharactersInHeadersAndTagsAreRefused() throws {
        let entry = FeedbackEntry(id: "e1", text: FeedbackText(context: "c"), createdAt: .earliest)
        for unseen in RandomText.hostile + ["\u{202E}", "\u{200F}", "\u{2066}", "\u{E0041}"] {
            for text in ["Sam\(unseen)Lee", "Sam\(unseen)"] {
                let refused: [(Failure.Code, () throws -> Void)] = [
                    (.headerInjection, { _ = try Recipient(text) }),
                    (.headerInjection, { _ = try Mailbox("\(text) <s@x.org>") }),
                    (.headerInjection, { _ = try Mailbox("\"\(text)\" <s@x.org>") }),
                    (.headerInjection, { _ = try Mailbox.list("a@x.org,\(text) <s@x.org>") }),
                    (
                        .headerInjection,
                        { _ = try Letter(entry, to: Mailbox.list("a@x.org"), subject: text, on: Day(ordinal: 0)) }
                    ),
                    (.tagInvalid, { _ = try FeedbackJournal.checked(tags: [text]) }),
                ]
                for (index, (code, body)) in refused.enumerated() {
                    XCTAssertThrowsError(try body(), "\(index): \(text.debugDescription)") {
                        XCTAssertEqual(($0 as? Failure)?.code, code, "\(index): \(text.debugDescription)")
                    }
                }
            }
        }
    }

    func testStoredInvisibleCharactersAreRemovedBeforeSending() throws {
        let text = FeedbackText(context: "safe\u{202E} evil 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}")
        let subject = Letter.subject(of: FeedbackEntry(id: "e1", text: text, createdAt: .earliest))
        XCTAssertEqual(subject, "COIN Feedback: safe evil 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}")
        let decoded = try JSONDecoder().decode(
            Sender.self, from: Data(#"{"id":"sender","text":"Z\u200foë <z@x.org>"}"#.utf8))
        XCTAssertEqual(try decoded.mailbox().description, "Zoë <z@x.org>")
    }

    func testLengthLimitsAreInclusive() throws {
        func count(_ length: Int) -> String { String(repeating: "é", count: length) }
        let entry = FeedbackEntry(id: "e1", text: FeedbackText(context: "c"), createdAt: .earliest)
        func letter(_ subject: String) throws {
            _ = try Letter(entry, to: Mailbox.list("a@x.org"), subject: subject, on: Day(ordinal: 0))
        }
        XCTAssertNoThrow(try Recipient(count(100)))
        XCTAssertNoThrow(try letter(count(200)))
        XCTAssertEqual(try FeedbackJournal.checked(tags: [count(40)]), [count(40)])
        let refused: [(Failure.Code, () throws -> Void)] = [
            (.nameTooLong, { _ = try Recipient(count(101)) }), (.subjectInvalid, { try letter(count(201)) }),
            (.subjectInvalid, { try letter(" ") }),
            (.tagInvalid, { _ = try FeedbackJournal.checked(tags: [count(41)]) }),
            (.recipientEmpty, { _ = try Recipient(" ") }),
        ]
        for (code, body) in refused {
            XCTAssertThrowsError(try body(), code.text) { XCTAssertEqual(($0 as? Failure)?.code, code) }
        }
    }

    private func check(_ message: MailMessage, _ expected: [String], _ place: String) throws {
        let bytes = Array(message.text.utf8)
        XCTAssertTrue(bytes.allSatisfy { (0x20..<0x7F).contains($0) || [9, 10, 13].contains($0) }, place)
        let lines = message.text.components(separatedBy: "\r\n")
        XCTAssertFalse(lines.contains { $0.utf8.contains(10) || $0.utf8.contains(13) || $0.utf8.count > 998 }, place)
        let head = lines.prefix { !$0.isEmpty }
        for line in head { XCTAssertLessThanOrEqual(line.utf8.count, 78, "\(place): \(line)") }
        let received = try ReceivedMail(reading: bytes)
        XCTAssertEqual(received.fields.map(\.name), expected, place)
        XCTAssertEqual(received.recipients, message.letter.recipients.map(\.address.text), place)
        XCTAssertEqual(received.subject, message.letter.subject, place)
        XCTAssertEqual(received.body, message.letter.body, place)
    }

    func testAddressValidation() {
        for good in ["a@b", "sam.lee+x@example.co.kr", "  o'brien@example.org ", "x@xn--bcher-kva.example"] {
            XCTAssertNoThrow(try EmailAddress(good), good)
        }
        let long =
            String(repeating: "a", count: 64) + "@"
            + Array(repeating: String(repeating: "b", count: 61), count: 4).joined(separator: ".")
        let labels =
            String(repeating: String(repeating: "b", count: 63) + ".", count: 2) + String(repeating: "c", count: 61)
        let longest = String(repeating: "a", count: 64) + "@" + labels
        XCTAssertEqual(longest.count, 254)
        XCTAssertNoThrow(try EmailAddress(longest))
        for bad in [
            longest + "c", String(repeating: "a", count: 65) + "@b", "a@" + String(repeating: "b", count: 64),
            "a@b-.org",
            "", "sam", "@example.org", "sam@", "a@b@c", "a b@example.org", ".a@b", "a..b@c", "a@-b.org", "a@b..org",
            "a@[1.2.3.4]", "sam@bücher.example",
            "\"a b\"@c", "a,b@c.org", "a@b.org>", long,
        ] {
            XCTAssertThrowsError(try EmailAddress(bad), bad) { XCTAssertEqual(($0 as? Failure)?.code, .addressInvalid) }
        }
        for injection in ["a@b.org\r\nBcc: c@d.org", "a@b.org\n", "a\u{0}@b.org", "a@b.org\u{2028}"] {
            XCTAssertThrowsError(try EmailAddress(injection)) {
                XCTAssertEqual(($0 as? Failure)?.code, .headerInjection)
            }
        }
    }

    func testMailboxListsAcceptQuotesAndSpaces() throws {
        let list = try Mailbox.list("a@x.org,  \"Lee, \\\"Sam\\\"\" <s@x.org>,, Kim  Min <k@x.org>")
        XCTAssertEqual(list.map(\.name), [nil, "Lee, \"Sam\"", "Kim Min"])
        XCTAssertEqual(list.map(\.address.text), ["a@x.org", "s@x.org", "k@x.org"])
    }

    func testMailtoEncodesTheLetterAndRefusesLongOnes() throws {
        let entry = FeedbackEntry(
            id: "e", text: FeedbackText(context: "50 % & 김 +?#\nzwei"), createdAt: Instant(milliseconds: 0))
        let letter = try Letter(entry, to: Mailbox.list("Sam <s+a@x.org>, k@x.org"), on: Day(ordinal: 0))
        let link = try MailtoLink.link(letter)
        XCTAssertTrue(
            link.hasPrefix(
                "mailto:s%2Ba@x.org,k@x.org?subject=COIN%20Feedback%3A%2050%20%25%20%26%20%EA%B9%80%20%2B%3F%23&body=")
        )
        XCTAssertTrue(link.contains("%23%0D%0Azwei%0D%0A"))
        XCTAssertTrue(link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        let long = FeedbackEntry(
            id: "e", text: FeedbackText(context: String(repeating: "김", count: 2000)),
            createdAt: Instant(milliseconds: 0))
        XCTAssertThrowsError(try MailtoLink.link(Letter(long, to: Mailbox.list("k@x.org"), on: Day(ordinal: 0)))) {
            XCTAssertEqual(($0 as? Failure)?.code, .mailtoTooLong)
        }
    }
}
