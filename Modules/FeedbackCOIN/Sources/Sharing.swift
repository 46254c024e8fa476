import Kernel

extension FeedbackJournal {
    /// An entry as a message, to look at or to share.
    ///
    /// - Parameters:
    ///   - recipients: nobody for the recipient that the entry names.
    ///   - subject: nil for the usual one.
    /// - Throws: `noRecipient`, `tooManyRecipients`, `headerInjection`, `subjectInvalid`.
    public func letter(_ entry: FeedbackEntry, to recipients: [Mailbox] = [], subject: String? = nil) throws -> Letter {
        let usual = [entry.recipient?.mailbox].compactMap(\.self)
        return try Letter(entry, to: recipients.isEmpty ? usual : recipients, subject: subject, on: time.today())
    }

    /// Shares a letter, and records it only when it was handed over: one event for each recipient, counted in the entry in the same
    /// transaction.
    ///
    /// - Returns: the entry as it is now.
    /// - Throws: `sharingDenied`, `entryNotFound`, what the mailer throws (nothing is recorded then), and `sharedNotRecorded` when
    ///   the message is out but could not be recorded.
    public func share(_ letter: Letter, from sender: Mailbox, through mailer: Mailer) throws -> FeedbackEntry {
        try askMayShare()
        _ = try repository.read { try FeedbackJournal.existing(letter.entry, in: $0) }
        let now = time.now()
        let id: Identifier<MailMessage> = ids.next()
        let message = MailMessage(letter, from: sender, id: id.rawValue, date: now, offset: time.calendar.offset(now))
        try mailer.handOver(message)
        do {
            return try record(events(of: letter), of: letter.entry)
        } catch {
            throw Failure(
                .sharedNotRecorded, "The message was handed over to \(mailer.name), but this could not be recorded: \(error)",
                advice: "Do not send it again: only the note of it is missing from the history.")
        }
    }

    /// What was sent was sent: this cannot be undone.
    private func record(_ shares: [ShareEvent], of id: Identifier<FeedbackEntry>) throws -> FeedbackEntry {
        try repository.write(undo: nil) { records in
            var entry = try FeedbackJournal.existing(id, in: records)
            entry.count(shares)
            try records.keep(shares)
            try records.keep(entry)
            return entry
        }
    }

    private func events(of letter: Letter) -> [ShareEvent] {
        let now = time.now()
        return letter.recipients.map {
            ShareEvent(
                id: ids.next(), entryId: letter.entry, sharedAt: now, recipientEmail: $0.address.text, recipientName: $0.name)
        }
    }

    private func askMayShare() throws {
        let answer = gates.ask(FeedbackJournal.sharing, try shareCount())
        guard answer.allowed else {
            throw Failure(
                .sharingDenied, answer.reason, advice: "Nothing was sent. `share --preview` still shows the message.",
                denial: Denial(FeedbackJournal.sharing, answer))
        }
    }
}
