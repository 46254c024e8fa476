import Kernel

/// What a file can say of an entry.
public enum ImportKey: String, CaseIterable, Sendable {
    /// What names it; without one it is known by its words.
    case id
    /// The sections.
    case context, observation, impact, nextSteps
    /// The other person, in two parts; of others the name may hold both.
    case recipientName, recipientAddress
    /// Words to find it by.
    case tags
    /// The moments of writing and of the last change.
    case createdAt, updatedAt
    /// Praise or growth; given or received.
    case kind, direction
    /// The day of what happened, and what it was about.
    case happenedOn, project
    /// The identifier of the other person.
    case person
    /// The next step, in three parts.
    case followUpStep, followUpDue, followUpDoneOn
    /// The days on which it was talked over, and settled.
    case discussedOn, doneOn
}

/// An entry as a file has it, before anybody has judged it.
public struct ForeignEntry: Hashable, Sendable {
    /// The line in which it begins, or which one it is, from 1.
    public let place: Int
    /// What it says; what is empty says nothing.
    public var values: [ImportKey: String]
    /// Words to find it by, as they were parted.
    public var tags: [String]
    /// To whom it went, where the file says so.
    public var shares: [ShareEvent]

    /// An entry from its parts.
    public init(place: Int, values: [ImportKey: String], tags: [String] = [], shares: [ShareEvent] = []) {
        (self.place, self.tags, self.shares) = (place, tags, shares)
        self.values = values.filter { !$0.value.isEmpty }
    }

    /// The entry, judged by the rules that hold for what people type.
    ///
    /// - Parameter now: when it was written, if it does not say.
    /// - Throws: `contextMissing`, `sectionTooLong`, `controlCharacters`, `addressInvalid`, `importUnclear` and what else a part may throw.
    func entry(in calendar: LocalCalendar, now: Instant) throws -> FeedbackEntry {
        let text = try Wording.checked(
            FeedbackText(
                context: values[.context] ?? "", observation: values[.observation] ?? "", impact: values[.impact] ?? "",
                nextSteps: values[.nextSteps] ?? ""))
        let recipient = try recipient()
        let written = try instant(.createdAt, calendar) ?? now
        var entry = FeedbackEntry(
            id: identifier ?? Self.identifier(of: text, recipient), text: text, recipient: recipient,
            tags: try Wording.checked(tags: tags), createdAt: written, updatedAt: try instant(.updatedAt, calendar))
        entry.person = recipient.map { values[.person].map { Identifier($0) } ?? Person.id(of: $0) }
        entry.kind = try choice(.kind)
        entry.direction = try choice(.direction) ?? .given
        (entry.happenedOn, entry.discussedOn, entry.doneOn) = (try day(.happenedOn), try day(.discussedOn), try day(.doneOn))
        entry.project = try values[.project].flatMap { try Wording.checked(project: $0) }
        if let due = try day(.followUpDue) {
            entry.followUp = try Wording.checked(
                followUp: FollowUp(values[.followUpStep], due: due, doneOn: try day(.followUpDoneOn)))
        }
        entry.recount(shares)
        return entry
    }

    /// The one it has; another text than identifiers are made of would be no name that people can type.
    private var identifier: Identifier<FeedbackEntry>? {
        values[.id].flatMap { id in
            let isName = (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Self.isWordByte($0) }
            return isName ? Identifier(id) : nil
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Made of what it says, so that the same file taken in twice, or on two devices, is the same entry.
    static func identifier(of text: FeedbackText, _ recipient: Recipient?) -> Identifier<FeedbackEntry> {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        let parts = FeedbackSection.allCases.map { text[$0] } + [recipient?.title.lowercased() ?? ""]
        let bytes = parts.flatMap { [UInt8($0.utf8.count & 0xFF), UInt8($0.utf8.count >> 8 & 0xFF)] + Array($0.utf8) }
        return Identifier(String(SHA256.digest(bytes).prefix(16).map { alphabet[Int($0) % 32] }))
    }

    // MARK: - Parts

    /// Of others, one column may hold both: `Sam Lee <sam@example.org>`.
    private func recipient() throws -> Recipient? {
        let (name, address) = (values[.recipientName], values[.recipientAddress])
        guard let address else { return try name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : try Recipient($0) } }
        return Recipient(name: try name.flatMap { try Mailbox.checked(name: $0) }, address: try EmailAddress(address))
    }

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

    private func instant(_ key: ImportKey, _ calendar: LocalCalendar) throws -> Instant? {
        guard let text = values[key]?.trimmed() else { return nil }
        if let instant = Instant(text) { return instant }
        let head = text.split { $0 == " " || $0 == "T" }.first.map(String.init) ?? ""
        guard let day = Self.day(head) else { throw unclear(key, "is no day as in 2026-11-20 or 20.11.2026") }
        // A time without a zone is no instant: noon of the day is nearest to all of it.
        return calendar.instant(of: day, secondOfDay: 43_200)
    }

    private static func day(_ text: String) -> Day? {
        if let day = Day(text) { return day }
        let parts = text.split(separator: ".").compactMap { Int($0) }
        return parts.count == 3 && text.count { $0 == "." } == 2 ? Day(year: parts[2], month: parts[1], day: parts[0]) : nil
    }

    private func unclear(_ key: ImportKey, _ what: String) -> Failure {
        Failure(.importUnclear, "\(key.rawValue) “\((values[key] ?? "").prefix(40))” \(what).", kind: .badData)
    }
}
