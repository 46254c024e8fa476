import FeedbackCOIN
import Interface
import Kernel

/// An app's ways of sending mail and its default sender.
///
/// The app creates it.
package struct MailConfiguration: Sendable {
    let sendmail: Mailer
    let mailto: Mailer
    let sender: @Sendable () throws -> String?
    let isDryRun: Bool
    let asks: Bool

    /// Creates the ways of sending mail.
    ///
    /// - Parameters:
    ///   - sendmail: sends through the machine's mail server.
    ///   - mailto: opens a draft in a mail program.
    ///   - isDryRun: whether sending is forbidden, for `--dry-run`.
    ///   - asks: whether a user at a terminal must confirm each message.
    ///   - sender: the sender if neither `--from` nor `sender` names one: `EMAIL` of the
    ///     environment, or nil if unknown.
    package init(
        sendmail: Mailer, mailto: Mailer, isDryRun: Bool = false, asks: Bool = false,
        sender: @escaping @Sendable () throws -> String?
    ) {
        self.sendmail = sendmail
        self.mailto = mailto
        self.isDryRun = isDryRun
        self.asks = asks
        self.sender = sender
    }
}

/// The command `share`, which shares entries by e-mail.
struct ShareCommand: Sendable {
    /// The way of sending a message.
    enum Way: String, CaseIterable, Sendable { case sendmail, eml, mailto }

    let journal: FeedbackJournal
    let post: MailConfiguration

    var share: Command {
        Command(
            "share", "Share feedback by e-mail",
            discussion: """
                At a terminal you see who will get it, and are asked before it is sent; --yes answers. First fill in the gaps of a template, such as \
                [day]. You are told who already has the same entry.

                Everybody gets the same message and sees who else got it, unless --individually sends each a message of their own; at most \
                \(Letter.mostRecipients) people. The history notes the share only when the message was handed over: to the mail server, into the \
                file, or to your mail program.

                With --page the plain text has a page in HTML beside it, which most readers of mail show instead; `settings page yes` does it always. \
                `settings signature` puts something below every message.

                --attach FILE sends a file along, several if it is repeated, \(Attachment.maxTotalBytes / 1_000_000) MB at most together: `export --entry latest \
                feedback.pdf` makes one.

                A mailto: link holds about \(MailtoLink.limit / 1024) KiB; longer feedback needs another way.
                """,
            examples: [
                .init("share latest --to sam@example.org --preview", "look first", runs: false),
                .init("share latest --to sam@example.org --from me@example.org --file entry.eml", "as a message file"),
            ],
            EntryParameters(journal: journal).id,
            .options(
                "to", ValueKind("ADDRESS") { word, _ in word },
                "who gets it: ADDRESS or 'NAME <ADDRESS>'; several with commas, or once for each; else the entry's own recipient"
            ),
            .option(
                "from", ValueKind("ADDRESS") { word, _ in word }, "who sends it; otherwise the one set with `sender`"),
            .option("subject", EntryParameters.raw, "the subject; otherwise COIN Feedback and the context"),
            .flag("preview", "show the message and send nothing"),
            .flag("individually", "a message of their own for each, so that nobody sees who else got it"),
            .flag("page", "with a page in HTML beside the plain text"),
            .options("attach", .inputFile, "a file that goes along; repeat it for several"),
            .flag("with-gaps", "send it even with open gaps of a template"),
            .option(
                "via", ValueKind<Way>.choice("WAY"), shown: Way.sendmail.rawValue,
                "a mail server, a file, or a draft in your mail program"),
            .option("file", .outputFile, "the .eml file to write, - for standard output"),
            returns: .one(EntryRow.fields), changes: true
        ) { id, to, from, subject, preview, individually, page, files, withGaps, way, file in
            let entry = try journal.entry(id)
            let recipients = try to.flatMap { try Mailbox.list($0) }
            var letter = try journal.letter(entry, to: recipients, subject: subject)
            if try page || journal.settings().sendsPage { letter.htmlBody = LetterPage.html(letter, entry) }
            letter = try letter.adding(
                files.map { try Attachment($0.bytes(limit: Attachment.maxTotalBytes), at: $0.path) })
            let posting = Posting(letter: letter, isIndividual: individually && letter.recipients.count > 1)
            let sender = try from.map { try Mailbox($0) } ?? journal.sender() ?? post.sender().map { try Mailbox($0) }
            let gaps = try journal.unfilledGaps(in: entry.text)
            guard !preview else { return ShareCommand.preview(letter, from: sender, gaps) }
            if !gaps.isEmpty, !withGaps { throw ShareCommand.unfilledGaps(gaps, entry) }
            guard let sender else {
                throw Failure(
                    .senderMissing, "No sender is set.",
                    advice: "Set it once with `sender ADDRESS`, or give --from ADDRESS.", kind: .usage)
            }
            let (mailer, isToOutput) = try mailer(way, file)
            if posting.isIndividual, file != nil { throw ShareCommand.severalMessagesInFile }
            let duplicateNotes = try previousShareNotes(entry, letter)
            // A file or draft sends nothing yet, but a second copy still needs a confirmation.
            guard post.asks, !isToOutput, file == nil && way != .mailto || !duplicateNotes.isEmpty else {
                return try shareOutput(posting, sender, through: mailer, isToOutput: isToOutput, duplicateNotes)
            }
            let individualText = posting.isIndividual ? ", each by a message of their own" : ""
            let question =
                (duplicateNotes + ["Send “\(entry.text.preview)” to \(ShareCommand.names(letter))\(individualText)?"])
                .joined(
                    separator: " ")
            var output = Output.confirm(question) {
                try shareOutput(posting, sender, through: mailer, isToOutput: false, [])
            }
            output.blocks = [.facts(ShareCommand.envelope(letter, from: sender)), .gap]
            return output
        }
    }

    /// A letter, and whether each recipient gets a separate message.
    private struct Posting: Sendable {
        let letter: Letter
        let isIndividual: Bool
    }

    private static let severalMessagesInFile = Failure(
        .contradiction, "A file holds one message, and --individually makes several.",
        advice: "Share it once for each person, with a file each, or use --via sendmail.", kind: .usage)

    private static func unfilledGaps(_ gaps: [String], _ entry: FeedbackEntry) -> Failure {
        let shownGaps = listed(first: 3, of: gaps) { $0 }
        return Failure(
            .gapsLeft,
            gaps.count == 1
                ? "There is a gap of the template to fill in: \(shownGaps)."
                : "There are gaps of the template to fill in: \(shownGaps).",
            advice: "Use `edit \(entry.id.shortForm)`, or add --with-gaps to send it as it is. Nothing was sent.",
            kind: .badData)
    }

    /// Returns a sentence for each recipient who already has the entry.
    private func previousShareNotes(_ entry: FeedbackEntry, _ letter: Letter) throws -> [String] {
        try journal.previousShares(of: letter).map { event in
            let version = entry.updatedAt > event.sharedAt ? "an earlier version" : "this"
            return "\(event.recipientEmail) got \(version) on \(journal.day(of: event.sharedAt))."
        }
    }

    /// Returns the addresses of the recipients, or the first of more than three.
    private static func names(_ letter: Letter) -> String {
        let people = letter.recipients.map(\.address.text)
        return people.count <= 3
            ? people.joined(separator: ", ") : listed([people[0], counted(people.count - 1, "other")])
    }

    private func shareOutput(
        _ posting: Posting, _ sender: Mailbox, through mailer: Mailer, isToOutput: Bool, _ duplicateNotes: [String]
    ) throws -> Output {
        let letter = posting.letter
        let mailer = post.isDryRun ? mailer.dryRunCopy : mailer
        let entry =
            try posting.isIndividual
            ? journal.shareIndividually(letter, from: sender, through: mailer)
            : journal.share(letter, from: sender, through: mailer)
        let sentence =
            "Shared “\(entry.text.preview)” (\(entry.id)) with \(ShareCommand.names(letter)). \(mailer.outcome)"
        let notice = ([sentence] + duplicateNotes.map { "A second copy: \($0)" }).joined(separator: " ")
        // Standard output then contains only the message.
        guard !isToOutput else { return Output(content: .bytes([]), notice: notice) }
        return .changed(notice, journal.row(entry), EntryRow.fields, next: ["show \(entry.id.shortForm)", "history"])
    }

    /// Returns the mailer for an option.
    ///
    /// A file without an option means a message file.
    private func mailer(_ way: Way?, _ file: OutputFile?) throws -> (mailer: Mailer, isToOutput: Bool) {
        switch (way ?? (file == nil ? .sendmail : .eml), file) {
        case (.sendmail, nil): return (post.sendmail, false)
        case (.mailto, nil): return (post.mailto, false)
        case (.eml, let file?):
            return (.eml(outcome: "The message is in \(file.path).") { try file.write($0) }, file.path == "-")
        case (.eml, nil):
            throw Failure(
                .fileMissing, "An .eml message needs a file.", advice: "Give --file FILE; - is standard output.",
                kind: .usage)
        case (_, _?):
            throw Failure(.fileUnused, "--file only works with --via eml.", advice: "Remove one of them.", kind: .usage)
        }
    }

    /// Returns the sender, the recipients, the subject and the attachments for the user.
    private static func envelope(_ letter: Letter, from sender: Mailbox?) -> [(name: String, value: StyledText)] {
        let unsetSender = StyledText("not set: use `sender ADDRESS`", .warning)
        return [
            ("From", sender.map { StyledText($0.description) } ?? unsetSender),
            ("To", StyledText(letter.recipients.map(\.description).joined(separator: ", "))),
            ("Subject", StyledText(letter.subject)),
        ] + letter.attachments.map { ("Attached", StyledText("\($0.name) (\(ByteSize($0.bytes.count)))")) }
    }

    private static func preview(_ letter: Letter, from sender: Mailbox?, _ gaps: [String]) -> Output {
        let content: [OutputValue.Member] = [
            .init("from", .text(sender?.description)), .init("to", .texts(letter.recipients.map(\.description))),
            .init("subject", .text(letter.subject)), .init("body", .text(letter.text)),
            .init("page", .text(letter.htmlBody)), .init("attachments", .texts(letter.attachments.map(\.name))),
        ]
        let unfilled = gaps.isEmpty ? "" : " To fill in before you send it: \(gaps.joined(separator: ", "))."
        return Output(
            content: .one(content),
            blocks: [.facts(envelope(letter, from: sender)), .gap] + EntryView.lines(String(letter.text.dropLast())),
            notice: "A preview; nothing was sent.\(unfilled)")
    }
}
