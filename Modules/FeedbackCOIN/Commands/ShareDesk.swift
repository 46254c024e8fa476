import FeedbackCOIN
import Kernel
import Terminal

/// The ways out of an app, and who writes. Filled by the composition root.
public struct PostOffice: Sendable {
    let sendmail: Mailer
    let mailto: Mailer
    let sender: @Sendable () throws -> String?
    let isRehearsal: Bool

    /// The ways out.
    ///
    /// - Parameters:
    ///   - sendmail: through the machine's mail server.
    ///   - mailto: as a draft in a mail program.
    ///   - isRehearsal: whether nothing may leave: for `--dry-run`.
    ///   - sender: who writes when neither `--from` nor `sender` says: `EMAIL` of the environment; nil when nobody knows.
    public init(sendmail: Mailer, mailto: Mailer, isRehearsal: Bool = false, sender: @escaping @Sendable () throws -> String?) {
        (self.sendmail, self.mailto, self.isRehearsal, self.sender) = (sendmail, mailto, isRehearsal, sender)
    }
}

/// Sharing by e-mail.
struct ShareDesk: Sendable {
    enum Way: String, CaseIterable, Sendable { case sendmail, eml, mailto }

    let journal: FeedbackJournal
    let post: PostOffice

    var share: Command {
        Command(
            "share", "Share feedback by e-mail",
            discussion: """
                Everybody named gets the same message and sees who else did; at most \(Letter.mostRecipients) people. The share is noted in the \
                history only when the message was handed over: to the mail server, into the file, or to your mail program.

                A mailto: link holds about \(MailtoLink.limit / 1024) KiB; longer feedback goes another way.
                """,
            examples: [
                .init("share latest --to sam@example.org --preview", "look first", runs: false),
                .init("share latest --to sam@example.org --from me@example.org --file entry.eml", "as a message file"),
            ],
            EntryParameters(journal: journal).id,
            .options(
                "to", ValueKind("ADDRESS") { word, _ in word },
                "who gets it: ADDRESS or 'NAME <ADDRESS>'; several with commas, or once for each; else the entry's own recipient"),
            .option("from", ValueKind("ADDRESS") { word, _ in word }, "who writes; else the one set with `sender`"),
            .option("subject", EntryParameters.raw, "the subject; else COIN Feedback and the context"),
            .flag("preview", "show the message and send nothing"),
            .option(
                "via", ValueKind<Way>.choice("WAY"), shown: Way.sendmail.rawValue,
                "a mail server, a file, or a draft in your mail program"),
            .option("file", .outputFile, "the .eml file to write, - for standard output"),
            returns: .one(EntryRow.fields), changes: true
        ) { id, to, from, subject, preview, way, file in
            let entry = try journal.entry(id)
            let recipients = try to.flatMap { try Mailbox.list($0) }
            let letter = try journal.letter(entry, to: recipients, subject: subject)
            let sender = try from.map { try Mailbox($0) } ?? journal.sender() ?? post.sender().map { try Mailbox($0) }
            guard !preview else { return ShareDesk.preview(letter, from: sender) }
            guard let sender else {
                throw Failure(
                    .senderMissing, "Nobody knows who writes.",
                    advice: "Set it once with `sender ADDRESS`, or give --from ADDRESS.", kind: .usage)
            }
            let (mailer, isToOutput) = try mailer(way, file)
            return try shared(letter, sender, through: mailer, isToOutput: isToOutput)
        }
    }

    private func shared(_ letter: Letter, _ sender: Mailbox, through mailer: Mailer, isToOutput: Bool) throws -> Output {
        let entry = try journal.share(letter, from: sender, through: post.isRehearsal ? mailer.rehearsed : mailer)
        let people = letter.recipients.map(\.address.text)
        let names = people.count <= 3 ? people.joined(separator: ", ") : "\(people[0]) and \(counted(people.count - 1, "other"))"
        let notice = "Shared “\(entry.text.preview)” (\(entry.id)) with \(names). \(mailer.outcome)"
        // Standard output holds the message then, and nothing else.
        guard !isToOutput else { return Output(content: .bytes([]), notice: notice) }
        return .changed(notice, journal.row(entry), EntryRow.fields, next: ["show \(entry.id)", "history"])
    }

    /// The way out; a file alone says that it is a message file.
    private func mailer(_ way: Way?, _ file: OutputFile?) throws -> (mailer: Mailer, isToOutput: Bool) {
        switch (way ?? (file == nil ? .sendmail : .eml), file) {
        case (.sendmail, nil): return (post.sendmail, false)
        case (.mailto, nil): return (post.mailto, false)
        case (.eml, let file?): return (.eml(outcome: "The message is in \(file.path).") { try file.write($0) }, file.path == "-")
        case (.eml, nil):
            throw Failure(
                .fileMissing, "An .eml message needs a file.", advice: "Give --file FILE; - is standard output.", kind: .usage)
        case (_, _?):
            throw Failure(.fileUnused, "--file goes with --via eml only.", advice: "Leave one of them out.", kind: .usage)
        }
    }

    private static func preview(_ letter: Letter, from sender: Mailbox?) -> Output {
        let people = letter.recipients.map(\.description)
        let facts: [(name: String, value: StyledText)] = [
            (
                "From",
                sender.map { StyledText($0.description) } ?? StyledText("not known: set it with `sender ADDRESS`", .warning)
            ),
            ("To", StyledText(people.joined(separator: ", "))), ("Subject", StyledText(letter.subject)),
        ]
        let content: [FieldValue.Member] = [
            .init("from", .text(sender?.description)), .init("to", .texts(people)), .init("subject", .text(letter.subject)),
            .init("body", .text(letter.body)),
        ]
        return Output(
            content: .one(content), blocks: [.facts(facts), .gap] + EntryView.lines(String(letter.body.dropLast())),
            notice: "A preview; nothing was sent.")
    }
}
