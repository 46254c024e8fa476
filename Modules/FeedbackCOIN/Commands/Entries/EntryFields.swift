import FeedbackCOIN
import Interface
import Kernel

/// An entry as a row of a list.
struct EntryRow: Sendable {
    let entry: FeedbackEntry
    /// The day of the last change of its text.
    let modified: Day
    /// The day of the event, or else of writing.
    let day: Day
}

extension EntryRow {
    /// The keys of an entry in `--json`, and its columns.
    static let fields: [Field<EntryRow>] = [
        Field(
            "id", title: "ID", "the entry's identifier; its end is enough to name it",
            cell: { StyledText($0.entry.id.shortForm, .muted) }
        ) {
            .text($0.entry.id.rawValue)
        },
        Field("context", title: "Context", "the circumstances", cell: { StyledText($0.entry.text.preview, .title) }) {
            .text($0.entry.text.context)
        },
        Field("observation", "what was seen and heard; empty when nothing was written") {
            .text($0.entry.text.observation)
        },
        Field("impact", "what it does to the team or the organisation") { .text($0.entry.text.impact) },
        Field("nextSteps", "what should be different from now on") { .text($0.entry.text.nextSteps) },
        Field(
            "recipient", title: "For", "who it is for, or who gave it: name and address, each may be null; or null",
            cell: { cell($0.entry) }
        ) {
            value($0.entry.recipient)
        },
        Field("tags", title: "Tags", "its tags", cell: { StyledText($0.entry.tags.joined(separator: ", ")) }) {
            .texts($0.entry.tags)
        },
        Field("createdAt", "when it was written") { .instant($0.entry.createdAt) },
        Field(
            "updatedAt", title: "Modified", "when its words were last changed",
            cell: { StyledText($0.modified.description, .muted) }
        ) {
            .instant($0.entry.updatedAt)
        },
        Field("sharedAt", "when it was last shared, or null") { .instant($0.entry.sharedAt) },
        Field("shareCount", "how many times it was sent to a person, in total") { .integer($0.entry.shareCount) },
        Field("recipients", "the addresses that it was shared with, each once") { .texts($0.entry.recipients) },
        Field("kind", "praise or growth; null while nobody said") { .text($0.entry.kind?.rawValue) },
        Field("direction", "given, or received") { .text($0.entry.direction.rawValue) },
        Field("status", title: "Status", "draft, shared, discussed or done", cell: { statusText($0.entry) }) {
            .text($0.entry.status.rawValue)
        },
        Field("happenedOn", "the day of what happened, or null for the day of writing") { .day($0.entry.happenedOn) },
        Field("project", "what it was about, or null") { .text($0.entry.project) },
        Field("person", "the identifier of the other person, or null") { .text($0.entry.personKey?.rawValue) },
        Field(
            "followUp",
            "the next step: what (step, may be null), until when (due), and when it was done (doneOn); or null"
        ) {
            value($0.entry.followUp)
        },
        Field("discussedOn", "the day on which it was talked over, or null") { .day($0.entry.discussedOn) },
        Field("doneOn", "the day on which nothing was left to do, or null") { .day($0.entry.doneOn) },
    ]

    private static func value(_ followUp: FollowUp?) -> OutputValue {
        followUp.map {
            .object([.init("step", .text($0.step)), .init("due", .day($0.due)), .init("doneOn", .day($0.doneOn))])
        } ?? .null
    }

    private static func statusText(_ entry: FeedbackEntry) -> StyledText {
        let name = entry.status.rawValue
        let text = StyledText(declared: name, .good)
        return switch entry.status {
        case .draft: StyledText(declared: name, .muted)
        case .shared:
            StyledText(entry.isShared ? "✓ " : "", .good) + text
                + StyledText(entry.isShared ? " \(entry.shareCount)×" : "", .good)
        case .discussed, .done: StyledText("✓ ", .good) + text
        }
    }

    private static func value(_ recipient: Recipient?) -> OutputValue {
        recipient.map {
            .object([.init("name", .text($0.name)), .init("address", .text($0.address?.text))])
        } ?? .null
    }

    private static func cell(_ entry: FeedbackEntry) -> StyledText {
        let name = entry.recipient.map { $0.name ?? $0.title } ?? ""
        return StyledText(entry.direction == .received && !name.isEmpty ? "from \(name)" : name)
    }
}

/// An entry with its share history.
struct EntryDetail: Sendable {
    let row: EntryRow
    let shares: [ShareRow]

    static let fields: [Field<EntryDetail>] =
        EntryRow.fields.map { field in Field(field.name, field.help) { field.value($0.row) } } + [
            Field("shares", "its share events, latest first") { detail in
                .list(detail.shares.map { share in .object(ShareRow.fields.map { .init($0.name, $0.value(share)) }) })
            }
        ]
}

/// A share event as a row of the history.
struct ShareRow: Sendable {
    let share: ShareEvent
    let preview: String
    let day: Day

    static let fields: [Field<ShareRow>] = [
        Field("id", "the event's identifier") { .text($0.share.id.rawValue) },
        Field("sharedAt", title: "Shared", "when the message was handed over", cell: { StyledText($0.day.description) })
        {
            .instant($0.share.sharedAt)
        },
        Field("recipientName", "the name behind the address, or null") { .text($0.share.recipientName) },
        Field("recipientEmail", title: "With", "the address it was for", cell: { StyledText(title($0.share)) }) {
            .text($0.share.recipientEmail)
        },
        Field(
            "entryId", title: "ID", "the entry that was shared",
            cell: { StyledText($0.share.entryId.shortForm, .muted) }
        ) {
            .text($0.share.entryId.rawValue)
        },
        Field(
            "context", title: "Context", "the first line of the entry's context",
            cell: { StyledText($0.preview, .title) }
        ) {
            .text($0.preview)
        },
    ]

    static func title(_ share: ShareEvent) -> String {
        share.recipientName.map { "\($0) <\(share.recipientEmail)>" } ?? share.recipientEmail
    }
}

extension FeedbackJournal {
    func row(_ entry: FeedbackEntry) -> EntryRow {
        EntryRow(entry: entry, modified: day(of: entry.updatedAt), day: entry.happenedOn ?? day(of: entry.createdAt))
    }

    func row(_ share: ShareEvent, of entry: FeedbackEntry?) -> ShareRow {
        ShareRow(share: share, preview: entry?.text.preview ?? "", day: day(of: share.sharedAt))
    }

    /// Returns the details of many entries with a single query for their events.
    func details(_ entries: [FeedbackEntry]) throws -> [EntryDetail] {
        let shares = Dictionary(grouping: try shares(limit: nil), by: \.entryId)
        return entries.map { entry in
            EntryDetail(row: row(entry), shares: (shares[entry.id] ?? []).map { row($0, of: entry) })
        }
    }

    func detail(_ entry: FeedbackEntry) throws -> EntryDetail {
        EntryDetail(row: row(entry), shares: try shares(of: entry).map { row($0, of: entry) })
    }
}
