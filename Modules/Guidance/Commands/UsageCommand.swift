import Guidance
import Interface
import Kernel

/// The command `usage`, with the usage counts of this device. `about --usage` shows the same.
struct UsageCommand {
    let context: GuidanceContext

    private static let fields: [Field<UsageFigures>] = [
        Field("firstLaunch", "when the app was first started here") { .instant($0.usage.firstLaunch) },
        Field("toursCompleted", title: "Tours completed", "tours that were finished") {
            .integer($0.usage.total(.tourCompleted))
        },
        Field("toursSkipped", title: "Tours skipped", "tours skipped") { .integer($0.usage.total(.tourSkipped)) },
        Field(
            "firstTourCompleted", title: "First tour",
            "the share of people who finished the first tour rather than skipping it, 0 to 1",
            cell: {
                $0.share.map { StyledText("\(Int(($0 * 100).rounded())) % finished it") }
                    ?? StyledText("neither finished nor skipped yet")
            }
        ) { $0.share.map { .number($0) } ?? .null },
        Field("changedInTour", title: "Changed in a tour", "answers in tours that changed something") {
            .integer($0.usage.total(.changedInTour))
        },
        Field(
            "minutesToFirstUse", title: "Until the first real use",
            "minutes from the first start to the first real use, to one decimal place",
            cell: { StyledText($0.usage.minutesToFirstUse.map { "\($0) minutes" } ?? "not yet") }
        ) { $0.usage.minutesToFirstUse.map { .number($0) } ?? .null },
        Field("helpOpened", title: "Help opened", "how often help was opened") {
            .integer($0.usage.total(.helpOpened))
        },
        Field("topics", "how often each topic was opened") {
            .object($0.topics.map { OutputValue.Member($0.topic, .integer($0.count)) })
        },
    ]

    var command: Command {
        Command(
            "usage", "Show how often tours and help were used here",
            discussion: "Counted on this device only, and never sent.", examples: [.init("usage", "Show the figures")],
            returns: .one(Self.fields)
        ) {
            let figures = UsageFigures(usage: try context.guide.usage(), firstTour: context.book.firstTour?.id)
            let facts = Self.fields.compactMap { field in field.title.map { (name: $0, value: field.cell(figures)) } }
            let topics = figures.topics.map { (name: "help \($0.topic)", value: StyledText("\($0.count)")) }
            let note = Block.paragraph(StyledText("Counted on this device only, and never sent.", .muted))
            return .one(figures, Self.fields, blocks: [.facts(facts + topics), .gap, note], next: ["topics"])
        }
    }
}

/// The usage of a device, with its first tour.
private struct UsageFigures: Sendable {
    let usage: Usage
    let firstTour: String?

    var share: Double? { firstTour.flatMap { usage.completedShare(of: $0) } }

    /// The opened topics, most frequent first.
    var topics: [(topic: String, count: Int)] {
        usage.counts[.helpOpened, default: [:]].map { (topic: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.topic) < ($0.count, $1.topic) }
    }
}
