import Kernel

/// An entry as an unsent message: its recipients, subject and text.
package struct Letter: Hashable, Sendable {
    package let entry: Identifier<FeedbackEntry>
    /// The recipients: 1 to 100, each address once.
    package private(set) var recipients: [Mailbox]
    /// The subject: one line of at most 200 characters.
    package let subject: String
    /// The text of the entry, with `\n` line ends, without the signature.
    package let body: String
    /// The signature below the text, or nil for none.
    package var signature: String?
    /// The HTML version, or nil for none.
    package var htmlBody: String?

    package internal(set) var attachments: [Attachment] = []

    /// The plain text: the body, and the signature after its standard separator (RFC 3676, 4.3).
    package var text: String { signature.map { "\(body)\n-- \n\($0)\n" } ?? body }

    /// The maximum number of recipients of a message.
    package static let mostRecipients = 100
    private static let subjectLimit = 200

    /// Creates the letter of an entry on a day.
    ///
    /// - Parameter subject: the subject, or nil for the default.
    /// - Throws: `noRecipient`, `tooManyRecipients`, `headerInjection`, `subjectInvalid`.
    package init(_ entry: FeedbackEntry, to recipients: [Mailbox], subject: String? = nil, on day: Day) throws {
        self.entry = entry.id
        self.recipients = try Letter.checked(recipients, for: entry)
        self.subject = try Letter.checked(subject: subject ?? Letter.subject(of: entry))
        body = Letter.body(of: entry.text, on: day)
    }

    /// Returns the default subject: `COIN Feedback: ` and the preview of the context.
    package static func subject(of entry: FeedbackEntry) -> String {
        "COIN Feedback: " + HeaderText.sanitized(entry.text.preview)
    }

    /// Returns the body.
    ///
    /// It has a double rule of 51 and a single rule of 7 below each heading, then the day and the
    /// app. An empty section keeps its heading and has an empty line.
    package static func body(of text: FeedbackText, on day: Day) -> String {
        let rule = String(repeating: "═", count: 51)
        let sections = FeedbackSection.allCases.flatMap { section in
            [section.heading.uppercased(), String(repeating: "─", count: 7), text[section], ""]
        }
        let lines = ["COIN Feedback Entry", rule, ""] + sections + [rule, "Generated: \(day)", "App: COIN Feedback"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The letter once for each recipient, with that recipient only.
    package var individualLetters: [Letter] {
        recipients.map {
            var copy = self
            copy.recipients = [$0]
            return copy
        }
    }

    /// Returns each recipient once.
    private static func checked(_ recipients: [Mailbox], for entry: FeedbackEntry) throws -> [Mailbox] {
        var seen: Set<String> = []
        let unique = recipients.filter { seen.insert($0.address.text.lowercased()).inserted }
        guard !unique.isEmpty else {
            throw Failure(
                .noRecipient, "Nobody was named to share with.",
                advice: "Give --to ADDRESS, or note an address with `edit \(entry.id) --to`.", kind: .usage)
        }
        guard unique.count <= mostRecipients else {
            throw Failure(
                .tooManyRecipients, "A message goes to at most \(mostRecipients) people; these are \(unique.count).",
                advice: "Share it several times, with fewer people each time.", kind: .badData)
        }
        return unique
    }

    private static func checked(subject: String) throws -> String {
        let invalid = Failure(.subjectInvalid, "A subject has 1 to \(subjectLimit) characters.", kind: .badData)
        guard let validated = try HeaderText.validated(subject, upTo: subjectLimit, "The subject", longer: invalid)
        else {
            throw invalid
        }
        return validated
    }
}
