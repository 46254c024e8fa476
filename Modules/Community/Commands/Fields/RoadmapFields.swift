import Community
import Kernel
import Terminal

extension RoadmapEntry {
    /// What the hub's `roadmap list` gives, and nothing else.
    static let shared: [Field<RoadmapEntry>] = [
        Field(
            "id", title: "Id", "the item's identifier",
            cell: { StyledText($0.item.id.rawValue.utf8.count > 16 ? $0.item.id.end : $0.item.id.rawValue, .muted) }
        ) { .text($0.item.id.rawValue) },
        Field("app", "the app that it is planned for; empty for all apps") { .text($0.item.owner) },
        Field("title", title: "Item", "the title", cell: { $0.said }) { .text($0.item.title) },
        Field("state", title: "State", "Planned, InProgress or Released") { .text($0.item.status.rawValue) },
        Field("votes", title: "Votes", "how many voted for it", alignsRight: true) { .integer($0.votes) },
        Field("progress", title: "Done", "0.0 to 1.0 while in progress", alignsRight: true, cell: { StyledText($0.percent) }) {
            $0.item.completionPercentage.map { .number($0) } ?? .null
        },
        Field("category", title: "Category", "Content, Feature or UX") { .text($0.item.category.rawValue) },
        Field("release", title: "Release", "when it is expected, or the day it was released") {
            .text($0.item.releaseDate?.description ?? $0.item.estimatedRelease)
        },
        Field("closesAt", "from when on it takes no votes; empty for until it is released") { .instant($0.item.closesAt) },
    ]

    /// One item with its text.
    static let whole: [Field<RoadmapEntry>] =
        shared + [Field("description", "what it brings, a line each") { .text($0.item.description) }]

    /// The same, and what it is to the person who looks.
    static func personal(on today: Day) -> [Field<RoadmapEntry>] {
        shared.filter { $0.name != "release" } + [
            Field(
                "release", title: "Release", "when it is expected, or the day it was released",
                cell: { StyledText(declared: $0.when(on: today), $0.item.isOverdue(on: today) ? .warning : .plain) }
            ) { .text($0.item.releaseDate?.description ?? $0.item.estimatedRelease) },
            Field("voted", title: "Yours", "whether you voted for it", cell: { StyledText($0.isMine ? "yes" : "") }) {
                .bool($0.isMine)
            },
            Field("new", "whether it is one of the last three released") { .bool($0.isNew) },
            Field("overdue", "whether it was planned for a month that is over") {
                .bool($0.item.isOverdue(on: today))
            },
            Field("here", "whether the app already has it") {
                .bool($0.item.status == .released || $0.item.isMade)
            },
            Field("description", "what it brings, a line each") { .text($0.item.description) },
        ]
    }

    /// The release as it was promised, and whether that is over.
    private func when(on today: Day) -> String {
        if let day = item.releaseDate { return day.description }
        return item.isOverdue(on: today) ? "\(item.estimatedRelease) (date has passed)" : item.estimatedRelease
    }

    var heading: String { [item.icon, item.title].filter { !$0.isEmpty }.joined(separator: " ") + (isNew ? " New" : "") }

    /// The same, in the language where the app brings the item along; what developers add or change is theirs.
    private var said: StyledText {
        FoundingRoadmap.items.contains { $0.id == item.id && $0.title == item.title }
            ? StyledText(declared: heading) : StyledText(heading)
    }

    var percent: String { item.completionPercentage?.percent ?? "" }

    /// In the order in which the roadmap is shown: by section; what was released before the last three comes last, and is not shown.
    static func inOrder(_ entries: [RoadmapEntry]) -> [RoadmapEntry] {
        let planned = entries.filter { $0.item.status == .planned }
        let sections =
            entries.filter { $0.item.status == .inProgress } + planned.filter { !$0.item.isMade } + planned.filter(\.item.isMade)
        let released = entries.filter { $0.item.status == .released }
        return sections + released.filter(\.isNew) + released.filter { !$0.isNew }
    }

    /// The whole of an item, as it is now.
    func whole(at now: Instant, in calendar: LocalCalendar) -> [Block] {
        let facts = [
            item.standing, item.category.filterTitle, item.owner.map { "for \($0)" } ?? "",
            votes == 0 ? "no votes" : counted(votes, "vote"), isMine ? "one of them yours" : "", voting(at: now, in: calendar),
        ]
        return [
            .heading(said),
            .paragraph(StyledText(declared: facts.filter { !$0.isEmpty }.joined(separator: " · "), .muted)),
        ] + item.description.split(separator: "\n").map { .paragraph(StyledText(String($0))) }
    }

    /// Whether somebody can still vote for it.
    func isOpen(at now: Instant) -> Bool {
        item.status != .released && !item.isMade && item.closesAt.map { $0 > now } ?? true
    }

    /// How long that goes on, where an end was set before the release.
    private func voting(at now: Instant, in calendar: LocalCalendar) -> String {
        guard let end = item.closesAt, item.status != .released, !item.isMade else { return "" }
        return isOpen(at: now)
            ? "voting until \(calendar.day(of: Instant(milliseconds: end.milliseconds - 1)))" : "voting is over"
    }

    /// Tables under the roadmap's sections.
    static func sections(_ entries: [RoadmapEntry], on today: Day) -> [Block] {
        let fields = personal(on: today).filter { $0.title != nil && $0.name != "state" }
        let made = entries.filter(\.item.isMade)
        let parts: [(title: String, rows: [RoadmapEntry], hidden: Set<String>)] = [
            (RoadmapItem.Status.inProgress.section, entries.filter { $0.item.status == .inProgress }, []),
            (RoadmapItem.Status.planned.section, entries.filter { $0.item.status == .planned && !$0.item.isMade }, []),
            ("Already Available", made, ["votes", "progress", "release", "voted"]),
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
