import Kernel

/// A field of an entry in an imported file.
package enum ImportKey: String, CaseIterable, Sendable {
    /// The identifier.
    ///
    /// Without one the text identifies the entry.
    case id
    case context, observation, impact, nextSteps
    /// The name and address of the other person.
    ///
    /// In other programs' files the name may include the address.
    case recipientName, recipientAddress
    case tags
    case createdAt, updatedAt
    /// Praise or growth, and given or received.
    case kind, direction
    /// The day of the event and its topic.
    case happenedOn, project
    case person
    case followUpStep, followUpDue, followUpDoneOn
    /// The days on which it was discussed and done.
    case discussedOn, doneOn
}

/// An entry as read from a file, before any check.
package struct ForeignEntry: Hashable, Sendable {
    /// The line in which it begins, or its number from 1.
    package let place: Int
    /// The values, of which empty ones are ignored.
    package var values: [ImportKey: String]
    package var tags: [String]
    package var shares: [ShareEvent]

    package init(place: Int, values: [ImportKey: String], tags: [String] = [], shares: [ShareEvent] = []) {
        self.place = place
        self.tags = tags
        self.shares = shares
        self.values = values.filter { !$0.value.isEmpty }
    }

    /// Creates the entry under the rules for typed text.
    ///
    /// - Parameter now: the time of writing, if the file has none.
    /// - Throws: `contextMissing`, `sectionTooLong`, `controlCharacters`, `addressInvalid`,
    ///   `importUnclear` and the errors of other fields.
    func entry(in calendar: LocalCalendar, now: Instant) throws -> FeedbackEntry {
        let text = try EntryTextRules.checked(
            FeedbackText(
                context: values[.context] ?? "", observation: values[.observation] ?? "", impact: values[.impact] ?? "",
                nextSteps: values[.nextSteps] ?? ""))
        let recipient = try recipient()
        let writtenAt = try instant(.createdAt, calendar) ?? now
        var entry = FeedbackEntry(
            id: identifier ?? Self.identifier(of: text, recipient), text: text, recipient: recipient,
            tags: try EntryTextRules.checked(tags: tags), createdAt: writtenAt,
            updatedAt: try instant(.updatedAt, calendar))
        entry.person = recipient.map { values[.person].map { Identifier($0) } ?? Person.id(of: $0) }
        entry.kind = try choice(.kind)
        entry.direction = try choice(.direction) ?? .given
        (entry.happenedOn, entry.discussedOn, entry.doneOn) = (
            try day(.happenedOn), try day(.discussedOn), try day(.doneOn)
        )
        entry.project = try values[.project].flatMap { try EntryTextRules.checked(project: $0) }
        if let due = try day(.followUpDue) {
            entry.followUp = try EntryTextRules.checked(
                followUp: FollowUp(values[.followUpStep], due: due, doneOn: try day(.followUpDoneOn)))
        }
        entry.recount(shares)
        return entry
    }

    /// The identifier in the file, or nil if its characters are not valid and users could not type
    /// it.
    private var identifier: Identifier<FeedbackEntry>? {
        values[.id].flatMap { id in
            let isName =
                (1...64).contains(id.utf8.count)
                && id.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Self.isWordByte($0) }
            return isName ? Identifier(id) : nil
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Derives an identifier from the content.
    ///
    /// A file imported twice or on two devices therefore yields the same entry.
    static func identifier(of text: FeedbackText, _ recipient: Recipient?) -> Identifier<FeedbackEntry> {
        let parts = FeedbackSection.allCases.map { text[$0] } + [recipient?.title.lowercased() ?? ""]
        let bytes = parts.flatMap { [UInt8($0.utf8.count & 0xFF), UInt8($0.utf8.count >> 8 & 0xFF)] + Array($0.utf8) }
        return Identifier(SHA256.digest(bytes).prefix(16).letters)
    }

    // MARK: - Parts

    /// Returns the recipient.
    ///
    /// One column of other programs may contain `Sam Lee <sam@example.org>`.
    private func recipient() throws -> Recipient? {
        let name = values[.recipientName]
        let address = values[.recipientAddress]
        guard let address else { return try name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : try Recipient($0) } }
        return Recipient(name: try name.flatMap { try Mailbox.checked(name: $0) }, address: try EmailAddress(address))
    }

    /// Returns the value of a field with fixed choices, or nil without one.
    private func choice<Choice: RawRepresentable & CaseIterable>(_ key: ImportKey) throws -> Choice?
    where Choice.RawValue == String {
        guard let text = values[key] else { return nil }
        guard let choice = Choice(rawValue: text.trimmed().lowercased()) else {
            throw unclear(key, "is none of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    private func day(_ key: ImportKey) throws -> Day? {
        guard let text = values[key] else { return nil }
        guard let day = Self.day(text.trimmed()) else { throw unclear(key, "is no day as in 2026-11-20 or 20.11.2026") }
        return day
    }

    /// Returns the value of a field with a time or a day, or nil without one.
    private func instant(_ key: ImportKey, _ calendar: LocalCalendar) throws -> Instant? {
        guard let text = values[key]?.trimmed() else { return nil }
        if let instant = Instant(text) { return instant }
        let datePart = text.split { $0 == " " || $0 == "T" }.first.map(String.init) ?? ""
        guard let day = Self.day(datePart) else { throw unclear(key, "is no day as in 2026-11-20 or 20.11.2026") }
        // A time without a zone is no exact instant. Noon is the best guess for the day.
        return calendar.instant(of: day, secondOfDay: 43_200)
    }

    /// Parses a day such as `2026-11-20` or `20.11.2026`.
    private static func day(_ text: String) -> Day? {
        if let day = Day(text) { return day }
        let parts = text.split(separator: ".").compactMap { Int($0) }
        return parts.count == 3 && text.count { $0 == "." } == 2
            ? Day(year: parts[2], month: parts[1], day: parts[0]) : nil
    }

    /// Returns the failure for a field that cannot be read.
    private func unclear(_ key: ImportKey, _ what: String) -> Failure {
        Failure(.importUnclear, "\(key.rawValue) “\((values[key] ?? "").prefix(40))” \(what).", kind: .badData)
    }
}
