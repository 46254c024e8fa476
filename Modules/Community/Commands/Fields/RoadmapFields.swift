import Community
import Kernel
import Terminal

extension RoadmapEntry {
    /// What the hub's `roadmap list` gives, and nothing else.
    static let shared: [Field<RoadmapEntry>] = [
        Field("id", title: "Id", "the item's identifier") { .text($0.item.id.rawValue) },
        Field("title", title: "Item", "the title", cell: { StyledText($0.heading) }) { .text($0.item.title) },
        Field("state", title: "State", "Planned, InProgress or Released") { .text($0.item.status.rawValue) },
        Field("votes", title: "Votes", "how many voted for it", alignsRight: true) { .integer($0.votes) },
        Field("progress", title: "Done", "0.0 to 1.0 while in progress", alignsRight: true, cell: { StyledText($0.percent) }) {
            $0.item.completionPercentage.map { .number($0) } ?? .null
        },
        Field("category", title: "Category", "Content, Feature or UX") { .text($0.item.category.rawValue) },
        Field("release", title: "Release", "when it is expected, or the day it was released") {
            .text($0.item.releaseDate?.description ?? $0.item.estimatedRelease)
        },
    ]

    /// The same, and what it is to the person who looks.
    static let personal: [Field<RoadmapEntry>] =
        shared + [
            Field("voted", title: "Yours", "whether you voted for it", cell: { StyledText($0.isMine ? "yes" : "") }) {
                .bool($0.isMine)
            },
            Field("new", "whether it is one of the last three released") { .bool($0.isNew) },
            Field("description", "what it brings, a line each") { .text($0.item.description) },
        ]

    var heading: String { [item.icon, item.title].filter { !$0.isEmpty }.joined(separator: " ") + (isNew ? " New" : "") }

    var percent: String { item.completionPercentage?.percent ?? "" }

    /// Tables under the roadmap's sections.
    static func sections(_ entries: [RoadmapEntry]) -> [Block] {
        let shown = personal.filter { $0.title != nil && $0.name != "state" }
        let order: [RoadmapItem.Status] = [.inProgress, .planned, .released]
        let tables = order.compactMap { status -> [Block]? in
            let rows = entries.filter { $0.item.status == status && (status != .released || $0.isNew) }
            guard !rows.isEmpty else { return nil }
            let columns = shown.map { Table.Column($0.title ?? "", alignsRight: $0.alignsRight) }
            let table = Table(columns, rows: rows.map { row in shown.map { $0.cell(row) } })
            return [.heading(StyledText(status.section)), .table(table)]
        }
        return Array(tables.joined(separator: [.gap]))
    }
}
