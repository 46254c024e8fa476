import FeedbackCOIN
import Kernel
import KernelTesting

/// A mailer and the mail that arrived at its other end.
package struct MailerFixture {
    let mailer: Mailer
    let received: () throws -> [ReceivedMail]
    let carriesPages: Bool

    /// Creates a fixture of a mailer and its other end.
    ///
    /// - Parameter carriesPages: whether HTML versions arrive. A link carries plain text only.
    /// - Parameter received: returns everything that has arrived so far, in order.
    package init(_ mailer: Mailer, carriesPages: Bool = true, received: @escaping () throws -> [ReceivedMail]) {
        self.mailer = mailer
        self.carriesPages = carriesPages
        self.received = received
    }
}

/// The contract of every `Mailer`.
package enum MailerContract {
    /// Creates the contract over fixtures without mail that a closure makes.
    package static func over(_ make: @escaping () throws -> MailerFixture) -> Contract<MailerFixture> {
        Contract("Mailer", promises: promises, make)
    }

    private static let promises: [Contract<MailerFixture>.Promise] = [
        .init("a message reaches every recipient once, with subject and body as written") { fixture in
            try check(fixture, FeedbackText(context: "The meeting of Monday", observation: "Two of five were late."))
        },
        .init("a message keeps every script and combined characters") { fixture in
            try check(fixture, FeedbackText(context: "회의 — Rück­blick 👩‍👩‍👧‍👦 e\u{301}", impact: "日本語\tنص", nextSteps: "ok"))
        },
        .init("a message keeps lines that look like mail syntax") { fixture in
            try check(
                fixture,
                FeedbackText(context: "From the start\n.\n..\nFrom here\nTo: nobody@example.org\n\n=3D and = \\"))
        },
        .init("a message keeps lines longer than mail allows") { fixture in
            try check(
                fixture,
                FeedbackText(context: "Long", observation: String(repeating: "word und Wört ", count: 200) + "end")
            )
        },
        .init("a message reaches a hundred people") { fixture in
            try check(fixture, FeedbackText(context: "All of you"), to: (1...100).map { "p\($0)@example.org" })
        },
        .init("HTML follows the plain text, and a signature ends the message") { fixture in
            var letter = try letter(FeedbackText(context: "The meeting\n--=_x--\n.\n-- "), to: ["sam@example.org"])
            letter.signature = "Zoë Park\nPlatform"
            letter.htmlBody = "<!DOCTYPE html>\n<p title=\"1\">Größe &amp; 회의</p>\n"
            try fixture.mailer.handOver(message(letter))
            let received = try fixture.received()
            try expectEqual(received.map(\.body), [letter.body + "\n-- \nZoë Park\nPlatform\n"])
            if fixture.carriesPages { try expectEqual(received.map(\.page), [letter.htmlBody]) }
        },
        .init("attachments keep any bytes, beside text and HTML") { fixture in
            guard fixture.carriesPages else { return }
            let bytes =
                (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
                + Array("\r\n--=_mcoin-m1--\r\n.\r\n".utf8)
            let files = try [Attachment(bytes, at: "notes/plan.pdf"), Attachment([], at: "größe \"x\".txt")]
            for page in [nil, "<!DOCTYPE html>\n<p>Größe</p>\n"] {
                var letter = try letter(FeedbackText(context: "The meeting"), to: ["sam@example.org"]).adding(files)
                letter.htmlBody = page
                try fixture.mailer.handOver(message(letter))
                let messages = try fixture.received()
                try expect(!messages.isEmpty, "nothing came")
                guard let received = messages.last else { return }
                try expectEqual([received.body, received.page], [letter.body, page])
                try expectEqual(received.files.map(\.bytes), [bytes, []])
                try expectEqual(
                    received.files.map(\.name), ["=\"plan.pdf\"", "*=UTF-8''gr%C3%B6%C3%9Fe%20%22x%22.txt"])
            }
        },
        .init("a second message arrives beside the first") { fixture in
            let letters = try ["one", "two"].map { try letter(FeedbackText(context: $0), to: ["a@example.org"]) }
            for letter in letters { try fixture.mailer.handOver(message(letter)) }
            try expectEqual(fixture.received().map(\.subject), letters.map(\.subject))
        },
    ]

    private static func check(
        _ fixture: MailerFixture, _ text: FeedbackText, to: [String] = ["sam@example.org", "kim@example.net"]
    )
        throws
    {
        let letter = try letter(text, to: to)
        try fixture.mailer.handOver(message(letter))
        let received = try fixture.received()
        try expectEqual(received.count, 1, "messages")
        try expectEqual(received.first?.recipients, to)
        try expectEqual(received.first?.subject, letter.subject)
        try expectEqual(received.first?.body, letter.body)
    }

    private static func message(_ letter: Letter) throws -> MailMessage {
        MailMessage(
            letter, from: try Mailbox("Zoë Park <zoe@example.org>"), id: "m1",
            date: Instant(milliseconds: 1_795_000_000_000), offset: 3600)
    }

    private static func letter(_ text: FeedbackText, to addresses: [String]) throws -> Letter {
        let entry = FeedbackEntry(id: "e1", text: text, createdAt: Instant(milliseconds: 0))
        return try Letter(entry, to: addresses.map { try Mailbox($0) }, on: Day(ordinal: 20_777))
    }
}
