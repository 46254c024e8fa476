import Kernel

extension FeedbackJournal {
    /// An entry as a message, to look at or to share.
    ///
    /// - Parameters:
    ///   - recipients: nobody for the recipient that the entry names.
    ///   - subject: nil for the usual one.
    /// - Throws: `noRecipient`, `tooManyRecipients`, `headerInjection`, `subjectInvalid`.
    public func letter(_ entry: FeedbackEntry, to recipients: [Mailbox] = [], subject: String? = nil) throws -> Letter {
        // What somebody gave is not sent back to them unasked.
        let usual = entry.direction == .given ? [entry.recipient?.mailbox].compactMap(\.self) : []
        var letter = try Letter(entry, to: recipients.isEmpty ? usual : recipients, subject: subject, on: time.today())
        letter.signature = try settings().signature
        return letter
    }

    /// Shares a letter, and records it only when it was handed over: one event for each recipient, counted in the entry in the same
    /// transaction.
    ///
    /// - Returns: the entry as it is now.
    /// - Throws: `sharingDenied`, `entryNotFound`, what the mailer throws (nothing is recorded then), and `sharedNotRecorded` when
    ///   the message is out but could not be recorded.
    public func share(_ letter: Letter, from sender: Mailbox, through mailer: Mailer) throws -> FeedbackEntry {
        try askMayShare(with: letter.recipients.count)
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
                advice: "Do not send it again: it is only missing from the history.")
        }
    }

    /// Shares a letter with each of its recipients by a message of their own, so that nobody sees who else got it. There must be room for all of
    /// them before the first goes out; each is recorded when it was handed over.
    ///
    /// - Throws: as `share`; where some got it already, the failure says who.
    public func shareIndividually(_ letter: Letter, from sender: Mailbox, through mailer: Mailer) throws -> FeedbackEntry {
        try askMayShare(with: letter.recipients.count)
        var done: [String] = []
        var entry = try repository.read { try FeedbackJournal.existing(letter.entry, in: $0) }
        for copy in letter.copies {
            do {
                entry = try share(copy, from: sender, through: mailer)
            } catch let failure as Failure where !done.isEmpty {
                let address = copy.recipients[0].address.text
                throw Failure(
                    failure.code, "Shared with \(done.joined(separator: ", ")). Then, for \(address): \(failure.message)",
                    advice: "Share it again with \(address) and whoever comes after.", kind: failure.kind)
            }
            done.append(copy.recipients[0].address.text)
        }
        return entry
    }

    /// What was sent was sent: this cannot be undone.
    private func record(_ shares: [ShareEvent], of id: Identifier<FeedbackEntry>) throws -> FeedbackEntry {
        try repository.write(undo: nil) { records in
            var entry = try FeedbackJournal.existing(id, in: records)
            entry.count(shares)
            try records.keep(shares)
            try records.keep(counted: entry)
            return try FeedbackJournal.shown([entry], in: records)[0]
        }
    }

    private func events(of letter: Letter) -> [ShareEvent] {
        let now = time.now()
        return letter.recipients.map {
            ShareEvent(
                id: ids.next(), entryId: letter.entry, sharedAt: now, recipientEmail: $0.address.text, recipientName: $0.name)
        }
    }

    /// Everybody who gets it counts, so a letter to many may be refused where one to few would not be.
    private func askMayShare(with people: Int) throws {
        let used = try shareCount()
        let answer = gates.ask(FeedbackJournal.sharing, used)
        let advice = "Nothing was sent. `share --preview` still shows the message."
        guard answer.allowed else {
            throw Failure(.sharingDenied, answer.reason, advice: advice, denial: Denial(FeedbackJournal.sharing, answer))
        }
        guard let limit = answer.limit, used + people > limit else { return }
        let left = "This goes to \(counted(people, "person", "people")), but you can send only \(limit - used) more of \(limit)."
        let refusal = GateAnswer(
            allowed: false, value: answer.value, reason: left, variant: answer.variant, metadata: answer.metadata)
        throw Failure(
            .sharingDenied, left, advice: "Name fewer people. \(advice)", denial: Denial(FeedbackJournal.sharing, refusal))
    }

    // MARK: - What to look at before

    /// Gaps of templates that are still to be filled in, as they stand in the text: `[day]`; each once.
    ///
    /// Only what stands in a template counts: brackets of one's own are left alone.
    public func gaps(in text: FeedbackText) throws -> [String] {
        let known = Set(try templates().flatMap { FeedbackJournal.bracketed($0.text) })
        var seen: Set<String> = []
        return FeedbackJournal.bracketed(text).filter { known.contains($0) && seen.insert($0).inserted }
    }

    private static func bracketed(_ text: FeedbackText) -> [String] {
        FeedbackSection.allCases.flatMap { text[$0].matches(of: /\[[^\[\]\n]+\]/).map { String($0.0) } }
    }

    /// The last time that each of a letter's recipients got the same entry, for those who did.
    public func earlierCopies(of letter: Letter) throws -> [ShareEvent] {
        let events = try repository.read { try $0.shares(of: letter.entry, limit: nil) }
        let sent = Dictionary(grouping: events) { $0.recipientEmail.lowercased() }
        return letter.recipients.compactMap { sent[$0.address.text.lowercased()]?.max { $0.sharedAt < $1.sharedAt } }
    }
}
