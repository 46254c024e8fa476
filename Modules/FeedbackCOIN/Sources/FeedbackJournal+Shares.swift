import Kernel

extension FeedbackJournal {
    /// Returns an entry as a letter for display or sharing.
    ///
    /// - Parameters:
    ///   - recipients: the recipients. If empty, the recipient of the entry is used.
    ///   - subject: the subject, or nil for the default.
    /// - Throws: `noRecipient`, `tooManyRecipients`, `headerInjection`, `subjectInvalid`.
    package func letter(_ entry: FeedbackEntry, to recipients: [Mailbox] = [], subject: String? = nil) throws -> Letter
    {
        // Received feedback is not sent back to its author by default.
        let defaultRecipients = entry.direction == .given ? [entry.recipient?.mailbox].compactMap(\.self) : []
        var letter = try Letter(
            entry, to: recipients.isEmpty ? defaultRecipients : recipients, subject: subject, on: time.today())
        letter.signature = try settings().signature
        return letter
    }

    /// Shares a letter and records it after the handover.
    ///
    /// There is one event for each recipient, counted in the entry in the same transaction.
    ///
    /// - Returns: the updated entry.
    /// - Throws: `sharingDenied`, `entryNotFound`, the errors of the mailer (nothing is then
    ///   recorded), and `sharedNotRecorded` if the message is sent but not recorded.
    package func share(_ letter: Letter, from sender: Mailbox, through mailer: Mailer) throws -> FeedbackEntry {
        try requireSharing(with: letter.recipients.count)
        _ = try repository.read { try FeedbackJournal.requiredEntry(letter.entry, in: $0) }
        let now = time.now()
        let id: Identifier<MailMessage> = ids.next()
        let message = MailMessage(letter, from: sender, id: id.rawValue, date: now, offset: time.calendar.offset(now))
        try mailer.handOver(message)
        do {
            return try record(events(of: letter), of: letter.entry)
        } catch {
            throw Failure(
                .sharedNotRecorded,
                "The message was handed over to \(mailer.name), but this could not be recorded: \(error)",
                advice: "Do not send it again: it is only missing from the history.")
        }
    }

    /// Shares a letter in a separate message for each recipient, so that recipients do not see each
    /// other.
    ///
    /// The limit must permit all of them before the first is sent. Each is recorded after its
    /// handover.
    ///
    /// - Throws: the errors of `share`. If some recipients already have it, the failure names them.
    package func shareIndividually(_ letter: Letter, from sender: Mailbox, through mailer: Mailer) throws
        -> FeedbackEntry
    {
        try requireSharing(with: letter.recipients.count)
        var deliveredAddresses: [String] = []
        var entry = try repository.read { try FeedbackJournal.requiredEntry(letter.entry, in: $0) }
        for copy in letter.individualLetters {
            do {
                entry = try share(copy, from: sender, through: mailer)
            } catch let failure as Failure where !deliveredAddresses.isEmpty {
                let address = copy.recipients[0].address.text
                throw Failure(
                    failure.code,
                    "Shared with \(deliveredAddresses.joined(separator: ", ")). Then, for \(address): \(failure.message)",
                    advice: "Share it again with \(address) and whoever comes after.", kind: failure.kind)
            }
            deliveredAddresses.append(copy.recipients[0].address.text)
        }
        return entry
    }

    /// Records shares without `undo`, because a sent message cannot be recalled.
    private func record(_ shares: [ShareEvent], of id: Identifier<FeedbackEntry>) throws -> FeedbackEntry {
        try repository.write(undo: nil) { records in
            var entry = try FeedbackJournal.requiredEntry(id, in: records)
            entry.count(shares)
            try records.save(shares)
            try records.save(counted: entry)
            return try FeedbackJournal.withCurrentPeople([entry], in: records)[0]
        }
    }

    /// Returns one share event for each recipient of a letter.
    private func events(of letter: Letter) -> [ShareEvent] {
        let now = time.now()
        return letter.recipients.map {
            ShareEvent(
                id: ids.next(), entryId: letter.entry, sharedAt: now, recipientEmail: $0.address.text,
                recipientName: $0.name)
        }
    }

    /// Checks that the limit permits sharing with the given number of people, each of whom counts.
    private func requireSharing(with people: Int) throws {
        let used = try shareCount()
        let answer = gates.ask(FeedbackJournal.sharing, used)
        let advice = "Nothing was sent. `share --preview` still shows the message."
        guard answer.allowed else {
            throw Failure(
                .sharingDenied, answer.reason, advice: advice, denial: Denial(FeedbackJournal.sharing, answer))
        }
        guard let limit = answer.limit, used + people > limit else { return }
        let reason =
            "This goes to \(counted(people, "person", "people")), but you can send only \(limit - used) more of \(limit)."
        let refusal = GateAnswer(
            allowed: false, value: answer.value, reason: reason, variant: answer.variant, metadata: answer.metadata)
        throw Failure(
            .sharingDenied, reason, advice: "Name fewer people. \(advice)",
            denial: Denial(FeedbackJournal.sharing, refusal))
    }

    // MARK: - Checks before sharing

    /// Returns the unfilled template gaps in a text, such as `[day]`, each once.
    ///
    /// Only gaps of templates count. The user's own brackets are ignored.
    package func unfilledGaps(in text: FeedbackText) throws -> [String] {
        let templateGaps = Set(try templates().flatMap { FeedbackJournal.bracketed($0.text) })
        var seen: Set<String> = []
        return FeedbackJournal.bracketed(text).filter { templateGaps.contains($0) && seen.insert($0).inserted }
    }

    /// Returns the parts of the sections in square brackets, brackets included.
    private static func bracketed(_ text: FeedbackText) -> [String] {
        FeedbackSection.allCases.flatMap { text[$0].matches(of: /\[[^\[\]\n]+\]/).map { String($0.0) } }
    }

    /// Returns the last share of the same entry with each of a letter's recipients, if any.
    package func previousShares(of letter: Letter) throws -> [ShareEvent] {
        let events = try repository.read { try $0.shares(of: letter.entry, limit: nil) }
        let sharesByAddress = Dictionary(grouping: events) { $0.recipientEmail.lowercased() }
        return letter.recipients.compactMap {
            sharesByAddress[$0.address.text.lowercased()]?.max { $0.sharedAt < $1.sharedAt }
        }
    }
}
