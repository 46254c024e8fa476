import Community
import Interface
import Kernel

extension RoadmapEntry {
    /// The only fields of the hub's `roadmap list`.
    static let shared: [Field<RoadmapEntry>] = [
        Field(
            "id", title: "Id", "the item's identifier",
            cell: {
                StyledText($0.item.id.rawValue.utf8.count > 16 ? $0.item.id.shortForm : $0.item.id.rawValue, .muted)
            }
        ) { .text($0.item.id.rawValue) },
        Field("app", "the app that it is planned for; empty for all apps") { .text($0.item.app) },
        Field("title", title: "Item", "the title", cell: { $0.styledHeading }) { .text($0.item.title) },
        Field("state", title: "State", "Planned, InProgress or Released") { .text($0.item.status.rawValue) },
        Field("votes", title: "Votes", "how many voted for it", alignsRight: true) { .integer($0.votes) },
        Field(
            "progress", title: "Done", "0.0 to 1.0 while in progress", alignsRight: true,
            cell: { StyledText($0.percent) }
        ) {
            $0.item.completionPercentage.map { .number($0) } ?? .null
        },
        Field("category", title: "Category", "Content, Feature or UX") { .text($0.item.category.rawValue) },
        Field("release", title: "Release", "when it is expected, or the day it was released") {
            .text($0.item.releaseDate?.description ?? $0.item.estimatedRelease)
        },
        Field("closesAt", "from when on it takes no votes; empty for until it is released") {
            .instant($0.item.closesAt)
        },
    ]

    /// The shared fields and the description of one item.
    static let detailFields: [Field<RoadmapEntry>] =
        shared + [Field("description", "what it brings, a line each") { .text($0.item.description) }]

    /// Returns the shared fields and the viewer's own ones.
    static func personal(on today: Day) -> [Field<RoadmapEntry>] {
        shared.filter { $0.name != "release" } + [
            Field(
                "release", title: "Release", "when it is expected, or the day it was released",
                cell: {
                    StyledText(declared: $0.releaseText(on: today), $0.item.isOverdue(on: today) ? .warning : .plain)
                }
            ) { .text($0.item.releaseDate?.description ?? $0.item.estimatedRelease) },
            Field("voted", title: "Yours", "whether you voted for it", cell: { StyledText($0.isMine ? "yes" : "") }) {
                .bool($0.isMine)
            },
            Field("new", "whether it is one of the last three released") { .bool($0.isNew) },
            Field("overdue", "whether it was planned for a month that is over") {
                .bool($0.item.isOverdue(on: today))
            },
            Field("here", "whether the app already has it") {
                .bool($0.item.status == .released || $0.item.isImplemented)
            },
            Field("description", "what it brings, a line each") { .text($0.item.description) },
        ]
    }

    /// Returns the promised release and whether that date has passed.
    private func releaseText(on today: Day) -> String {
        if let day = item.releaseDate { return day.description }
        return item.isOverdue(on: today) ? "\(item.estimatedRelease) (date has passed)" : item.estimatedRelease
    }

    /// The icon and the title, with a mark for the last three releases.
    var heading: String {
        [item.icon, item.title].filter { !$0.isEmpty }.joined(separator: " ") + (isNew ? " New" : "")
    }

    /// The title, translated for items that the app contains. Titles by developers stay as written.
    private var styledHeading: StyledText {
        FoundingRoadmap.items.contains { $0.id == item.id && $0.title == item.title }
            ? StyledText(declared: heading) : StyledText(heading)
    }

    var percent: String { item.completionPercentage?.percent ?? "" }

    /// Returns the entries in the order of the sections.
    ///
    /// Releases before the last three come at the end and are hidden.
    static func inOrder(_ entries: [RoadmapEntry]) -> [RoadmapEntry] {
        let planned = entries.filter { $0.item.status == .planned }
        let sections =
            entries.filter { $0.item.status == .inProgress } + planned.filter { !$0.item.isImplemented }
            + planned.filter(\.item.isImplemented)
        let released = entries.filter { $0.item.status == .released }
        return sections + released.filter(\.isNew) + released.filter { !$0.isNew }
    }

    /// Returns an item with all its facts at the given time.
    func detailBlocks(at now: Instant, in calendar: LocalCalendar) -> [Block] {
        let facts = [
            item.progressText, item.category.filterTitle, item.app.map { "for \($0)" } ?? "",
            votes == 0 ? "no votes" : counted(votes, "vote"), isMine ? "one of them yours" : "",
            votingText(at: now, in: calendar),
        ]
        return [
            .heading(styledHeading),
            .paragraph(StyledText(declared: facts.filter { !$0.isEmpty }.joined(separator: " · "), .muted)),
        ] + item.description.split(separator: "\n").map { .paragraph(StyledText(String($0))) }
    }

    /// Whether voting for the item is open.
    func isOpen(at now: Instant) -> Bool {
        item.status != .released && !item.isImplemented && item.closesAt.map { $0 > now } ?? true
    }

    /// Returns the end of voting if one is set before the release.
    private func votingText(at now: Instant, in calendar: LocalCalendar) -> String {
        guard let end = item.closesAt, item.status != .released, !item.isImplemented else { return "" }
        return isOpen(at: now)
            ? "voting until \(calendar.day(of: Instant(milliseconds: end.milliseconds - 1)))" : "voting is over"
    }

    /// Returns a table for each section of the roadmap.
    static func sections(_ entries: [RoadmapEntry], on today: Day) -> [Block] {
        let fields = personal(on: today).filter { $0.title != nil && $0.name != "state" }
        let implemented = entries.filter(\.item.isImplemented)
        let parts: [(title: String, rows: [RoadmapEntry], hidden: Set<String>)] = [
            (RoadmapItem.Status.inProgress.section, entries.filter { $0.item.status == .inProgress }, []),
            (
                RoadmapItem.Status.planned.section,
                entries.filter { $0.item.status == .planned && !$0.item.isImplemented }, []
            ),
            ("Already Available", implemented, ["votes", "progress", "release", "voted"]),
            (RoadmapItem.Status.released.section, entries.filter { $0.item.status == .released && $0.isNew }, []),
        ]
        let tables = parts.compactMap { title, rows, hidden -> [Block]? in
            guard !rows.isEmpty else { return nil }
            let shown = fields.filter { !hidden.contains($0.name) }
            let columns = shown.map { Table.Column($0.title ?? "", alignsRight: $0.alignsRight) }
            let table = Table(columns, rows: rows.map { row in shown.map { $0.cell(row) } })
            return [.heading(StyledText(declared: title)), .table(table)]
        }
        return Array(tables.joined(separator: [.gap]))
    }
}
