import Kernel

/// A message for mail servers: RFC 5322 with a body in quoted-printable UTF-8, all in ASCII.
package struct MailMessage: Hashable, Sendable {
    /// The globally unique ID, without angle brackets.
    package let messageID: String
    package let date: Instant
    /// The sender's time zone in seconds east of UTC.
    package let offset: Int
    package let sender: Mailbox
    package let letter: Letter

    /// Creates the message of a letter.
    ///
    /// - Parameter id: unique within its first 40 letters, digits and dashes. Other characters are
    ///   dropped.
    package init(_ letter: Letter, from sender: Mailbox, id: String, date: Instant, offset: Int) {
        let idCharacters = id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        messageID = "coin-\(idCharacters.prefix(40))@\(sender.address.domain)"
        self.letter = letter
        self.sender = sender
        self.date = date
        self.offset = offset
    }

    /// The message with CRLF line ends, as in an `.eml` file.
    package var text: String {
        let fields = [
            "Date: \(MailDate.text(date, offset: offset))\r\n",
            HeaderField.mailboxes("From", [sender]),
            HeaderField.mailboxes("To", letter.recipients),
            HeaderField.text("Subject", letter.subject),
            "Message-ID: <\(messageID)>\r\n",
            "MIME-Version: 1.0\r\n",
        ]
        return fields.joined() + content
    }

    /// The text and the attachments after it (RFC 2046, 5.1.3).
    private var content: String {
        letter.attachments.isEmpty ? textPart : multipart("mixed", [textPart] + letter.attachments.map(\.part))
    }

    /// The plain text, and the HTML version after it if present.
    ///
    /// Mail programs show the last version that they support (RFC 2046, 5.1.4).
    private var textPart: String {
        let plain = MailMessage.part("plain", letter.text)
        return letter.htmlBody.map { multipart("alternative", [plain, MailMessage.part("html", $0)]) } ?? plain
    }

    /// Returns a multipart entity of parts with a common boundary.
    private func multipart(_ kind: String, _ parts: [String]) -> String {
        // Quoted-printable and base64 lines never contain `=_`, so no line can end a part early
        // (RFC 2045, 6.7 and 6.8).
        let boundary = "=_\(kind.prefix(1))\(messageID.prefix { $0 != "@" })"
        return "Content-Type: multipart/\(kind); boundary=\"\(boundary)\"\r\n\r\n"
            + parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n"
    }

    /// Returns a text part in quoted-printable UTF-8.
    private static func part(_ kind: String, _ text: String) -> String {
        "Content-Type: text/\(kind); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
            + QuotedPrintable.encode(text)
    }

    /// The message with `\n` line ends, as local mail programs read it on standard input.
    package var localText: String { EntryTextRules.unifiedLineEnds(text) }
}

/// The date format of a message: `Fri, 20 Nov 2026 18:05:09 +0100` (RFC 5322, 3.3).
enum MailDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(_ instant: Instant, offset: Int) -> String {
        // A time zone of RFC 5322 has whole minutes.
        let minutes = min(max(offset / 60, -23 * 60), 23 * 60)
        let calendar = LocalCalendar { _ in minutes * 60 }
        let day = calendar.day(of: instant)
        let second = calendar.secondOfDay(of: instant)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(2) }.joined(separator: ":")
        let zone = (minutes < 0 ? "-" : "+") + (abs(minutes) / 60).padded(2) + (abs(minutes) % 60).padded(2)
        let weekday = day.weekday.rawValue.prefix(3).capitalized
        return "\(weekday), \(day.day.padded(2)) \(months[day.month - 1]) \(day.year.padded(4)) \(clock) \(zone)"
    }
}
