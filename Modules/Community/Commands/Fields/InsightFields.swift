import Community
import Interface
import Kernel

/// A group of participants in the insights, by belt, mode or feature.
struct GroupRow: Sendable {
    let dimension: String
    let group: Insights.Group

    static let fields: [Field<GroupRow>] = [
        Field("by", title: "By", "belt, mode or feature") { .text($0.dimension) },
        Field("group", title: "Group", "what these people share") { .text($0.group.label) },
        Field("people", title: "People", "how many they are; five or more", alignsRight: true) {
            .integer($0.group.people)
        },
        Field(
            "share", title: "Share", "their share of those shown, 0 to 1", alignsRight: true,
            cell: { StyledText($0.group.share.percent) }
        ) {
            .number($0.group.share)
        },
    ]

    /// Returns the groups of all insights as a table.
    static func output(_ insights: Insights, next: [String]) -> Output {
        let lists = [("belt", insights.belts), ("mode", insights.modes), ("feature", insights.features)]
        let rows = lists.flatMap { dimension, groups in groups.map { GroupRow(dimension: dimension, group: $0) } }
        return .list(
            rows, fields, heading: "Insights",
            empty: "Too few people share usage data yet: groups of fewer than \(Insights.smallestGroup) are not shown.",
            next: next)
    }
}
