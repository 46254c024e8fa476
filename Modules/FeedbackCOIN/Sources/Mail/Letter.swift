import Kernel

/// What an entry looks like as a message: for whom, under which subject, in which words. Nothing has been sent yet.
public struct Letter: Hashable, Sendable {
    /// The entry that it is made of.
    public let entry: Identifier<FeedbackEntry>
    /// 1 to 100 recipients, each address once.
    public let recipients: [Mailbox]
    /// One line of at most 200 characters.
    public let subject: String
    /// The text, with `\n` line ends: what the entry says, and nothing of the sender's own.
    public let body: String
    /// What its sender puts below everything; nil for nothing.
    public var signature: String?
    /// The same as a page, for readers of mail that show one; nil for none.
    public var page: String?

    /// Files that go along.
    public internal(set) var attachments: [Attachment] = []

    /// All of the plain text: the body, and the signature behind the mark by which readers of mail know one (RFC 3676, 4.3).
    public var text: String { signature.map { "\(body)\n-- \n\($0)\n" } ?? body }

    /// As many people as one message goes to.
    public static let mostRecipients = 100
    private static let subjectLimit = 200

    /// An entry as a letter of a day.
    ///
    /// - Parameter subject: nil for the usual one.
    /// - Throws: `noRecipient`, `tooManyRecipients`, `headerInjection`, `subjectInvalid`.
    public init(_ entry: FeedbackEntry, to recipients: [Mailbox], subject: String? = nil, on day: Day) throws {
        self.entry = entry.id
        self.recipients = try Letter.checked(recipients, for: entry)
        self.subject = try Letter.checked(subject: subject ?? Letter.subject(of: entry))
        body = Letter.body(of: entry.text, on: day)
    }

    /// The subject when none is given: `COIN Feedback: ` and the preview of the context.
    public static func subject(of entry: FeedbackEntry) -> String {
        "COIN Feedback: " + HeaderText.shown(entry.text.preview)
    }

    /// The body: a double rule of 51, a single rule of 7 below each heading, then the day and the app. An empty section keeps its heading
    /// and has an empty line.
    public static func body(of text: FeedbackText, on day: Day) -> String {
        let rule = String(repeating: "═", count: 51)
        let sections = FeedbackSection.allCases.flatMap { section in
            [section.heading.uppercased(), String(repeating: "─", count: 7), text[section], ""]
        }
        let lines = ["COIN Feedback Entry", rule, ""] + sections + [rule, "Generated: \(day)", "App: COIN Feedback"]
        return lines.joined(separator: "\n") + "\n"
    }

    private init(_ letter: Letter, only recipient: Mailbox) {
        (entry, recipients, subject, body) = (letter.entry, [recipient], letter.subject, letter.body)
        (signature, page, attachments) = (letter.signature, letter.page, letter.attachments)
    }

    /// The same letter once for each recipient.
    public var copies: [Letter] { recipients.map { Letter(self, only: $0) } }

    private static func checked(_ recipients: [Mailbox], for entry: FeedbackEntry) throws -> [Mailbox] {
        var seen: Set<String> = []
        let once = recipients.filter { seen.insert($0.address.text.lowercased()).inserted }
        guard !once.isEmpty else {
            throw Failure(
                .noRecipient, "Nobody was named to share with.",
                advice: "Give --to ADDRESS, or note an address with `edit \(entry.id) --to`.",
                kind: .usage)
        }
        guard once.count <= mostRecipients else {
            throw Failure(
                .tooManyRecipients, "A message goes to at most \(mostRecipients) people; these are \(once.count).",
                advice: "Share it several times, with fewer people each time.", kind: .badData)
        }
        return once
    }

    private static func checked(subject: String) throws -> String {
        let invalid = Failure(.subjectInvalid, "A subject has 1 to \(subjectLimit) characters.", kind: .badData)
        guard let kept = try HeaderText.judged(subject, upTo: subjectLimit, "The subject", longer: invalid) else {
            throw invalid
        }
        return kept
    }
}
